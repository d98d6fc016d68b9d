// TypedTimeTests.swift
// Places, lengths and offsets as they are typed: every form, what each refusal says, and that whatever the program
// writes can be typed again.

import Foundation
import TestSupport
import Testing
import WaveformCore

@Suite struct TypedTimeTests {
  private func typed(
    _ format: TimeFormat = .clock, origin: Int = 0, limits: ClosedRange<Int> = 0...1 << 46
  ) -> TypedTime {
    TypedTime(sampleRate: 8000, length: 80_000, origin: origin, limits: limits, format: format)
  }

  private func problem(_ text: String, _ typed: TypedTime) -> TypedTimeError? {
    do throws(TypedTimeError) {
      let frame = try typed.frame(text)
      Issue.record("“\(text)” is \(frame)")
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    // Clock.
    ("1:30", 720_000), ("0:00.000", 0), ("1:02:03.5", 29_788_000), ("0:1", 8000), ("100:00", 48_000_000),
    // Seconds, and their parts and multiples.
    ("90", 720_000), ("12.5", 100_000), (".5", 4000), ("5.", 40_000), ("12.5s", 100_000), ("12.5 s", 100_000),
    ("12.5\u{202F}s", 100_000), ("250ms", 2000), ("2 min", 960_000), ("2m", 960_000), ("1h", 28_800_000),
    ("1H", 28_800_000), ("0.0625 ms", 1), ("0.00006", 0),
    // Frames.
    ("600f", 600), ("600 frames", 600), ("1 frame", 1), ("48\u{202F}000f", 48_000),
    // A share.
    ("50%", 40_000), ("0 %", 0), ("12.5%", 10_000), ("100%", 80_000), ("200%", 160_000),
    // From here on.
    ("+1.5", 13_000), ("-200f", 800), ("\u{2212}200f", 800), ("+0", 1000), ("+1:00", 481_000), ("+10%", 9000),
    (" \t7 \n", 56_000),
  ]) func `each form means a frame`(text: String, frame: Int) throws {
    #expect(try typed(origin: 1000).frame(text) == frame)
  }

  @Test func `a sign is a sign where offsets are typed`() throws {
    let offset = typed(limits: LaneSettings.offsets)
    for (text, frames) in [
      ("1:30", 720_000), ("+0.25", 2000), ("-0.25", -2000), ("\u{2212}1:00", -480_000), ("0", 0), ("-3f", -3),
    ] {
      #expect(try offset.frame(text) == frames)
    }
    #expect(problem("-99999999999", offset) == .before(LaneSettings.offsets.lowerBound))
  }

  @Test func `a bare number is what the format shows`() throws {
    for format in TimeFormat.allCases {
      #expect(try typed(format).frame("600") == (format == .frames ? 600 : 4_800_000))
      #expect(try typed(format, origin: 100).frame("+600") == (format == .frames ? 700 : 4_800_100))
      #expect(try typed(format).frame("600s") == 4_800_000)
    }
    #expect(problem("1.5", typed(.frames)) == .partOfFrame)
  }

  @Test func `a timecode needs its rate`() throws {
    #expect(try typed(.pal25).frame("00:00:01:05") == 9600)
    #expect(try typed(.film24).frame("1:0:0:0") == 28_800_000)
    #expect(try typed(.ntscDrop).frame("00:01:00;02") == typed(.ntscDrop).frame("00:01:00;00"), "left out")
    #expect(try typed(.pal25, origin: 8000).frame("+0:0:0:1") == 8320)
    #expect(problem("00:00:01:05", typed()) == .noVideoRate)
    #expect(problem("00:01;05", typed()) == .noVideoRate)
    #expect(problem("0:0:0:25", typed(.pal25)) == .videoFrame(25))
    for text in ["0:0:60:0", "0:60:0:0", "0:0:0:", ":::", "0:0:0.5:1", "0:0;1", "123456789:0:0:0"] {
      #expect(problem(text, typed(.pal25)) == .noTimecode, "\(text)")
    }
  }

