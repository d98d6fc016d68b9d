// NoiseSearchTests.swift
// What is suggested as noise: a pause, and neither a chord nor a vowel; and what is guessed where there is no pause.

import Glibc
import Testing
import WaveformCore

@testable import Spectral

struct NoiseSearchTests {
  private static let rate = 8000

  private func found(_ samples: [Float], channels: Int = 1) -> NoiseSuggestion? {
    let frames = samples.count / channels
    let pyramid = PeakPyramid<Float>(channels: channels, expectedFrames: frames)
    let builder = PeakBuilder(pyramid)
    samples.withUnsafeBufferPointer { builder.append($0) }
    builder.finish()
    return NoiseSearch.find(in: .float(pyramid), length: frames, sampleRate: Self.rate) { range in
      SampleSlice(
        range: range, channels: channels,
        samples: Array(samples[range.lowerBound * channels..<range.upperBound * channels]))
    }
  }

  /// Chords that follow each other without a pause, each a little louder or softer; the second half of each second is the
  /// same chord, which is as steady as noise.
  private func chords(_ count: Int, amplitude: Float) -> [Float] {
    let notes: [[Float]] = [[0.173, 0.218, 0.259], [0.154, 0.194, 0.231], [0.206, 0.259, 0.308]]
    return (0..<count).map { frame in
      let chord = notes[frame / Self.rate % 3]
      return chord.reduce(0) { $0 + amplitude * sinf($1 * Float(frame % Self.rate)) }
    }
  }

