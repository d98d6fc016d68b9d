// NoiseLineTests.swift
// Steady tones: which are found, how they are followed when they waver, and what is left of other sounds.

import Glibc
import Testing
import WaveformCore

@testable import Spectral

struct NoiseLineTests {
  private static let rate = 8000

  /// A tone whose frequency goes from `first` to `last` hertz.
  private static func tone(_ count: Int, _ first: Double, _ last: Double, amplitude: Double) -> [Float] {
    var phase = 0.4
    return (0..<count).map { index in
      phase += 2 * .pi * (first + (last - first) * Double(index) / Double(count)) / Double(rate)
      return Float(amplitude * cos(phase))
    }
  }

  private static func sum(_ sounds: [Float]...) -> [Float] {
    sounds[0].indices.map { index in sounds.reduce(0) { $0 + $1[index] } }
  }

  private static func level(_ samples: some Collection<Float>) -> Double {
    10 * log10(samples.reduce(1e-30) { $0 + Double($1) * Double($1) } / Double(samples.count))
  }

  private func profile(_ samples: [Float]) throws -> NoiseProfile {
    try NoiseProfile(
      SampleSlice(range: 0..<samples.count, channels: 1, samples: samples), sampleRate: Self.rate)
  }

  @Test func `tones are found with their frequency and their amplitude`() {
    let samples = Self.sum(
      NoiseReducerTests.noise(2 * Self.rate, amplitude: 0.01),
      Self.tone(2 * Self.rate, 50.13, 50.13, amplitude: 0.2),
      Self.tone(2 * Self.rate, 100.26, 100.26, amplitude: 0.1),
      Self.tone(2 * Self.rate, 1234.5, 1234.5, amplitude: 0.05))
    let lines = LineFinder(sampleRate: Self.rate).lines(in: samples)
    #expect(lines.count == 3)
    for (line, wanted) in zip(lines, [(50.13, 0.2), (100.26, 0.1), (1234.5, 0.05)]) {
      #expect(abs(line.frequency - wanted.0) < 0.05 && abs(line.amplitude / wanted.1 - 1) < 0.02, "\(line)")
    }
  }

  @Test
  func
    `noise has no lines, nor have a tone that comes and goes, a short stretch, silence and what is no number`()
  {
    let finder = LineFinder(sampleRate: Self.rate),
      noise = NoiseReducerTests.noise(2 * Self.rate, amplitude: 0.1)
    let tone = Self.tone(2 * Self.rate, 500, 500, amplitude: 0.3)
    let beating = tone.enumerated().map { $1 * Float($0 / 2000 % 2) }
    #expect(finder.lines(in: noise).isEmpty)
    #expect(finder.lines(in: Self.sum(noise, beating)).isEmpty)
    #expect(finder.lines(in: Array(tone[..<4000])).isEmpty)
    #expect(finder.lines(in: Array(repeating: 0, count: 16_000)).isEmpty)
    #expect(finder.lines(in: Array(repeating: .nan, count: 16_000)).isEmpty)
  }

