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

/// What a profile says of a noise that changes.
struct ChangingProfileTests {
  private static let rate = 8000

  private static func channel(_ spreads: [Float]) -> NoiseProfile.Channel {
    NoiseProfile.Channel(
      mean: Array(repeating: 2, count: spreads.count), deviation: spreads.map { 2 * $0 })
  }

  private static func isChanging(_ spreads: [Float]) -> Bool {
    NoiseProfile(sampleRate: rate, channels: [channel(spreads)]).isChanging
  }

  @Test func `a few narrow bins do not make a noise one that changes`() {
    // A beep in a twentieth of the bins: their mean would be 1.2.
    let beep = (0..<200).map { Float($0 < 10 ? 5 : 1) }
    #expect(Self.channel(beep).spread == 1 && !Self.isChanging(beep))
    // What an encoder has cut off, and where there is nothing at all.
    #expect(Self.channel(beep.map { $0 == 1 ? 1 : 0 }).spread == 1)
    let nothing = NoiseProfile.Channel(mean: [0, 0], deviation: [0, 0])
    #expect(nothing.spread == 1)
  }

  @Test func `a level that varies shows in the spread, and single events are no level`() {
    for (spread, isChanging) in [
      (0.5, false), (1, false), (1.02, false), (1.04, true), (1.19, true), (1.3, false),
    ] {
      #expect(Self.isChanging(Array(repeating: Float(spread), count: 100)) == isChanging, "\(spread)")
    }
    // √(1 + 2v) of its relative variance v.
    let samples = NoiseReducerTests.noise(20 * Self.rate, seed: 5).enumerated().map { index, noise in
      noise * sqrtf(1 + 0.4 * sinf(Float(index) * 2 * .pi / Float(Self.rate)))
    }
    let slice = SampleSlice(range: 0..<samples.count, channels: 1, samples: samples)
    let spread = try? NoiseProfile(slice, sampleRate: Self.rate).channels[0].spread
    #expect(abs((spread ?? 0) - sqrtf(1 + 2 * 0.4 * 0.4 / 2)) < 0.02, "\(spread ?? 0)")
  }

  @Test(arguments: NoiseReductionEffort.allCases)
  func `a noise that rises within its profile is followed without being asked`(effort: NoiseReductionEffort)
    throws
  {
    // It goes on rising by 2 dB a second for eight seconds.
    let samples = NoiseReducerTests.noise(8 * Self.rate, seed: 9).enumerated().map { index, noise in
      noise * Float(pow(10, 2 * Double(index) / Double(Self.rate) / 20))
    }
    let slice = SampleSlice(
      range: 0..<2 * Self.rate, channels: 1, samples: Array(samples[..<(2 * Self.rate)]))
    let profile = try NoiseProfile(slice, sampleRate: Self.rate)
    #expect(profile.isChanging)
    let settings = NoiseReductionSettings()
    func reduced(_ settings: NoiseReductionSettings) throws -> [Float] {
      try NoiseReducerTests.reduced(samples, blocks: [4096], profile, settings, effort: effort)
    }
    var chosen = settings
    chosen.followsLevel = true
    let out = try reduced(settings)
    #expect(try out == reduced(chosen))
    let late = 5 * Self.rate..<7 * Self.rate
    let lowered =
      10 * log10(NoiseReducerTests.power(samples[late]) / NoiseReducerTests.power(out[late]))
    #expect(lowered > 15, "\(lowered) of 20 dB")
    // A preview reads as far about a place as that needs.
    #expect(
      NoiseReach(profile, settings, sampleRate: Self.rate)
        == NoiseReach(profile, chosen, sampleRate: Self.rate))
  }

  @Test func `single sounds have no level that could be followed, and a noise that swells has`() throws {
    let speech = try RealSound("speech.wav", seconds: 6), hits = try RealSound("tabla.flac", seconds: 3)
    // Drums beside the microphone as the noise, and hiss that swells by 12 dB within two seconds.
    let hiss = NoiseReducerTests.noise(2 * hits.rate, amplitude: 0.02).enumerated().map { index, noise in
      noise * Float(pow(10, 0.6 * sin(.pi * Double(index) / Double(2 * hits.rate))))
    }
    for (noise, isFollowed) in [(Array(hits.samples[..<(2 * hits.rate)]), false), (hiss, true)] {
      let profile = try NoiseProfile(
        SampleSlice(range: 0..<noise.count, channels: 1, samples: noise), sampleRate: hits.rate)
      #expect(profile.isScattered != isFollowed)
      func reduced(follows: Bool) throws -> [Float] {
        try NoiseReducerTests.reduced(
          noise + speech.samples, blocks: [4096], profile, NoiseReductionSettings(followsLevel: follows))
      }
      #expect(try (reduced(follows: true) != reduced(follows: false)) == isFollowed)
    }
  }
}
