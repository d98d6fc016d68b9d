// TakenMeterTests.swift
// By how much a noise was lowered, measured: known gains come out as they went in, whatever plays over the noise.

import Glibc
import Testing
import WaveformCore

@testable import Spectral

struct TakenMeterTests {
  private static let rate = 16_000

  private static func slice(_ samples: [Float], from first: Int = 0) -> SampleSlice {
    SampleSlice(range: first..<first + samples.count, channels: 1, samples: samples)
  }

  /// A profile that holds nothing but the lines of a hum.
  private static func profile(_ frequencies: [Double]) -> NoiseProfile {
    let format = ShortTimeFormat(sampleRate: rate), powers = [Float](repeating: 1, count: format.binCount)
    let lines = frequencies.map { NoiseLine(frequency: $0, amplitude: 0.1) }
    return NoiseProfile(
      sampleRate: rate, format: format,
      channels: [NoiseProfile.Channel(mean: powers, deviation: powers, lines: lines)])
  }

  /// Speech in a hiss and a hum, of which both were lowered by a factor.
  private static func sounds(hum humGain: Float, hiss hissGain: Float) throws -> (
    before: [Float], after: [Float]
  ) {
    let speech = try RealSound("speech.wav", seconds: 12).samples
    let hiss = NoiseReducerTests.noise(speech.count, amplitude: 0.02)
    let hum = Hum(50, amplitudes: [0.1, 0.07], count: speech.count, rate: rate).sound.samples
    let before = speech.indices.map { speech[$0] + hiss[$0] + hum[$0] }
    return (before, speech.indices.map { speech[$0] + hissGain * hiss[$0] + humGain * hum[$0] })
  }

  @Test(arguments: [(1, 1), (0.1, 0.5), (0.1, 0.25), (0.03, 1)] as [(Float, Float)])
  func `what a gain takes is measured beneath speech`(hum: Float, hiss: Float) throws {
    let (before, after) = try Self.sounds(hum: hum, hiss: hiss)
    let meter = TakenMeter(Self.profile([50, 100]), sampleRate: Self.rate)
    meter.append(original: Self.slice(before), clean: Self.slice(after))
    let taken = meter.taken
    // Speech is heard in the quietest tenth as well, a little.
    #expect(abs(Double(try #require(taken.noise)) + 20 * log10(Double(hiss))) < 2, "\(taken)")
    #expect(abs(Double(try #require(taken.hum)) + 20 * log10(Double(hum))) < 4, "\(taken)")
  }

  @Test func `what has no tones has no hum, and too little sound says nothing`() throws {
    let (before, after) = try Self.sounds(hum: 1, hiss: 0.1)
    let meter = TakenMeter(nil, sampleRate: Self.rate)
    #expect(meter.taken == NoiseTaken())
    meter.append(original: Self.slice(Array(before[..<4000])), clean: Self.slice(Array(after[..<4000])))
    #expect(meter.taken == NoiseTaken())
    meter.append(original: Self.slice(before), clean: Self.slice(after))
    #expect(meter.taken.hum == nil && meter.taken.noise != nil)
  }

  @Test(arguments: [1000, 16_384, 70_001]) func `what goes by in blocks of any size is measured alike`(
    size: Int
  ) throws {
    let (before, after) = try Self.sounds(hum: 0.1, hiss: 0.25)
    func taken(_ size: Int, lag: Int) -> NoiseTaken {
      let tally = TakenTally(Self.profile([50, 100]), length: before.count, sampleRate: Self.rate)
      var (taken, given) = (0, 0)
      while given < after.count {
        let next = min(taken + size, before.count)
        before[taken..<next].withUnsafeBufferPointer { tally.take(original: $0, channels: 1) }
        taken = next
        // What is clean comes out later.
        let end = taken == before.count ? taken : max(given, taken - lag)
        after[given..<end].withUnsafeBufferPointer { tally.take(clean: $0, channels: 1) }
        given = end
      }
      return tally.taken
    }
    let whole = taken(before.count, lag: 0)
    #expect(whole.hum != nil && whole.noise != nil)
    #expect(taken(size, lag: 20_000) == whole)
  }
}
