// BandFilterTests.swift
// What a band pass lets through, at every frequency, and that it delays nothing.

import Glibc
import Testing
import WaveformCore

@testable import Spectral

struct BandFilterTests {
  private static let bands: [(Double, Double, Int)] = [
    (300, 3000, 44_100), (1000, 1040, 8000), (440, 440.5, 44_100), (0, 200, 8000), (2000, 4000, 8000),
    (30, 90, 22_050), (90, 16_000, 96_000), (3985, 3990, 8000), (25, 19_990, 40_000),
  ]

  /// The level that the weights give to a frequency, in dB.
  private func level(_ weights: [Double], _ frequency: Double, _ rate: Int) -> Double {
    let reach = weights.count / 2
    // The imaginary part is 0: the weights are symmetric.
    let sum = weights.indices.reduce(0.0) {
      $0 + weights[$1] * cos(2 * .pi * frequency / Double(rate) * Double($1 - reach))
    }
    return 20 * log10(abs(sum) + 1e-12)
  }

  @Test(arguments: bands)
  func `the band passes within 0,01 dB, and nothing beyond the transition`(
    low: Double, high: Double, rate: Int
  )
    throws
  {
    let pass = try #require(BandPass(FrequencyBand(low: low, high: high)!, sampleRate: rate))
    let weights = pass.weights, highest = Double(rate) / 2
    #expect(weights == weights.reversed() && weights.count == 2 * pass.reach + 1)
    #expect((10...200).contains(pass.transition))
    for step in 0...20 {
      let frequency = low + (high - low) * Double(step) / 20
      #expect(abs(level(weights, frequency, rate)) < 0.01, "\(frequency) Hz")
      let below = (low - pass.transition) * Double(step) / 20
      if low >= 20, below >= 0 { #expect(level(weights, below, rate) < -80, "\(below) Hz") }
      let above = high + pass.transition + (highest - high - pass.transition) * Double(step) / 20
      if highest - high >= 20 { #expect(level(weights, above, rate) < -80, "\(above) Hz") }
    }
  }

  @Test func `a band of all frequencies, or of none, needs no filter`() throws {
    for (low, high) in [(0.0, 4000.0), (10, 3990), (100, 100), (4000, 4100), (5000, 6000)] {
      #expect(BandPass(FrequencyBand(low: low, high: high)!, sampleRate: 8000) == nil, "\(low)")
    }
    #expect(BandPass(FrequencyBand(low: 1, high: 2000)!, sampleRate: 8000) != nil)
  }

  @Test func `an impulse stays where it is, and rings alike before and behind`() throws {
    let pass = try #require(BandPass(FrequencyBand(low: 500, high: 1500)!, sampleRate: 8000))
    let filter = BandFilter(pass), weights = pass.weights
    for place in [0, 1, pass.reach, filter.block - 1, filter.block, filter.block + 5] {
      var samples = [Float](repeating: 0, count: 2 * filter.block)
      samples[place] = 1
      let slice = SampleSlice(range: 0..<samples.count, channels: 1, samples: samples)
      let made = filter.samples(ofBlock: 0, of: slice) + filter.samples(ofBlock: 1, of: slice)
      for frame in made.indices {
        let distance = frame - place
        let expected = abs(distance) <= pass.reach ? weights[pass.reach + distance] : 0
        #expect(abs(Double(made[frame]) - expected) < 1e-6, "\(place): \(frame)")
      }
      #expect(made.indices.max { abs(made[$0]) < abs(made[$1]) } == place)
    }
  }

  @Test(arguments: [1, 2, 3, 5]) func `channels do not hear each other`(channels: Int) throws {
    let pass = try #require(BandPass(FrequencyBand(low: 900, high: 1100)!, sampleRate: 8000))
    let filter = BandFilter(pass), frames = filter.block + pass.reach
    // The tone of channel k is at 1,000 Hz where k is even, else outside the band; one sample is no number.
    var samples = (0..<frames * channels).map { index -> Float in
      let (frame, channel) = (index / channels, index % channels)
      return Float(sin(2 * .pi * (channel % 2 == 0 ? 1000 : 2000) / 8000 * Double(frame)))
    }
    samples[0] = .nan
    let made = filter.samples(
      ofBlock: 0, of: SampleSlice(range: 0..<frames, channels: channels, samples: samples))
    for frame in pass.reach + 1..<filter.block {
      for channel in 0..<channels {
        let expected = channel % 2 == 0 ? samples[frame * channels + channel] : 0
        #expect(abs(made[frame * channels + channel] - expected) < 1.2e-4, "\(frame), \(channel)")
      }
    }
  }
}
