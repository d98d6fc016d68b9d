// NoiseLevels.swift
// How the level of a noise changes against its profile, band by band. One thread at a time.

import Glibc

/// The level of a noise against its profile, from the quiet moments of the three seconds about a sample.
///
/// In every band a low quantile of the power is hardly ever that of speech, which pauses; what it is of the noise's mean is
/// known (`NoiseBands`). It is the principle of Stahl, Fischer and Bippus 2000, "Quantile based noise estimation for
/// spectral subtraction and Wiener filtering", with a known spectrum, so that seconds are enough. Music seldom pauses, but
/// has gaps between its partials, and bands in which little is played: so a band's power is the geometric mean of its bins,
/// and no band is taken to be much louder than a quarter of them are.
final class NoiseLevels: NoiseEstimate {
  /// The part of the windows that are taken to be noise alone, and what the normal distribution has there.
  private static let part = 0.1, deviations = -1.2816
  /// Levels are followed so far, in dB; below `least` a change may be chance. From there to twice of it, it grows to all
  /// of itself.
  private static let most = 10.0, least = 1.5
  /// dB by which a band may be louder than the quarter of them that are lowest, when they are louder than the profile.
  private static let above = 1.0
  static let reach = 1.5

  private let bands: NoiseBands
  private let inverseMean: [Float]
  /// What the quantile is in steady noise of the profile's level, in dB, for each band.
  private let expected: [Double]
  /// Logarithms of the band powers of the last windows, one row for each: a ring.
  private var history: [Float]
  private var known = 0
  private var sorted: [Float] = []
  private var levels: [Double]
  private(set) var factors: [Float]

  var reach: Double { Self.reach }
  var windowsPerSize: Int { 1 }
  var isKnown: Bool { true }

  /// - Parameter mean: of the profile.
  init(_ format: ShortTimeFormat, mean: [Float], sampleRate: Int) {
    bands = NoiseBands(binCount: format.binCount)
    inverseMean = mean.map { 1 / max($0, 1e-20) }
    expected = bands.bins.map {
      NoiseBands.quantile(bins: $0.count, deviations: Self.deviations)
    }
    // Two windows in each step before and behind.
    let ahead = NoiseFollower.steps(format, reach: Self.reach, sampleRate: sampleRate)
    history = [Float](repeating: 0, count: 4 * ahead * bands.bins.count)
    levels = [Double](repeating: 0, count: bands.bins.count)
    factors = [Float](repeating: 1, count: format.binCount)
  }

  func take(_ transform: RealPairTransform) {
    let rows = history.count / bands.bins.count
    let (one, other) = (known % rows * bands.bins.count, (known + 1) % rows * bands.bins.count)
    for (band, bins) in bands.bins.enumerated() {
      var (first, second): (Float, Float) = (0, 0)
      for bin in bins {
        let powers = transform.powers(bin)
        first += logf(max(Float(powers.first) * inverseMean[bin], 1e-9))
        second += logf(max(Float(powers.second) * inverseMean[bin], 1e-9))
      }
      history[one + band] = first / Float(bins.count)
      history[other + band] = second / Float(bins.count)
    }
    known += 2
  }

  func follow() {
    let count = bands.bins.count, rows = min(known, history.count / count)
    guard rows > 0 else { return }
    for band in 0..<count {
      sorted.removeAll(keepingCapacity: true)
      for row in 0..<rows { sorted.append(history[row * count + band]) }
      sorted.sort()
      let quantile = Double(sorted[Int(Self.part * Double(rows))])
      levels[band] = 10 / log(10.0) * quantile - expected[band]
    }
    let most = max(0, levels.sorted()[(count - 1) / 4] + Self.above)
    for band in 0..<count { levels[band] = min(levels[band], most) }
    for (band, bins) in bands.bins.enumerated() {
      let below = levels[max(0, band - 1)], above = levels[min(count - 1, band + 1)]
      let factor = Float(pow(10, Self.followed(levels[band] / 2 + (below + above) / 4) / 10))
      for bin in bins { factors[bin] = factor }
    }
  }

  /// The change that is made for a level, both in dB: nothing for small ones.
  static func followed(_ level: Double) -> Double {
    let size = min(abs(level), most)
    let change = size < least ? 0 : min(size, 2 * (size - least))
    return level < 0 ? -change : change
  }
}
