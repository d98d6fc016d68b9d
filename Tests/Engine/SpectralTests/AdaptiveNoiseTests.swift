// AdaptiveNoiseTests.swift
// Noise that is found out all along, without a profile; and what is no noise.

import Glibc
import Testing
import WaveformCore

@testable import Spectral

struct AdaptiveNoiseTests {
  private static let rate = 8000
  private static let settings = NoiseReductionSettings(isAdaptive: true)

  private static func reduced(
    _ samples: [Float], channels: Int = 1, blocks: [Int] = [4096],
    _ settings: NoiseReductionSettings = settings
  ) throws -> [Float] {
    try NoiseReducerTests.reduced(samples, channels: channels, blocks: blocks, nil, settings, rate: rate)
  }

  private static func power(_ samples: some Sequence<Float>) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) }
  }

  /// By how many dB the samples were lowered.
  private static func lowered(_ samples: [Float], _ out: [Float], _ range: Range<Int>) -> Double {
    10 * log10(power(samples[range]) / power(out[range]))
  }

  /// A tone that comes and goes, three times a second, so that nothing else is never heard for long.
  private static func tone(_ count: Int) -> [Float] {
    (0..<count).map { $0 % 2667 < 2000 ? 0.3 * sinf(Float($0) * 0.345) : 0 }
  }

  @Test func `noise is lowered without a profile, and a tone in it stays`() throws {
    let noise = NoiseReducerTests.noise(12 * Self.rate, amplitude: 0.05), tone = Self.tone(noise.count)
    let alone = try Self.reduced(noise)
    #expect(Self.lowered(noise, alone, 0..<noise.count) > 12, "of 20 dB")
    let samples = zip(noise, tone).map { $0 + $1 }
    let out = try Self.reduced(samples)
    let left = Self.power(zip(out, tone).map { $0 - $1 })
    #expect(left < Self.power(noise) / 5, "\(left / Self.power(noise))")
  }

  @Test(arguments: [8_000, 44_100, 48_000])
  func `a recording is long enough from that length on which is said`(rate: Int) throws {
    let least = NoiseReductionSettings.leastAdaptiveFrames(sampleRate: rate)
    let step = NoiseFollower.step(ShortTimeFormat(sampleRate: rate))
    func isLowered(_ count: Int) throws -> Bool {
      let noise = NoiseReducerTests.noise(count, amplitude: 0.05)
      let out = try NoiseReducerTests.reduced(
        noise, channels: 1, blocks: [4096], nil, Self.settings, rate: rate)
      // Back and forth through the transform rounds.
      return Self.lowered(noise, out, 0..<count) > 0.01
    }
    #expect(try isLowered(least))
    #expect(try !isLowered(least - step))
  }

  @Test func `the noise of each time and each channel is its own`() throws {
    // Quiet to the left until 12 s, loud from then on; the other way round to the right.
    let count = 24 * Self.rate
    let (left, right) = (NoiseReducerTests.noise(count, seed: 2), NoiseReducerTests.noise(count, seed: 3))
    let samples = (0..<2 * count).map { index -> Float in
      let isLate = index / 2 >= count / 2
      return index % 2 == 0 ? left[index / 2] * (isLate ? 1 : 0.1) : right[index / 2] * (isLate ? 0.1 : 1)
    }
    let out = try Self.reduced(samples, channels: 2)
    // Apart from four seconds about the change, that is, where it tells of both.
    for channel in 0..<2 {
      for range in [0..<count / 3, count * 2 / 3..<count] {
        let (before, after) = (samples, out)
        let frames = range.map { $0 * 2 + channel }
        let lowered = 10 * log10(Self.power(frames.map { before[$0] }) / Self.power(frames.map { after[$0] }))
        #expect(lowered > 10, "\(channel), \(range)")
      }
    }
  }

  @Test func `chords without noise stay as they are`() throws {
    let chords: [[Float]] = [[0.173, 0.218, 0.259], [0.154, 0.194, 0.231], [0.206, 0.259, 0.308]]
    let samples = (0..<12 * Self.rate).map { frame -> Float in
      let chord = chords[frame / Self.rate % 3], fade = expf(-Float(frame % Self.rate) / 3000)
      return chord.reduce(0) { $0 + 0.2 * fade * sinf($1 * Float(frame)) }
    }
    let out = try Self.reduced(samples)
    let lost = Self.power(zip(samples, out).map { $0 - $1 })
    #expect(lost < 1e-3 * Self.power(samples), "\(10 * log10(lost / Self.power(samples))) dB")
  }

  @Test func `what is too short to tell, and silence, stay as they are`() throws {
    let short = NoiseReducerTests.noise(Self.rate), out = try Self.reduced(short)
    #expect(zip(short, out).allSatisfy { abs($0 - $1) < 1e-5 })
    let silence = [Float](repeating: 0, count: 6 * Self.rate)
    #expect(try Self.reduced(silence) == silence)
    // Silence between says nothing: behind it the noise is known at once.
    let noise = NoiseReducerTests.noise(18 * Self.rate)
    let cut = noise.indices.map { (6 * Self.rate..<12 * Self.rate).contains($0) ? 0 : noise[$0] }
    let late = 12 * Self.rate + 1000..<18 * Self.rate
    #expect(Self.lowered(cut, try Self.reduced(cut), late) > 12)
  }

  @Test func `a profile that is given is what counts`() throws {
    let samples = NoiseReducerTests.noise(3 * Self.rate, seed: 9)
    let profile = try NoiseReducerTests.profile(rate: Self.rate)
    #expect(
      try NoiseReducerTests.reduced(samples, blocks: [4096], profile, Self.settings)
        == NoiseReducerTests.reduced(samples, blocks: [4096], profile, NoiseReductionSettings()))
  }

  @Test func `blocks of any size give the same samples, at any length, with clicks repaired as well`() throws
  {
    let all = zip(NoiseReducerTests.noise(70_000, amplitude: 0.05), Self.tone(70_000)).map { $0 + $1 }
    var settings = Self.settings
    settings.clicks = 0.5
    for frames in [0, 1, 767, 768, 5000, 13_000, 35_000] {
      let samples = Array(all[..<(2 * frames)])
      let whole = try Self.reduced(samples, channels: 2, blocks: [max(frames, 1)], settings)
      #expect(whole.count == samples.count)
      for blocks in [[1023, 5], [768], [16_384]] {
        #expect(
          try Self.reduced(samples, channels: 2, blocks: blocks, settings) == whole, "\(frames), \(blocks)")
      }
    }
  }

  @Test func `a channel of which too little is known has no say in the others`() throws {
    // Noise to the left; to the right silence, but for a burst of half a second.
    let count = 12 * Self.rate, burst = 6 * Self.rate..<6 * Self.rate + Self.rate / 2
    let left = NoiseReducerTests.noise(count, amplitude: 0.02, seed: 2)
    let right = NoiseReducerTests.noise(count, amplitude: 0.4, seed: 3).enumerated().map {
      burst.contains($0) ? $1 : 0
    }
    let out = try Self.reduced(zip(left, right).flatMap { [$0, $1] }, channels: 2)
    let range = burst.lowerBound + 400..<burst.upperBound - 400
    let lefts = range.map { out[2 * $0] }, rights = range.map { out[2 * $0 + 1] }
    #expect(10 * log10(Self.power(left[range]) / Self.power(lefts)) > 12, "of 20 dB")
    // Nothing of it is taken for noise.
    #expect(zip(rights, right[range]).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test func `the shortest recording whose noise is known is as long as it is said`() throws {
    let least = NoiseReductionSettings.leastAdaptiveFrames(sampleRate: Self.rate)
    #expect((1.5...1.7).contains(Double(least) / Double(Self.rate)))
    let noise = NoiseReducerTests.noise(least), out = try Self.reduced(noise)
    #expect(Self.lowered(noise, out, 0..<least) > 6)
    let short = Array(noise.dropLast()), same = try Self.reduced(short)
    #expect(zip(short, same).allSatisfy { abs($0 - $1) < 1e-5 })
  }
}
