// NoiseProfileTests.swift
// What is measured of a noise, and the small file that it is kept in.

import Glibc
import Testing
import WaveformCore

@testable import Spectral

struct NoiseProfileTests {
  @Test func `white noise is as loud at every frequency, and as spread as its mean`() throws {
    let rate = 44_100
    let samples = NoiseReducerTests.noise(20 * rate, amplitude: 0.3)
    let profile = try NoiseProfile(
      SampleSlice(range: 0..<20 * rate, channels: 1, samples: samples), sampleRate: rate)
    let format = profile.format
    #expect(format.size == 2048 && format.hop == 512 && profile.channels[0].mean.count == 1025)
    // The power of a window is that of its samples times Σw² = size / 2.
    let power = samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count) * 1024
    for bin in 1..<1024 {
      let mean = Double(profile.channels[0].mean[bin]), deviation = Double(profile.channels[0].deviation[bin])
      #expect(abs(mean / power - 1) < 0.3)
      #expect(abs(deviation / mean - 1) < 0.4)
    }
  }

  @Test func `a hum is a line, and its level is the hum's`() throws {
    let rate = 44_100
    // In the middle of bin 64, 60 dB above some noise.
    let samples = NoiseReducerTests.noise(rate, amplitude: 0.0005).enumerated().map {
      $1 + 0.5 * sinf(2 * .pi * Float($0 % 32) / 32)
    }
    let profile = try NoiseProfile(
      SampleSlice(range: 0..<rate, channels: 1, samples: samples), sampleRate: rate)
    #expect(abs(profile.levels[64] + 6.02) < 0.05)
    // The window's side lobes fall by 12 dB an octave.
    #expect(profile.levels[32] < -75)
    let line = try #require(profile.channels[0].lines.first)
    #expect(profile.channels[0].lines.count == 1)
    #expect(abs(line.frequency - 44_100 / 32) < 0.01 && abs(line.amplitude - 0.5) < 0.001)
    // What is left is 60 dB below the line, where all of it would have (½ · Σw / 2)².
    let sum = profile.format.window().reduce(0, +)
    #expect(profile.channels[0].mean[64] < 1e-6 * (0.5 * sum / 2) * (0.5 * sum / 2))
  }

  @Test func `a short hum stays in the spectrum, without spread`() throws {
    let samples = (0..<8192).map { 0.5 * sinf(2 * .pi * Float($0 % 32) / 32) }
    let profile = try NoiseProfile(
      SampleSlice(range: 0..<8192, channels: 1, samples: samples), sampleRate: 44_100)
    #expect(profile.channels[0].lines.isEmpty && abs(profile.levels[64] + 6.02) < 0.05)
    #expect(profile.channels[0].deviation[64] < profile.channels[0].mean[64] / 1000)
  }

  @Test func `channels have profiles of their own, and their mean where there are fewer`() throws {
    let noise = NoiseReducerTests.noise(44_100, amplitude: 0.2)
    let samples = noise.flatMap { [$0, $0 * 2] }
    let slice = SampleSlice(range: 0..<44_100, channels: 2, samples: samples)
    let profile = try NoiseProfile(slice, sampleRate: 44_100)
    #expect(abs(profile.channels[1].mean[100] / profile.channels[0].mean[100] - 4) < 1e-3)
    #expect(profile.channels(for: 2) == profile.channels)
    let mixed = profile.channels(for: 3)
    let ratio = mixed[2].mean[100] / profile.channels[0].mean[100]
    #expect(mixed.count == 3 && abs(ratio - 2.5) < 1e-3)
  }

  @Test func `too short a stretch and silence are refused`() {
    let least = NoiseProfile.leastFrames(sampleRate: 44_100)
    func profile(_ samples: [Float]) throws -> NoiseProfile {
      try NoiseProfile(
        SampleSlice(range: 0..<samples.count, channels: 1, samples: samples), sampleRate: 44_100)
    }
    #expect(throws: NoiseProfileError.tooShort(frames: least - 1, least: least, sampleRate: 44_100)) {
      try profile(NoiseReducerTests.noise(least - 1))
    }
    #expect(throws: Never.self) { try profile(NoiseReducerTests.noise(least)) }
    #expect(throws: NoiseProfileError.silent) { try profile(Array(repeating: 0, count: least)) }
    #expect(
      NoiseProfileError.tooShort(frames: 441, least: least, sampleRate: 44_100).message.contains("10 ms"))
  }

  // MARK: The file

  static let small = NoiseProfile(
    sampleRate: 700,
    channels: (0..<2).map { channel in
      let bins = ShortTimeFormat(sampleRate: 700).binCount
      return NoiseProfile.Channel(
        mean: (0..<bins).map { Float($0 + channel) * 1e-7 }, deviation: (0..<bins).map { 1 / Float($0 + 1) },
        lines: (0..<channel).map { NoiseLine(frequency: 50.1 * Double($0 + 1), amplitude: 0.25) })
    })

  @Test func `what is kept comes back bit for bit`() throws {
    #expect(NoiseProfile(bytes: Self.small.bytes) == Self.small)
    let real = try NoiseReducerTests.profile(channels: 2)
    #expect(NoiseProfile(bytes: real.bytes) == real)
  }

  @Test func `a file of the first version keeps its windows`() throws {
    // 512 samples, where they are 384 by now.
    let bins = 257
    let text =
      "Barline noise profile 1\nrate 8000\nchannels 1\n" + String(repeating: "0.5 0.25\n", count: bins)
    let profile = try #require(NoiseProfile(bytes: NoiseProfile.checked(Array(text.utf8))))
    #expect(profile.format.size == 512 && profile.channels[0].mean.count == bins)
    #expect(profile.channels[0].lines.isEmpty)
    #expect(NoiseProfile(bytes: profile.bytes) == profile)
    let samples = NoiseReducerTests.noise(9000)
    let out = try NoiseReducerTests.reduced(
      samples, blocks: [1000], profile, NoiseReductionSettings(reduction: 0))
    #expect(zip(out, samples).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test func `a file with any byte changed, cut anywhere or lengthened is refused`() {
    let bytes = Self.small.bytes
    for index in bytes.indices {
      for change in [1, 2, 0x10, 0x80] as [UInt8] {
        var damaged = bytes
        damaged[index] ^= change
        #expect(NoiseProfile(bytes: damaged) == nil, "byte \(index)")
      }
      #expect(NoiseProfile(bytes: Array(bytes[..<index])) == nil)
    }
    #expect(NoiseProfile(bytes: bytes + [10]) == nil)
    #expect(NoiseProfile(bytes: []) == nil)
  }

  @Test(arguments: [
    ("rate 700", "rate 0"), ("channels 2", "channels 0"),
    ("channels 2", "channels 3"),
    ("channels 2", "channels 99999999999999999999"), ("0.0 1.0", "-1.0 1.0"), ("0.0 1.0", "nan 1.0"),
    ("0.0 1.0", "inf 1.0"), ("0.0 1.0", "0.0"), ("0.0 1.0", "0.0 1.0 2.0"), ("profile 2", "profile 3"),
    ("window 32", "window 33"), ("window 32", "window 64"), ("window 32", "window 0"), ("tones 1", "tones 2"),
    ("tones 1", "tones 99"), ("50.1 0.25", "350.0 0.25"), ("50.1 0.25", "50.1 0.0"),
    ("50.1 0.25", "50.1 nan"),
  ])
  func `a file that says what cannot be is refused, whatever its checksum`(part: String, nonsense: String)
    throws
  {
    let text = String(decoding: Self.small.bytes, as: UTF8.self)
    let place = try #require(text.firstRange(of: part))
    let end = try #require(text.firstRange(of: "check "))
    let body = text[..<place.lowerBound] + nonsense + text[place.upperBound..<end.lowerBound]
    #expect(NoiseProfile(bytes: NoiseProfile.checked(Array(body.utf8))) == nil)
    #expect(NoiseProfile(bytes: NoiseProfile.checked(Array(text[..<end.lowerBound].utf8))) == Self.small)
  }
}
