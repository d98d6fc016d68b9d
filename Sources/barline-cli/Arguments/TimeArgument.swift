// TimeArgument.swift
// A time on the command line: see `ClockTime`.

import ArgumentParser
import WaveformCore

struct TimeArgument: ExpressibleByArgument {
  private let time: ClockTime

  init?(argument: String) {
    guard let time = ClockTime(argument) else { return nil }
    self.time = time
  }

  /// ≥ 0, finite.
  var seconds: Double { time.seconds }

  /// The frame nearest to the time.
  func frame(sampleRate: Int) -> Int { time.frame(sampleRate: sampleRate) }
}
