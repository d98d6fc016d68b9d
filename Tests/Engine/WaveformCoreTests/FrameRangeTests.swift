// FrameRangeTests.swift
// Stretches of frames against the ends of a recording.

import Testing
import WaveformCore

struct FrameRangeTests {
  @Test func `what lies inside a recording is what both have`() {
    for length in 0...6 {
      for lower in -3...9 {
        for upper in lower...9 {
          let inside = (lower..<upper).clamped(toLength: length)
          #expect(Array(inside) == (lower..<upper).filter { (0..<length).contains($0) })
          #expect(inside.lowerBound >= 0 && inside.upperBound <= length)
        }
      }
    }
  }

  @Test func `the longest range does not overflow`() {
    #expect((Int.min..<Int.max).clamped(toLength: 10) == 0..<10)
    #expect((Int.min..<Int.max).clamped(toLength: .max) == 0..<Int.max)
  }
}
