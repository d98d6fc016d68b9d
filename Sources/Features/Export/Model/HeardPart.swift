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
import WaveformModel

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
  /// Computes it once more; nil: it is a recording.
  let computed: (@Sendable () -> any SampleSource)?
  /// What lets only some frequencies pass; nil: all are heard.
  let pass: BandPass?
  /// What became of its reading.
  let report: ReadReport?

  /// True when its samples are those of its file.
  var isAsRead: Bool { computed == nil && pass == nil }

  /// Where it ends on the time axis.
  var end: Int { placement.end(ofLength: length) }

  /// Its samples, read anew from the file. The caller cancels the source.
  func voice() -> PlayerVoice {
    var source: any SampleSource = computed?() ?? WholeSource(path, options, description, length: length)
    if let sounding { source = ChannelSource(source, sounding: sounding) }
    if let pass { source = BandSource(source, pass, isOwner: true) }
    return PlayerVoice(
      source: source, layout: description.layout, offset: placement.offset)
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
