// HeardPart.swift
// One recording of a mix that is exported, or its clean version: what is needed to read it once more, whatever becomes
// of its lane meanwhile. A value.

import AudioFormats
import HostIO
import Localization
import Playback
import Recording
import Spectral
import SystemPackage
import WaveformCore

/// A waveform that sounds, as it was when the mix was chosen.
struct HeardPart: Sendable {
  /// What it is called in sentences.
  let name: String
  let path: FilePath
  let options: OpenOptions
  let description: AudioDescription
  /// Frames of the recording.
  let length: Int
  let placement: LanePlacement
  let gain: Float
  /// The channels that sound; nil: all.
  let sounding: Set<Int>?
  /// What takes its noise away; nil: it is heard as it is.
  let reduction: NoiseRecipe?
  /// Two recordings of which it is the difference; nil: it is a recording.
  var difference: ComparedCopy?
  /// What lets only some frequencies pass; nil: all are heard.
  let pass: BandPass?
  /// What became of its reading.
  let report: ReadReport?

  /// Where it ends on the time axis.
  var end: Int { placement.end(ofLength: length) }

  /// Its samples, read anew from the file. The caller cancels the source.
  func voice() -> PlayerVoice {
    var source = difference?.source() ?? Self.whole(path, options, description, length: length)
    if let reduction {
      source = ReducedSource(source, length: length, reduction.effectiveProfile, reduction.settings)
    }
    if let sounding { source = ChannelSource(source, sounding: sounding) }
    if let pass { source = BandSource(source, pass, isOwner: true) }
    return PlayerVoice(
      source: source, layout: description.layout, offset: placement.offset)
  }

  /// The samples of a file or a function, read anew: what is missing at their end is an error. The caller cancels the source.
  static func whole(
    _ path: FilePath, _ options: OpenOptions, _ description: AudioDescription, length: Int
  ) -> any SampleSource {
    let source: any SampleSource =
      options.function.map { FunctionSource($0) }
      ?? FileSampleSource(path: path, options: options, description: description)
    return WholeSource(source, path: path, length: length)
  }

  /// What is damaged in a stretch of the mix, in sentences.
  ///
  /// - Parameter range: frames of the time axis.
  func losses(in range: FrameRange) -> [String] {
    guard let report else { return [] }
    let own = placement.frames(ofAxis: range).clamped(toLength: length)
    let sentences =
      own == 0..<length ? report.warnings : own.isEmpty ? [] : report.warnings(in: own, nonFinite: 0)
    // Translators: the name of a recording, and a sentence about it
    return sentences.map { localized("“\(name)”: \($0)") }
  }

  /// That its rate is not that of the time axis; nil when it is.
  func conversion(to sampleRate: Int) -> String? {
    guard description.sampleRate != sampleRate else { return nil }
    // Translators: the name of a recording, and its rate, such as 44.1 kHz
    return localized("“\(name)” is converted from \(SoundShape.text(ofRate: description.sampleRate)).")
  }
}

/// A source that must have a certain length: what playback would pass over in silence is an error for a file.
private final class WholeSource: SampleSource {
  private let file: any SampleSource
  private let path: FilePath
  private let length: Int
  var channels: Int { file.channels }
  var sampleRate: Int { file.sampleRate }
  var access: SampleAccess { file.access }

  init(_ file: any SampleSource, path: FilePath, length: Int) {
    self.file = file
    self.path = path
    self.length = length
  }

  func read(_ range: FrameRange) throws(AudioFileError) -> SampleSlice {
    let slice = try file.read(range.clamped(toLength: length))
    guard slice.range.upperBound >= min(range.upperBound, length) else {
      throw AudioFileError(
        .readFailed, path: path, detail: Sentence("it ended before all was read; reload it"))
    }
    return slice
  }

  func cancel() { file.cancel() }
}
