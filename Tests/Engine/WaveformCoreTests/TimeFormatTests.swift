// TimeFormatTests.swift
// Positions and lengths in every way to write them.

import Glibc
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

  @Test(arguments: [8000, 44_100, 48_000, 96_000, 192_000])
  func `a length is never nothing, and is rounded once`(rate: Int) {
    for frames in Array(1...2000) + [rate - 1, rate, rate + 1, 3600 * rate + 1] {
      for format in [TimeFormat.clock, .seconds] {
        let text = format.text(ofLength: frames, sampleRate: rate)
        #expect(text.contains { ("1"..."9").contains($0) }, "\(frames) frames of \(rate): \(text)")
        let decimals = text.split(separator: ".")[1].prefix { $0.isNumber }.count
        let seconds = text.split(separator: "\u{202F}s")[0].split(separator: ":").reduce(0.0) {
          $0 * 60 + Double($1.filter { $0 != "\u{202F}" })!
        }
        let unit = (0..<decimals).reduce(1.0) { unit, _ in unit / 10 }
        #expect(abs(seconds - Double(frames) / Double(rate)) <= unit / 2 * (1 + 1e-6), "\(frames): \(text)")
      }
    }
    #expect(TimeFormat.clock.text(ofLength: 0, sampleRate: rate) == "0:00.000")
  }

  @Test func `two frames are what they are`() {
    #expect(TimeFormat.clock.text(ofLength: 2, sampleRate: 48_000) == "0:00.000042")
    #expect(TimeFormat.seconds.text(ofLength: 12, sampleRate: 48_000) == "0.00025\u{202F}s")
    #expect(TimeFormat.pal25.text(ofLength: 48_000, sampleRate: 48_000) == "00:00:01:00")
    #expect(TimeFormat.pal25.text(ofLength: 1000, sampleRate: 48_000) == "00:00:00:01")
  }

  @Test(arguments: [1, 8000, 11_025, 44_100, 48_000, 96_000, 192_000])
  func `a view's decimals tell its pixels apart, and no more`(rate: Int) {
    var last = 3
    for step in stride(from: 40.0, through: -7, by: -0.25) {
      let framesPerPixel = exp2(step)
      let precision = TimePrecision.ofView(framesPerPixel: framesPerPixel, sampleRate: rate)
      #expect(precision.decimals >= last && (3...6).contains(precision.decimals))
      last = precision.decimals
      let unit = [1e-3, 1e-4, 1e-5, 1e-6][precision.decimals - 3]
      let pixel = framesPerPixel / Double(rate)
      #expect(unit <= max(pixel, 0.1 / Double(rate), 1e-6) * (1 + 1e-6))
      if precision.decimals > 3 { #expect(unit * 10 > max(pixel, 0.1 / Double(rate)) * (1 - 1e-6)) }
    }
    #expect(last == TimePrecision.ofFrames(sampleRate: rate).decimals)
  }

  /// What is written of a frame says which one it is.
  @Test(arguments: [8000, 44_100, 48_000, 96_000, 192_000])
  func `at the finest zoom no two frames look alike`(rate: Int) {
    let precision = TimePrecision.ofView(framesPerPixel: 1.0 / 64, sampleRate: rate)
    for format in [TimeFormat.clock, .seconds] {
      let texts = (0..<5000).map {
        format.text(ofFrame: 3600 * rate + $0, sampleRate: rate, precision: precision)
      }
      #expect(Set(texts).count == texts.count)
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
