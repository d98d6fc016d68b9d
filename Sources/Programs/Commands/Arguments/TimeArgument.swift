// TimeArgument.swift
// Times and stretches on the command line: "1:30" (see `ClockTime`), "1.5..3", "1:30..1:32.250".

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

struct TimeRangeArgument: ExpressibleByArgument {
  let start: TimeArgument, end: TimeArgument

  init?(argument: String) {
    // Try each ".." until there is a time on both sides. "1...5" would be 1 to .5, which is not a range.
    var index = argument.startIndex
    while let next = argument.index(index, offsetBy: 2, limitedBy: argument.endIndex) {
      if argument[index..<next] == "..", let start = TimeArgument(argument: String(argument[..<index])),
        let end = TimeArgument(argument: String(argument[next...])), start.seconds < end.seconds
      {
        (self.start, self.end) = (start, end)
        return
      }
      index = argument.index(after: index)
    }
    return nil
  }

  /// The frames nearest to both times.
  func frames(sampleRate: Int) -> FrameRange {
    start.frame(sampleRate: sampleRate)..<end.frame(sampleRate: sampleRate)
  }
}
