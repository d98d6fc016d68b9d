// MainsHumTests.swift
// The hum of mains beneath recordings that never pause: found and taken away, and neither speech nor music with it.

import Glibc
import TestSupport
import Testing
import WaveformCore

@testable import Spectral

struct MainsHumTests {
  private static func decibels(_ ratio: Double) -> Double { 10 * log10(ratio) }

  /// Notes that are held all the time, with ten partials each.
  private static func organ(_ notes: [Double], seconds: Int, rate: Int) -> RealSound {
    let samples = (0..<seconds * rate).map { frame in
      let turn = 2 * Double.pi * Double(frame) / Double(rate)
      return notes.reduce(0) { sum, note in
        (1...10).reduce(sum) { $0 + 0.05 / Double($1) * sin(turn * note * Double($1)) }
      }
    }
    return RealSound(samples.map { Float($0) }, rate: rate)
  }

  @Test(arguments: ["speech.wav", "music.opus"], [50.0, 60])
  func `a hum beneath a recording without a pause is taken away, and nothing else is`(
    name: String, mains: Double
  ) throws {
    let clean = try RealSound(name, seconds: 16)
    let hum = Hum(mains, amplitudes: [0.05, 0.035, 0.025], count: clean.samples.count, rate: clean.rate)
    let noisy = clean + hum.sound
    let suggestion = try #require(noisy.suggestion)
    let left = try noisy.without(suggestion.profile)
    for order in 1...hum.amplitudes.count {
      let lowered = 2 * Self.decibels(hum.amplitudes[order - 1] / hum.amplitude(order, in: left - clean))
      #expect(lowered > 15, "harmonic \(order): \(lowered) dB")
    }
    // What differs from the clean recording is less than an eighth of what the hum was.
    let gain = Self.decibels(hum.sound.power / (left - clean).power)
    #expect(gain > Self.decibels(8), "\(gain) dB")
  }

  @Test func `what is taken is the lines alone where a recording has no hum of its own`() throws {
    let music = try RealSound("music.opus", seconds: 24), tabla = try RealSound("tabla.flac", seconds: 24)
    for sound in [music, tabla] {
      #expect(try #require(sound.suggestion).profile.channels.allSatisfy { $0.lines.isEmpty })
    }
    // This reader's room hums at 60 Hz, 50 dB below full scale.
    let speech = try RealSound("speech.wav", seconds: 24)
    let lines = try #require(speech.suggestion).profile.channels.flatMap(\.lines)
    #expect(lines.allSatisfy { abs($0.frequency - 60) < 0.3 && $0.amplitude < 0.005 }, "\(lines)")
  }

  /// G, A and B of the lowest octave of a bass, chords of C, G and A, and an A at a concert pitch of 443 Hz.
  private static let held: [[Double]] = [
    [49], [55], [61.74], [65.41, 82.41, 98], [98, 146.8, 196], [110, 164.8, 220], [55.375],
  ]

  @Test(arguments: Campaign.part(3, of: held))
  func `a note that is held all the time is no hum, alone and beneath music`(notes: [Double]) throws {
    let music = try RealSound("music.opus", seconds: 16)
    let organ = Self.organ(notes, seconds: 16, rate: music.rate)
    let meter = SteadyTones.Meter(sampleRate: music.rate)
    for sound in [organ, music + organ] {
      let sections = stride(from: 0, to: sound.samples.count - 4 * sound.rate, by: 4 * sound.rate).compactMap
      {
        meter.measure(Array(sound.samples[$0..<$0 + 4 * sound.rate]))
      }
      #expect(sections.count == 3)
      #expect(MainsHum.lines(in: sections).isEmpty)
    }
  }

  @Test func `a note within a hum's reach is left in the music that plays it`() throws {
    let music = try RealSound("music.opus", seconds: 16)
    // The D below the middle C is a third of a tone from the third harmonic, and is held for two seconds of four.
    var organ = Self.organ([146.8], seconds: 16, rate: music.rate)
    for frame in organ.samples.indices where frame / (2 * music.rate) % 2 == 1 { organ.samples[frame] = 0 }
    let clean = music + organ
    let hum = Hum(50, amplitudes: [0.05, 0.035, 0.025], count: clean.samples.count, rate: clean.rate)
    let left = try (clean + hum.sound).without(try #require((clean + hum.sound).suggestion).profile)
    let gain = Self.decibels(hum.sound.power / (left - clean).power)
    #expect(gain > 4, "\(gain) dB")
  }

  @Test func `a buzz that stands alone before speech is found, to its highest partial`() throws {
    let speech = try RealSound("speech.wav", seconds: 12)
    let silence = [Float](repeating: 0, count: 3 * speech.rate)
    let clean = RealSound(silence + speech.samples, rate: speech.rate)
    let odd = (1...117).map { $0 % 2 == 1 ? 0.02 / Double($0).squareRoot() : 0 }
    let buzz = Hum(50, amplitudes: odd, count: clean.samples.count, rate: clean.rate).sound
    let hiss = RealSound(NoiseReducerTests.noise(clean.samples.count, amplitude: 0.0003), rate: clean.rate)
    let noise = buzz + hiss
    let suggestion = try #require((clean + noise).suggestion)
    #expect(suggestion.profile.channels[0].lines.count > 50)
    let left = try (clean + noise).without(suggestion.profile)
    let gain = Self.decibels(noise.power / (left - clean).power)
    #expect(gain > 10, "\(gain) dB")
  }
}