  @Test(arguments: [
    ("", TypedTimeError.empty), ("  ", .empty), ("1,500", .comma), ("1,000f", .comma), ("1,2,3", .comma),
    ("12,5", .after(100)), ("x", .noTime),
    ("--1", .noTime), ("+-1", .noTime), ("- 1", .noTime), ("-", .noTime), ("s", .noTime), ("%", .noTime),
    (".", .noTime), ("1.2.3", .noTime), ("1e3", .noTime), ("nan", .noTime), ("inf", .noTime),
    ("0x10", .noTime),
    ("1 2", .noTime), ("5 apples", .noTime), ("5sf", .noTime), ("٣", .noTime), ("1:60", .noClock),
    ("1:", .noClock), (":", .noClock), ("1.5:00", .noClock), ("1:2 s", .noClock), ("1:60:00", .noClock),
    ("1.5f", .partOfFrame), ("-0.5f", .partOfFrame), ("-1", .before(0)), ("-200f", .before(0)),
    ("101f", .after(100)), ("1:00:00", .after(100)), ("50%", .after(100)),
    ("999999999999999999999999999", .after(100)), ("1" + String(repeating: "0", count: 40), .noTime),
  ]) func `anything else is refused, with the reason`(text: String, error: TypedTimeError) {
    let found = problem(text, typed(limits: 0...100))
    #expect(found == error)
    let message = found?.message { "frame \($0)" } ?? ""
    #expect(message.hasSuffix(".") && message.first?.isUppercase == true && message.count < 90, "\(message)")
  }

  @Test(arguments: TimeFormat.allCases, [8000, 11_025, 44_100, 48_000, 96_000, 768_000])
  func `what is written can be typed`(format: TimeFormat, rate: Int) throws {
    let typed = TypedTime(
      sampleRate: rate, length: 1 << 40, origin: 77, limits: 0...1 << 40, format: format)
    let precision = TimePrecision.ofFrames(sampleRate: rate)
    var state: UInt64 = 3
    for turn in 0..<3000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let frame = turn < 300 ? turn : Int(state >> 33) % (rate * [1, 100, 5000, 400_000][turn % 4])
      let text = format.text(ofFrame: frame, sampleRate: rate, precision: precision)
      let found = try typed.frame(text)
      if format.videoRate != nil {
        // Of the frames that a picture lasts, one is meant.
        #expect(format.text(ofFrame: found, sampleRate: rate) == text && found <= frame)
      } else {
        // A microsecond is a frame at most.
        #expect(abs(found - frame) <= (rate > 100_000 ? 1 : 0), "\(text)")
      }
      let length = format.text(ofLength: frame, sampleRate: rate, precision: precision)
      let step = format.videoRate.map { rate / $0.nominal + 1 } ?? 1
      #expect(abs(try typed.frame(length) - frame) <= step, "\(length)")
    }
  }

  @Test func `any text is a frame within the limits, or refused`() {
    let parts = [
      "0", "1", "59", "60", "59.999", ".", ":", ";", "-", "+", "%", "f", "s", "ms", "h", "frames", " ", ",",
      "\u{202F}",
      "9999999999999999", "٣", "é", "\u{0}", "🎈", "\u{2212}", "1e9", "x",
    ]
    var state: UInt64 = 9
    func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var accepted = 0
    let count = Campaign.inputs(20_000)
    for _ in 0..<count {
      let text = (0...below(6)).map { _ in parts[below(parts.count)] }.joined()
      let low = below(3) * -1000, high = [0, 100, 1 << 46, .max][below(4)]
      let typed = TypedTime(
        sampleRate: [1, 8000, 768_000, .max][below(4)], length: [0, 1000, 1 << 46][below(3)],
        origin: below(1000),
        limits: low...high, format: TimeFormat.allCases[below(8)])
      guard let frame = try? typed.frame(text) else { continue }
      accepted += 1
      #expect(frame >= low && frame <= high, "\(text)")
    }
    #expect(accepted > count / 100 && accepted < count / 2, "\(accepted)")
  }
}
