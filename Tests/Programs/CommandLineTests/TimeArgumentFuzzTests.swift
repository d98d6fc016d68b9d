// TimeArgumentFuzzTests.swift
// Times on the command line: whatever is typed is a time or is refused.

import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct TimeArgumentFuzzTests {
  @Test func `any text is a time that can be a frame, or no time`() {
    let parts = [
      "0", "1", "59", "60", "59.999", "90", ".", ":", "-", "1e9", "nan", "inf", "0x10", " ", "",
      "9999999999999999",
    ]
    let scalars = Array("0123456789:.-e+ ١٢\u{0}٫abc".unicodeScalars)
    let count = Campaign.inputs(20_000)
    var state: UInt64 = 9
    func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var accepted = 0
    for _ in 0..<count {
      var text = ""
      for _ in 0...below(4) {
        text += below(3) == 0 ? String(scalars[below(scalars.count)]) : parts[below(parts.count)]
        if below(3) == 0 { text += ":" }
      }
      guard let time = TimeArgument(argument: text) else { continue }
      accepted += 1
      #expect(time.seconds.isFinite && time.seconds >= 0, "\(text)")
      for rate in [1, 8000, 768_000, .max] { #expect(time.frame(sampleRate: rate) >= 0, "\(text)") }
      #expect(text.utf8.allSatisfy { (48...58).contains($0) || $0 == 46 }, "\(text)")
    }
    #expect(accepted > count / 100)
  }
}
