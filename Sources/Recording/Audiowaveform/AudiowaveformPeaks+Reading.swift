// AudiowaveformPeaks+Reading.swift
// From a file to audiowaveform's peaks. How audiowaveform turns samples into 16 bits: integer files as libsndfile
// does (the upper bits of 24 and 32); float files times 32,767, cut off towards zero; Vorbis and Opus times
// 32,767, rounded. Beyond full scale it wraps around, and it decodes MP3 with another library (libmad): there
// values stop at full scale here, and are those of libsndfile.

import AudioDecoding
import AudioFormats
import HostIO
import SystemPackage
import WaveformCore

extension AudiowaveformPeaks {
  /// Reads a whole recording; all cores help.
  ///
  /// - Parameters:
  ///   - framesPerPixel: frames in a bin; at least 2.
  ///   - splitChannels: whether each channel is kept, rather than their mean.
  ///   - cache: where the peaks may be already; nil: nowhere.
  /// - Returns: the peaks, and what is wrong with the recording.
  public static func read(
    _ path: FilePath, options: OpenOptions = OpenOptions(), framesPerPixel: Int, splitChannels: Bool,
    blocks: BlockSizes = .constant(65_536), cache: PeakCache? = nil
  ) throws(AudioFileError) -> (peaks: AudiowaveformPeaks, report: ReadReport) {
    let file = try FileBytes(path: path)
    if let entry = cache?.entry(for: PeakCacheKey(file.state, path: path, options: options)),
      let peaks = AudiowaveformPeaks(entry, framesPerPixel: framesPerPixel, splitChannels: splitChannels)
    {
      return (peaks, entry.report)
    }
    let box = ReaderBox(try AudioFileReader(file, path: path, options: options))
    let description = box.reader.description
    let empty = AudiowaveformBuilder(
      channels: description.channels, sampleRate: description.sampleRate, framesPerPixel: framesPerPixel,
      splitChannels: splitChannels)
    return if description.isFloat {
      try read(box, options, into: AudiowaveformTaker<Float>(empty, description), blocks)
    } else {
      try read(box, options, into: AudiowaveformTaker<Int16>(empty, description), blocks)
    }
  }

  private static func read<Sample: DecodedSample>(
    _ reader: ReaderBox, _ options: OpenOptions, into taker: AudiowaveformTaker<Sample>, _ blocks: BlockSizes
  ) throws(AudioFileError) -> (AudiowaveformPeaks, ReadReport) {
    let report = try RecordingPass(reader, into: taker, options: options, blocks: blocks).run()
    return (taker.peaks!, report!)
  }
}