  @Test func `a hum that wavers is followed, and only the hum goes`() {
    let count = 12 * Self.rate
    // 49.8 to 50.2 Hz, and as much as that of its eleventh harmonic.
    let hum = Self.sum(
      Self.tone(count, 49.8, 50.2, amplitude: 0.2), Self.tone(count, 547.8, 552.2, amplitude: 0.1))
    let lines = [(50.0, 0.2), (550, 0.1)].map { NoiseLine(frequency: $0.0, amplitude: $0.1) }
    let alone = LineCanceller.samples(hum, without: lines, sampleRate: Self.rate)
    #expect(alone.count == count)
    #expect(Self.level(alone[16_000..<80_000]) < Self.level(hum) - 28)
    #expect(Self.level(alone) < Self.level(hum) - 22, "the edges as well")
    // Notes of a quarter of a second beside the hum keep what they are.
    let notes = Self.tone(count, 545, 545, amplitude: 0.1).enumerated().map {
      $1 * Float($0 / 2000 % 3 == 0 ? 1 : 0)
    }
    let both = LineCanceller.samples(Self.sum(hum, notes), without: lines, sampleRate: Self.rate)
    let error = zip(both, notes).map { $0 - $1 }
    #expect(
      Self.level(error[16_000..<80_000]) < Self.level(notes) - 12, "\(Self.level(error) - Self.level(notes))")
    // A tone far away is not touched at all by what is taken away beside it.
    let far = Self.tone(count, 2000, 2000, amplitude: 0.3)
    let kept = LineCanceller.samples(far, without: lines, sampleRate: Self.rate)
    #expect(Self.level(zip(far, kept).map { $0 - $1 }) < Self.level(far) - 60)
  }

  @Test func `blocks of any size give the same, at any length, as long as it was`() throws {
    let hum = Self.sum(
      NoiseReducerTests.noise(3 * Self.rate, amplitude: 0.01),
      Self.tone(3 * Self.rate, 100, 100, amplitude: 0.2))
    let profile = try profile(hum)
    #expect(profile.channels[0].lines.count == 1)
    let settings = NoiseReductionSettings()
    for frames in [0, 1, 2, 100, 383, 384, 385, 3071, 3073, 9001] {
      let samples = Array(hum[..<frames])
      let whole = try NoiseReducerTests.reduced(samples, blocks: [16_000], profile, settings)
      #expect(whole.count == frames)
      for blocks in [[1], [7, 1000], [384], [3072], [4097]] where frames > 1 && blocks != [1] || frames < 4000
      {
        #expect(
          try NoiseReducerTests.reduced(samples, blocks: blocks, profile, settings) == whole,
          "\(frames), \(blocks)")
      }
    }
  }

  @Test(arguments: [1, 2, 3]) func `through threads it is the same, and channels have lines of their own`(
    channels: Int
  ) throws {
    let frames = 5 * Self.rate
    let planes = (0..<channels).map { (channel: Int) -> [Float] in
      let hertz = 100 * Double(channel + 1)
      return Self.sum(
        NoiseReducerTests.noise(frames, amplitude: 0.01, seed: UInt64(channel + 1)),
        Self.tone(frames, hertz, hertz, amplitude: channel == 1 ? 0 : 0.2))
    }
    let samples = (0..<frames * channels).map { (index: Int) -> Float in
      planes[index % channels][index / channels]
    }
    let profile = try NoiseProfile(
      SampleSlice(
        range: 0..<2 * Self.rate, channels: channels, samples: Array(samples[..<(2 * Self.rate * channels)])),
      sampleRate: Self.rate)
    #expect(profile.channels.map { $0.lines.count } == (0..<channels).map { $0 == 1 ? 0 : 1 })
    let expected = try NoiseReducerTests.reduced(
      samples, channels: channels, blocks: [4096], profile, NoiseReductionSettings())
    let reducer = try NoiseReducer(
      profile, settings: NoiseReductionSettings(), channels: channels, sampleRate: Self.rate)
    let stream = NoiseReductionStream(reducer)
    var out: [Float] = []
    samples.withUnsafeBufferPointer { stream.append($0) { out += $0 } }
    stream.finish { out += $0 }
    #expect(out == expected)
    // What is left of the first channel's hum, once all have settled: it was 23 dB above the noise.
    let left = Self.level(
      stride(from: Self.rate * channels, to: 4 * Self.rate * channels, by: channels).map { out[$0] })
    #expect(left < Self.level(planes[0]) - 35, "\(left - Self.level(planes[0]))")
  }

  @Test func `a hum is lowered by twice what was chosen, and not at all without reduction`() throws {
    let hum = Self.tone(5 * Self.rate, 100, 100, amplitude: 0.2)
    let profile = try profile(Self.sum(NoiseReducerTests.noise(hum.count, amplitude: 1e-5), hum))
    for reduction in [0.0, 6, 12] {
      let out = try NoiseReducerTests.reduced(
        hum, blocks: [4096], profile, NoiseReductionSettings(reduction: reduction))
      let lowered = Self.level(hum[8000..<32_000]) - Self.level(out[8000..<32_000])
      #expect(abs(lowered - 2 * reduction) < 0.5, "\(lowered) dB for \(reduction)")
      if reduction == 0 { #expect(zip(out, hum).allSatisfy { abs($0 - $1) < 1e-6 }) }
    }
  }

  @Test func `a hum that is to stay stays`() throws {
    // Beside it there is next to no noise that a gain could be for.
    let hum = Self.tone(4 * Self.rate, 100, 100, amplitude: 0.2)
    let profile = try profile(Self.sum(NoiseReducerTests.noise(hum.count, amplitude: 1e-5), hum))
    #expect(profile.channels[0].lines.count == 1)
    for (removesHum, least, most) in [(true, 30.0, 100.0), (false, -0.1, 0.1)] {
      let out = try NoiseReducerTests.reduced(
        hum, blocks: [4096], profile, NoiseReductionSettings(removesHum: removesHum))
      let lowered = Self.level(hum[8000..<24_000]) - Self.level(out[8000..<24_000])
      #expect((least...most).contains(lowered), "\(lowered) dB")
    }
  }
}
