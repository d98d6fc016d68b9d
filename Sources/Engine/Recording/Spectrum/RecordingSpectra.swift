// RecordingSpectra.swift
// Makes the coarse spectra of a whole recording, on the calling thread and as many others as its decoder allows, or takes
// them from the cache.

import AudioDecoding
import AudioFormats
import Decoding
import HostIO
import Localization
import Spectral
import SystemPackage
import WaveformCore

/// The coarse spectra of a recording.
public enum RecordingSpectra {
  /// Those of a file: from the cache, where they are, or made and kept there.
  ///
  /// - Parameters:
  ///   - description: of the file as it was opened for its peaks: it says what a kept entry is of. Making
  ///     spectra fails when the file has become another one since: they would stand under the wrong waveform.
  ///   - opened: gets the pyramid before it is filled.
  ///   - progressed: called with frames that were read, on any thread, one call at a time.
  /// - Returns: nil when `goesOn` ended it.
  public static func pyramid(
    of path: FilePath, options: OpenOptions, description: AudioDescription, settings: SpectrogramSettings,
    cache: PeakCache?, opened: (SpectrogramPyramid) -> Void = { _ in },
    goesOn: @escaping @Sendable () -> Bool = { true },
    progressed: @escaping (_ frames: Int) -> Void = { _ in }
  ) throws(AudioFileError) -> SpectrogramPyramid? {
    let file = try FileBytes.open(path, options, goesOn: goesOn)
    func check(_ now: FileState?) throws(AudioFileError) {
      // What a file has gained its length will tell.
      guard let opened = description.fileState, now?.mayContinue(opened) != true else { return }
      throw AudioFileError(.damaged, path: path, detail: Sentence("it was changed while it was open"))
    }
    try check(file.state)
    let key = PeakCacheKey(file.state, path: path, options: options)
    let format = SpectrumFormat(settings, sampleRate: description.sampleRate)
    if let kept = cache?.spectra(for: key, format, channels: description.channels) {
      opened(kept)
      return kept
    }
    let began = MonotonicTime.milliseconds
    let box: ReaderBox
    do throws(AudioFileError) {
      box = ReaderBox(try AudioFileReader(file, path: path, options: options))
    } catch {
      guard goesOn() else { return nil }
      throw error
    }
    let (pyramid, report) =
      box.reader.description.precision == .bits16
      ? try read(Int16.self, box, options, format, opened, goesOn, progressed)
      : try read(Float.self, box, options, format, opened, goesOn, progressed)
    guard let report else { return nil }
    let now = file.currentState
    try check(now)
    cache?.keep(
      pyramid, description, report, for: key,
      now: now.map { PeakCacheKey($0, path: path, options: options) },
      milliseconds: MonotonicTime.milliseconds - began)
    return pyramid
  }

  private static func read<Sample: DecodedSample & PeakSample>(
    _: Sample.Type, _ box: ReaderBox, _ options: OpenOptions, _ format: SpectrumFormat,
    _ opened: (SpectrogramPyramid) -> Void, _ goesOn: @escaping @Sendable () -> Bool,
    _ progressed: @escaping (Int) -> Void
  ) throws(AudioFileError) -> (SpectrogramPyramid, ReadReport?) {
    let description = box.reader.description
    let pyramid = SpectrogramPyramid(
      format, channels: description.channels, expectedFrames: description.expectedFrames)
    opened(pyramid)
    let pass = RecordingPass(
      box, into: SpectrogramTaker<Sample>(pyramid), options: options, blocks: .constant(65_536),
      goesOn: goesOn, progressed: progressed)
    return (pyramid, try pass.run())
  }

  /// Those of samples that are in no file, such as those of a clean waveform, on the calling thread.
  ///
  /// - Parameter length: frames of the source.
  /// - Returns: nil when `goesOn` ended it.
  public static func pyramid(
    of source: any SampleSource, length: Int, settings: SpectrogramSettings,
    opened: (SpectrogramPyramid) -> Void = { _ in }, goesOn: () -> Bool,
    progressed: (_ frames: Int) -> Void = { _ in }
  ) throws(AudioFileError) -> SpectrogramPyramid? {
    let pyramid = SpectrogramPyramid(
      SpectrumFormat(settings, sampleRate: source.sampleRate), channels: source.channels,
      expectedFrames: length)
    opened(pyramid)
    let taker = SpectrogramTaker<Float>(pyramid)
    return try source.take(length, into: taker, goesOn: goesOn, progressed: progressed) ? pyramid : nil
  }
}
