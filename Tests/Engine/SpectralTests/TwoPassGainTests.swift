// TwoPassGainTests.swift
// Noise reduction in two passes: its formulas against plain ones in double precision, how far it looks ahead, and what it
// gains.

import Glibc
import Testing
import WaveformCore

@testable import Spectral

struct TwoPassGainTests {
  /// The exponential integral E₁: its series, and its continued fraction (Abramowitz and Stegun, 5.1.11 and 5.1.22).
  private static func exponentialIntegral(_ v: Double) -> Double {
    if v < 1 {
      var (sum, term) = (-0.577_215_664_901_532_9 - log(v), 1.0)
      for n in 1...30 {
        term *= -v / Double(n)
        sum -= term / Double(n)
      }
      return sum
    }
    let fraction = (1...80).reversed().reduce(0.0) { Double($1) / (1 + Double($1) / (v + $0)) }
    return exp(-v) / (v + fraction)
  }

  @Test func `the first pass is a log-spectral amplitude gain, weighted by the presence of a signal`() {
    let count = 64
    let ratios = (0..<count).map { Float(pow(10, Double($0) / 8 - 4)) }
    for prior in [0.003, 0.1, 1, 30, 1e4] as [Float] {
      for presence in [0.05, 0.4, 1] as [Float] {
        let priors = [Float](repeating: prior, count: count)
        // From a mean of 0 to one of 1 the probability beforehand grows like it.
        let means = [Float](repeating: presence, count: count), bands = [Float](repeating: 1, count: 4)
        var carried = [Float](repeating: 0, count: count), found = carried
        SpectralKernels.best.findAmplitudes(
          ratios, priors, means, bands, 4, &carried, &found, count, (0, 1, 0.05), -30 / 10 / log10f(2))
        for bin in 0..<count {
          let (gamma, xi) = (Double(ratios[bin]), Double(prior)), v = gamma * xi / (1 + xi)
          let present = min(1, xi / (1 + xi) * exp(Self.exponentialIntegral(v) / 2))
          let odds = (1 - Double(presence)) / Double(presence) * (1 + xi) * exp(-v)
          let gain = pow(present, 1 / (1 + odds)) * pow(10, -30.0 / 20 * (1 - 1 / (1 + odds)))
          let difference = Double(found[bin]) - 2 * log2(gain)
          #expect(abs(difference) < 2e-4, "γ \(gamma), ξ \(xi), presence \(presence): \(difference)")
          #expect(abs(Double(carried[bin]) / (present * present * gamma) - 1) < 1e-4)
        }
      }
    }
  }

  @Test func `the second pass is a Wiener gain of what the first one found`() {
    let count = 64
    let ratios = (0..<count).map { Float(pow(10, Double($0) / 8 - 3)) }
    let one = (0..<count).map { -Float($0 % 11) }, other = (0..<count).map { -Float($0 % 7) }
    var gains = one
    SpectralKernels.best.findSecondGains(&gains, other, ratios, (0.9, 0.6, 2), 0.1, count)
    for bin in 0..<count {
      // Twice the logarithm of a gain is that of its square.
      let power = pow(2, Double(one[bin]) + Double(other[bin]))
      let xi = 4 * pow(power, 0.9) * pow(Double(ratios[bin]), 0.6)
      #expect(abs(Double(gains[bin]) - (0.1 + 0.9 * xi / (1 + xi))) < 1e-5, "\(bin)")
    }
  }

  @Test func `what comes more than a second later changes nothing, and what comes before that does`() throws {
    let profile = try NoiseReducerTests.profile(rate: 8000)
    let samples = NoiseReducerTests.noise(30_000, amplitude: 0.2, seed: 3)
    // A window of 384 samples; segments of 32 pairs of half a window, and 12 pairs more.
    let window = 384, change = 20_000, ahead = (32 + 12) * window / 2 + 2 * window
    var other = samples
    for index in change..<30_000 { other[index] *= 3 }
    let (one, two) = try (
      NoiseReducerTests.reduced(samples, blocks: [4096], profile, NoiseReductionSettings()),
      NoiseReducerTests.reduced(other, blocks: [4096], profile, NoiseReductionSettings())
    )
    #expect(one[..<(change - ahead)] == two[..<(change - ahead)])
    // More than a window before the change nothing would differ if it knew only what was before.
    let before = change - 4 * window..<change - 2 * window
    #expect(one[before] != two[before])
  }

  @Test func `words of tones in a hiss come out cleaner by two passes than by one`() throws {
    let count = 30_000
    // Partials of 150 Hz that come and go twice a second, 10 dB above the hiss while they sound.
    let clean = (0..<count).map { index -> Float in
      let time = Double(index) / 8000, loud = max(0, sin(2 * .pi * 2 * time))
      return Float(
        loud * (1...10).reduce(0) { $0 + sin(2 * .pi * 150 * Double($1) * time) / Double($1) } * 0.2)
    }
    let noisy = zip(clean, NoiseReducerTests.noise(count, seed: 11)).map { $0 + $1 }
    func error(_ effort: NoiseReductionEffort) throws -> Double {
      let out = try NoiseReducerTests.reduced(
        noisy, blocks: [4096], NoiseReducerTests.profile(rate: 8000), NoiseReductionSettings(), effort: effort
      )
      let sum = zip(out, clean).reduce(0.0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) }
      return 10 * log10(sum)
    }
    let gained = try error(.look) - error(.whole)
    #expect(gained > 0.2, "\(gained) dB")
  }

  @Test func `a noise that is followed is taken to be louder the more it spreads, within bounds`() {
    #expect(NoiseProfile.loudness(spread: 0.5) == 1 && NoiseProfile.loudness(spread: 1) == 1)
    #expect(abs(NoiseProfile.loudness(spread: 1.1) - powf(1.1, 4)) < 1e-5)
    #expect(NoiseProfile.loudness(spread: 9) == NoiseProfile.loudness(spread: 1.2))
  }

  @Test func `at the lowest rates, what came before a reset says nothing either`() {
    // A single band has no neighbours to be averaged with.
    let format = ShortTimeFormat(sampleRate: 400), bins = format.binCount
    #expect(format.bandCount == 1)
    let ones = [Float](repeating: 1, count: bins)
    func gain() -> PresenceGain {
      PresenceGain(
        format, OnsetMemory(format, mean: ones, deviation: ones, .aboveMean, kernels: .best), smoothing: 1,
        kernels: .best)
    }
    func found(_ gain: PresenceGain, _ ratio: Float) -> [Float] {
      let rows = NumberRows(count: 2, length: format.paddedBinCount)
      rows[0].update(repeating: ratio, count: bins)
      gain.take(rows[0], into: rows[1])
      return Array(UnsafeBufferPointer(start: rows[1], count: bins))
    }
    let used = gain()
    for _ in 0..<20 { _ = found(used, 1000) }
    used.reset()
    #expect(found(used, 2) == found(gain(), 2))
  }
}
