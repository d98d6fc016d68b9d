// SampleRoundingTests.swift
// From full scale to integers: what was read comes back, and what is beyond does no harm.

import Testing

@testable import AudioFormats

struct SampleRoundingTests {
  static func shorts(_ samples: [Float]) -> [Int16] {
    var out = [Int16](repeating: 77, count: samples.count)
    SampleRounding.round(samples, samples.count, into: &out)
    return out
  }

  static func integers(_ samples: [Float]) -> [Int32] {
    var out = [Int32](repeating: 77, count: samples.count)
    SampleRounding.round(samples, samples.count, into: &out)
    return out
  }

  @Test func `every integer of 16 bits comes back, at any count`() {
    let all = (Int(Int16.min)...Int(Int16.max)).map { Int16($0) }
    let samples = all.map { Float($0) / 32_768 }
    #expect(Self.shorts(samples) == all)
    for count in 0..<20 { #expect(Self.shorts(Array(samples[..<count])) == Array(all[..<count])) }
  }

  @Test func `integers of 24 bits come back`() {
    let least = -(1 << 23), most = 1 << 23 - 1
    let edges = [least, least + 1, least + 2, -129, -128, -127, -1, 0, 1, 127, 128, 129, most - 1, most]
    let all = edges + stride(from: least, through: most, by: 97)
    #expect(Self.integers(all.map { Float($0) / Float(1 << 23) }) == all.map { Int32($0 << 8) })
  }

  @Test func `between integers the nearest one is taken, and beyond full scale the last one`() {
    let values: [Float] = [0.49, 0.51, -0.49, -0.51, 1.5, 2.5, -1.5, 1000.7, 40_000, -40_000, 1e30, -1e30]
    let expected = [0, 1, 0, -1, 2, 2, -2, 1001, 32_767, -32_768, 32_767, -32_768]
    #expect(Self.shorts(values.map { $0 / 32_768 }) == expected.map { Int16($0) })
    #expect(Self.shorts([.nan, .infinity, -.infinity]) == [0, 32_767, -32_768])
    let wide: [Float] = [0.49, 0.51, -0.51, 2.5, 4_194_303.5, 1e9, -1e9]
    let wideExpected = [0, 1, -1, 2, 4_194_304, 1 << 23 - 1, -(1 << 23)]
    #expect(Self.integers(wide.map { $0 / Float(1 << 23) }) == wideExpected.map { Int32($0 << 8) })
    // Whole vectors of them, too.
    for (value, short, integer) in [
      (Float.nan, 0, 0), (.infinity, 32_767, 1 << 23 - 1), (-.infinity, -32_768, -(1 << 23)),
      (2, 32_767, 1 << 23 - 1),
    ] {
      #expect(Self.shorts(Array(repeating: value, count: 9)) == Array(repeating: Int16(short), count: 9))
      #expect(
        Self.integers(Array(repeating: value, count: 9)) == Array(repeating: Int32(integer << 8), count: 9))
    }
  }
}
