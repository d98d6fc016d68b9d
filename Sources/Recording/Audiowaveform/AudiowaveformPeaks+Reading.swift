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
      try read(box, into: AudiowaveformReduction<Float>(empty, description), blocks) {
        (reader, buffer) throws(AudioFileError) in try reader.read(into: buffer)
      }
    } else {
      try read(box, into: AudiowaveformReduction<Int16>(empty, description), blocks) {
        (reader, buffer) throws(AudioFileError) in try reader.read(into: buffer)
      }
    }
  }

  private static func read<Sample>(
    _ first: ReaderBox, into reduction: AudiowaveformReduction<Sample>, _ blocks: BlockSizes,
    read: @escaping ParallelReading<AudiowaveformReduction<Sample>>.Read
  ) throws(AudioFileError) -> (AudiowaveformPeaks, ReadReport) {
    let description = first.reader.description
    var box = first
    var frames = 0
    var jumpsWereExact = true
    var failure: AudioFileError?
    do throws(AudioFileError) {
      if let parallel = ParallelReading(
        box, into: reduction, .automatic, blocks: blocks, read: read, goesOn: { true }, progressed: { _ in })
      {
        (box, frames, jumpsWereExact) = parallel.run()
        guard try box.reader.seek(toFrame: frames) else {
          throw AudioFileError(.damaged, path: box.reader.path)
        }
      }
      let room = max(1, 65_536 / description.channels) * description.channels
      let samples = UnsafeMutableBufferPointer<Sample>.allocate(capacity: room)
      defer { samples.deallocate() }
      while case let count = try read(&box.reader, samples), count > 0 {
        reduction.append(rest: UnsafeBufferPointer(rebasing: samples[..<(count * description.channels)]))
        frames += count
      }
    } catch {
      failure = error
    }
    if frames == 0 { throw failure ?? ReadReport.nothing(in: description, path: box.reader.path) }
    let report = box.reader.report(
      frames: frames, nonFiniteSamples: reduction.nonFinite, cause: failure, jumpsWereExact: jumpsWereExact)
    return (reduction.finish(), report)
  }
}
