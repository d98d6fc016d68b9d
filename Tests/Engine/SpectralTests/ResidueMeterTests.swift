// ResidueMeterTests.swift
// What belongs to the sound in a residue that was made so: noise, copies, halves of both, hum, and the program's own.

import Glibc
import Testing
import WaveformCore

@testable import Spectral

struct ResidueMeterTests {
  private static let rate = 16_000
  /// The least gain of −20 dB.
  private static let floor = 0.1

  /// White noise of four seconds with a root mean square of 1.
  private static func noise(_ seed: UInt64) -> [Double] {
    var state = seed
    return (0..<4 * rate).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Double(state >> 40) / Double(1 << 23) - 1) * 3.0.squareRoot()
    }
  }

  /// Noise that comes and goes four times a second, as syllables do.
  private static let sound = zip(noise(3), 0...).map {
    $0 * max(0, sin(2 * .pi * 4 * Double($1) / Double(rate)))
  }

  private static func slice(_ samples: [Double], channels: Int = 1) -> SampleSlice {
    SampleSlice(
      range: 0..<samples.count, channels: channels,
      samples: samples.flatMap { Array(repeating: Float($0 * 0.01), count: channels) })
  }

  private static func share(
    residue: [Double], clean: [Double], floor: Double = floor, channels: Int = 1
  ) -> Double? {
    let meter = ResidueMeter(sampleRate: rate, floor: floor)
    meter.append(residue: slice(residue, channels: channels), clean: slice(clean, channels: channels))
    return meter.share
  }

  @Test(arguments: [1, 2]) func `noise that has nothing to do with the sound has no share of it`(
    channels: Int
  ) throws {
    let share = try #require(
      Self.share(residue: Self.noise(5), clean: Self.sound, channels: channels))
    #expect(share < 0.01)
  }

  @Test(arguments: [0.01, 0.3, 2]) func `a copy of the sound is all of it, however loud`(gain: Double) throws
  {
    let share = try #require(Self.share(residue: Self.sound.map { $0 * gain }, clean: Self.sound))
    #expect(abs(share - 1) < 1e-3)
  }

  @Test func `a copy and as much noise are a half`() throws {
    let power = Self.sound.reduce(0) { $0 + $1 * $1 } / Double(Self.sound.count)
    let mixed = zip(Self.sound, Self.noise(5)).map { 0.3 * ($0 + $1 * power.squareRoot()) }
    let share = try #require(Self.share(residue: mixed, clean: Self.sound))
    // The larger of two estimates counts in each band, and of narrow ones there are few windows.
    #expect(abs(share - 0.5) < 0.1)
  }

  @Test func `noise that is lowered has no share, though what stays of it is a copy`() throws {
    let noise = Self.noise(5)
    let share = try #require(
      Self.share(residue: noise.map { $0 * (1 - Self.floor) }, clean: noise.map { $0 * Self.floor }))
    #expect(share == 0)
  }

  @Test func `nor has it under a sound that is softer than the noise`() throws {
    let noise = Self.noise(5).map { 3 * $0 }
    let share = try #require(
      Self.share(
        residue: noise.map { $0 * (1 - Self.floor) },
        clean: zip(Self.sound, noise).map { $0 + $1 * Self.floor }))
    #expect(share < 0.02)
  }

  @Test func `steady tones that were subtracted have no share`() throws {
    let hum = (0..<Self.sound.count).map { sin(2 * .pi * 150 * Double($0) / Double(Self.rate)) }
    let share = try #require(Self.share(residue: hum, clean: Self.sound))
    #expect(share < 0.01)
  }

  @Test func `nothing that was taken away, and too little to tell, say nothing`() {
    #expect(Self.share(residue: Self.sound.map { _ in 0 }, clean: Self.sound) == nil)
    let least = Int(ResidueMeter.least * Double(Self.rate))
    #expect(
      Self.share(residue: Array(Self.noise(5)[..<(least / 2)]), clean: Array(Self.sound[..<(least / 2)]))
        == nil)
    let meter = ResidueMeter(sampleRate: 8, floor: 0)
    meter.append(residue: Self.slice(Self.sound), clean: Self.slice(Self.sound))
    #expect(meter.share == nil, "no third octave below half of such a rate")
  }

  @Test func `what is no number is silence`() throws {
    var broken = Self.sound
    broken[7] = .nan
    broken[70] = .infinity
    #expect(try #require(Self.share(residue: Self.noise(5), clean: broken)) < 0.05)
  }

  /// The noise is that of the profile; sound takes turns with it.
  @Test func `of the program's own reduction, more belongs to the sound the more is taken for noise`() throws
  {
    let noise = Self.noise(5).map { $0 * 0.1 }
    let mixed = Self.slice(zip(Self.sound, noise).map { $0 + $1 })
    let profile = try NoiseProfile(Self.slice(noise), sampleRate: Self.rate)
    let shares = try [2.0, 12].map { sensitivity in
      let settings = NoiseReductionSettings(sensitivity: sensitivity)
      let stream = NoiseReductionStream(
        try NoiseReducer(profile, settings: settings, channels: 1, sampleRate: Self.rate), workers: 0)
      var clean: [Float] = []
      mixed.withSamples { stream.append($0) { clean += $0 } }
      stream.finish { clean += $0 }
      let residue = mixed.withSamples { zip($0, clean).map { $0 - $1 } }
      let meter = ResidueMeter(sampleRate: Self.rate, floor: Self.floor)
      meter.append(
        residue: SampleSlice(range: mixed.range, channels: 1, samples: residue),
        clean: SampleSlice(range: mixed.range, channels: 1, samples: clean))
      return try #require(meter.share)
    }
    #expect(shares[1] > 2 * shares[0], "\(shares)")
  }
}
