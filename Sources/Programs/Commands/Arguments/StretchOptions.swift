// StretchOptions.swift
// A part of a recording that is worked on as if it had been cut out.

import ArgumentParser
import AudioFormats
import Localization
import WaveformCore

struct StretchOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: Sentence("Where the stretch begins: seconds, or [h:]m:s.").help(valueName: "time"))
  var start: TimeArgument?

  @Option(
    name: .shortAndLong,
    help: Sentence("Where the stretch ends: seconds, or [h:]m:s.").help(valueName: "time"))
  var end: TimeArgument?

  func validate() throws {
    if let end, end.seconds <= start?.seconds ?? 0 {
      throw ValidationError(localized("--end must be later than --start."))
    }
  }

  /// True for the whole recording.
  var isWhole: Bool { start == nil && end == nil }

  func frames(of description: AudioDescription) -> FrameRange {
    (start?.frame(sampleRate: description.sampleRate) ?? 0)..<(end?.frame(sampleRate: description.sampleRate)
      ?? .max)
  }
}
