// NoiseLevelsTests.swift
// Noise that gets louder and softer, and sounds that are no noise.

import Glibc
import Testing
import WaveformCore

@testable import Spectral

struct NoiseLevelsTests {
  private static let rate = 8000

  private static func reduced(
    _ samples: [Float], channels: Int = 1, blocks: [Int] = [4096], follows: Bool = true
  ) throws -> [Float] {
    try NoiseReducerTests.reduced(
      samples, channels: channels, blocks: blocks, NoiseReducerTests.profile(rate: rate, channels: channels),
      NoiseReductionSettings(sensitivity: 6, smoothing: 3, followsLevel: follows))
  }

  /// By how many dB the samples were lowered.
  private static func lowered(_ samples: [Float], _ out: [Float], _ range: Range<Int>) -> Double {
    let power = { (samples: [Float]) in samples[range].reduce(0.0) { $0 + Double($1) * Double($1) } }
    return 10 * log10(power(samples) / power(out))
  }

  /// Ten seconds of noise, so much louder than the profile's from its middle on.
  private static func noise(louderBy decibels: Double) -> [Float] {
    let factor = Float(pow(10, decibels / 20))
    return NoiseReducerTests.noise(10 * rate, seed: 21).enumerated().map { $1 * ($0 < 5 * rate ? 1 : factor) }
  }

  @Test func `noise of the profile's level is reduced as without following`() throws {
    let samples = NoiseReducerTests.noise(6 * Self.rate, seed: 4)
    #expect(try Self.reduced(samples) == Self.reduced(samples, follows: false))
  }

  @Test func `noise that gets louder is lowered as before`() throws {
    let samples = Self.noise(louderBy: 8)
    let late = 8 * Self.rate..<10 * Self.rate
    let (with, without) = try (Self.reduced(samples), Self.reduced(samples, follows: false))
    #expect(with.count == samples.count)
    #expect(Self.lowered(samples, with, late) > 18, "of 20 dB")
    // Without, much of it is louder than what counts as noise.
    #expect(Self.lowered(samples, without, late) < Self.lowered(samples, with, late) - 3)
  }

  @Test func `a sound stays that the noise covered before it became softer`() throws {
    var samples = Self.noise(louderBy: -9)
    let late = 8 * Self.rate..<9 * Self.rate
    let softer = NoiseReducerTests.noise(samples.count, amplitude: 0.1, seed: 77)
    // What begins is as loud as the noise of the profile.
    for index in late { samples[index] += softer[index] }
    let (with, without) = try (Self.reduced(samples), Self.reduced(samples, follows: false))
    #expect(Self.lowered(samples, with, late) < Self.lowered(samples, without, late) - 6)
  }

  @Test func `steady partials are not taken for louder noise`() throws {
    var samples = NoiseReducerTests.noise(6 * Self.rate, seed: 6)
    for index in samples.indices {
      for partial in 1...8 { samples[index] += 0.1 * sinf(Float(index * partial) * 0.345) }
    }
    let (with, without) = try (Self.reduced(samples), Self.reduced(samples, follows: false))
    // Taken for noise that is 10 dB louder, they would lose decibels.
    #expect(
      abs(Self.lowered(samples, with, 0..<samples.count) - Self.lowered(samples, without, 0..<samples.count))
        < 0.5)
  }

  @Test func `blocks of any size give the same samples, at any length`() throws {
    for frames in [0, 1, 511, 512, 1023, 1024, 1025, 13_000, 30_001] {
      let samples = Array(Self.noise(louderBy: 6)[..<(2 * frames)])
      let whole = try Self.reduced(samples, channels: 2, blocks: [max(frames, 1)])
      #expect(whole.count == samples.count)
      for blocks in [[1, 700, 3], [1024], [1023], [1025, 40_000]] {
        #expect(try Self.reduced(samples, channels: 2, blocks: blocks) == whole, "\(frames), \(blocks)")
      }
    }
  }

  @Test func `bands cover every bin of every window`() {
    for power in 5...17 {
      let count = (1 << power) / 2 + 1, bins = NoiseBands(binCount: count).bins
      #expect(bins.flatMap { Array($0) } == Array(0..<count))
      #expect(bins.allSatisfy { $0.count >= min(12, count) })
    }
  }

  @Test func `small changes of level are chance, and large ones have an end`() {
    for level in stride(from: -20.0, through: 20, by: 0.25) {
      let change = NoiseLevels.followed(level)
      #expect(change == -NoiseLevels.followed(-level) && abs(change) <= min(abs(level), 10))
      if abs(level) < 1.5 { #expect(change == 0) }
      if (3...10).contains(level) { #expect(change == level) }
    }
  }
}
