// TimeFormatTests.swift
// Positions and lengths in every way to write them.

import Testing
import WaveformCore

struct TimeFormatTests {
  @Test func `each format writes the same place`() {
    let frame = 3661 * 48_000 + 24_000
    let expected: [TimeFormat: String] = [
      .clock: "1:01:01.500", .seconds: "3\u{202F}661.500\u{202F}s", .frames: "175\u{202F}752\u{202F}000",
      .film24: "01:01:01:12", .pal25: "01:01:01:12", .ntsc: "01:00:57:25", .ntscDrop: "01:01:01;15",
      .thirty: "01:01:01:15",
    ]
    for format in TimeFormat.allCases {
      #expect(format.text(ofFrame: frame, sampleRate: 48_000) == expected[format], "\(format)")
    }
  }

  @Test func `the settings know every format`() {
    #expect(TimeFormat.allCases.allSatisfy { TimeFormat(rawValue: $0.rawValue) == $0 })
    #expect(Set(TimeFormat.allCases.map(\.rawValue)).count == TimeFormat.allCases.count)
  }

  @Test func `what is left has a minus sign`() {
    #expect(TimeFormat.clock.text(units: -61_001) == "\u{2212}1:01.001")
    #expect(TimeFormat.seconds.text(units: -1) == "\u{2212}0.001\u{202F}s")
    #expect(TimeFormat.frames.text(units: -1234) == "\u{2212}1\u{202F}234")
    #expect(TimeFormat.pal25.text(units: -26) == "\u{2212}00:00:01:01")
    for format in TimeFormat.allCases {
      #expect(!format.text(units: .min).isEmpty && !format.text(units: .max).isEmpty)
    }
  }

  @Test(arguments: TimeFormat.allCases, [1, 8000, 44_100, 48_000])
  func `a position is never shown later than it is, nor a unit early`(format: TimeFormat, rate: Int) {
    var last = 0
    for frame in 0..<20_000 {
      let units = format.units(ofFrame: frame, sampleRate: rate)
      let perSecond = format == .frames ? Double(rate) : format.videoRate.map { $0.framesPerSecond } ?? 1000
      let exact = Double(frame) / Double(rate) * perSecond
      if units < last || Double(units) > exact + 1e-6 || Double(units) <= exact - 1 - 1e-6 {
        Issue.record("\(units) units at frame \(frame), exactly \(exact), after \(last)")
        return
      }
      last = units
    }
  }

  @Test func `start, end and length add up as they are shown`() {
    for format in TimeFormat.allCases {
      for (start, end) in [(0, 1), (1, 2), (44_099, 88_201), (123_456, 7_654_321)] {
        let units = { format.units(ofFrame: $0, sampleRate: 44_100) }
        let length = units(end) - units(start)
        #expect(length >= 0 && units(start) + length == units(end))
      }
    }
  }

  @Test func `digits stand in groups of three`() {
    #expect(grouped(0) == "0" && grouped(999) == "999" && grouped(1000) == "1\u{202F}000")
    #expect(grouped(-1_234_567) == "-1\u{202F}234\u{202F}567" && grouped(-123) == "-123")
  }
}

extension VideoRate {
  fileprivate var framesPerSecond: Double {
    switch self {
    case .film24: 24
    case .pal25: 25
    case .ntsc, .ntscDrop: 30_000 / 1001
    case .thirty: 30
    }
  }
}