  @Test func `a pause is suggested, and never the softer chord beside it`() throws {
    let noise = NoiseReducerTests.noise(8 * Self.rate, amplitude: 0.02)
    // A chord that is hardly louder than the noise, and as steady, from 6 s to 7 s.
    let chords = chords(8 * Self.rate, amplitude: 0.2).enumerated().map {
      $0 / Self.rate == 6 ? $1 * 0.03 : $1
    }
    var samples = zip(noise, chords).map { $0 + $1 }
    #expect(found(samples)?.range == nil)
    // From 3 to 4.5 s there is nothing but noise.
    for frame in 3 * Self.rate..<9 * Self.rate / 2 { samples[frame] = noise[frame] }
    let suggestion = try #require(found(samples))
    let range = try #require(suggestion.range)
    #expect(
      range.lowerBound >= 3 * Self.rate - 400 && range.upperBound <= 9 * Self.rate / 2 + 400, "\(range)")
    #expect(suggestion.profile.channels.count == 1)
  }

  @Test(arguments: [1, 2, 3]) func `where chords never pause, the noise between them is guessed`(
    channels: Int
  ) throws {
    let frames = 12 * Self.rate, sound = chords(frames, amplitude: 0.2)
    let noise = (0..<channels).map { NoiseReducerTests.noise(frames, amplitude: 0.02, seed: UInt64($0 + 1)) }
    let samples = (0..<frames * channels).map { (index: Int) -> Float in
      noise[index % channels][index / channels] + sound[index / channels]
    }
    let suggestion = try #require(found(samples, channels: channels))
    #expect(suggestion.range == nil)
    let profile = suggestion.profile
    #expect(profile.channels.count == (channels > 2 ? 1 : channels))
    let truth = try NoiseProfile(
      SampleSlice(range: 0..<frames, channels: 1, samples: noise[0]), sampleRate: Self.rate)
    // Far from all notes; a little less than the noise is, never more.
    for bin in stride(from: 100, to: 180, by: 8) {
      let guessed = profile.channels[0].mean[bin..<bin + 8].reduce(0, +)
      let ratio = guessed / truth.channels[0].mean[bin..<bin + 8].reduce(0, +)
      #expect(ratio > 0.3 && ratio < 1, "\(bin): \(ratio)")
    }
    // At the notes themselves it is not the chord, which is 30 dB and more above.
    let loudest = zip(profile.channels[0].mean, truth.channels[0].mean).map { $0 / $1 }.max() ?? 0
    #expect(loudest < 100, "\(loudest)")
  }

  @Test func `a vowel that is held is no noise, and mains are`() throws {
    func likeness(_ samples: [Float]) throws -> NoiseLikeness {
      NoiseLikeness(
        try NoiseProfile(
          SampleSlice(range: 0..<samples.count, channels: 1, samples: samples), sampleRate: Self.rate))
    }
    func tones(_ frequency: Double) -> [Float] {
      NoiseReducerTests.noise(2 * Self.rate, amplitude: 0.01).enumerated().map { frame, noise in
        let turn = 2 * .pi * frequency * Double(frame) / Double(Self.rate)
        return noise + Float((1...6).reduce(0) { $0 + 0.05 * sin(turn * Double($1)) })
      }
    }
    #expect(try likeness(NoiseReducerTests.noise(2 * Self.rate)).isNoise)
    #expect(try likeness(tones(50.1)).isNoise && likeness(tones(59.9)).isNoise)
    #expect(try !likeness(tones(131)).isNoise)
    // Half a second: too short for lines.
    #expect(try !likeness(Array(tones(231)[..<4000])).isNoise)
  }

  @Test func `silence, next to nothing and nothing give nothing`() {
    #expect(found([]) == nil)
    #expect(found([0.1]) == nil)
    #expect(found(Array(repeating: 0, count: 40_000)) == nil)
    #expect(found(NoiseReducerTests.noise(900)) == nil)
  }

  @Test func `of what swells and fades like dense music little is taken for noise`() throws {
    // Noise that is louder by 14 dB twice a second never pauses, and its softest moments are few: music is like that.
    let count = 12 * Self.rate, noise = NoiseReducerTests.noise(count, seed: 3)
    let swelling = noise.indices.map { frame in
      noise[frame] * powf(10, 0.35 * (sinf(Float(frame) / Float(Self.rate) * 4 * .pi) - 1))
    }
    let (steady, moving) = try (#require(found(noise)), #require(found(swelling)))
    #expect(steady.range != nil)
    #expect(moving.range == nil)
    // The soft moments lie 14 dB below the loud ones, which are as loud as the steady noise.
    func power(_ profile: NoiseProfile) -> Double { profile.channels[0].mean.reduce(0) { $0 + Double($1) } }
    #expect(
      power(moving.profile) < power(steady.profile) / 10, "\(power(moving.profile) / power(steady.profile))")
  }

  @Test func `a silence that was put in is not the noise, whatever there is of it`() throws {
    var speech = try RealSound("speech.wav", seconds: 12)
    let hiss = NoiseReducerTests.noise(speech.samples.count, amplitude: 0.006)
    speech = speech + RealSound(hiss, rate: speech.rate)
    // The lowest bit of sixteen, as programs leave it: 40 dB below the hiss.
    let dither = NoiseReducerTests.noise(5 * speech.rate, amplitude: 1.7 / 32_768 / 2, seed: 9)
    let truth = try NoiseProfile(
      SampleSlice(range: 0..<hiss.count, channels: 1, samples: hiss), sampleRate: speech.rate)
    for places in [[5], [3, 5, 7, 9, 11]] {
      var edited = speech.samples
      for second in places.reversed() {
        edited.insert(contentsOf: dither[..<speech.rate], at: second * speech.rate)
      }
      let sound = RealSound(edited, rate: speech.rate), suggestion = try #require(sound.suggestion)
      // Between 2 and 6 kHz this reader's own room is far below the hiss.
      let bins = 0..<suggestion.profile.format.binCount
      let found = bins.filter { (96...280).contains($0) }.map { bin in
        Double(suggestion.profile.channels[0].mean[bin] / truth.channels[0].mean[bin])
      }.sorted()
      #expect(found[found.count / 2] > 0.3, "\(places): \(10 * log10(found[found.count / 2])) dB")
    }
    // Its twin: a pause that holds the hiss alone, before the speaker begins, is what is suggested.
    let led = RealSound(Array(hiss[..<(2 * speech.rate)]) + speech.samples, rate: speech.rate)
    let range = try #require(led.suggestion?.range)
    #expect(range.upperBound <= 9 * speech.rate / 4, "\(range)")
  }
}
