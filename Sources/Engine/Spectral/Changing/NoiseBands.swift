// NoiseBands.swift
// The bands in which the level of a noise is followed. A pure value.

import Glibc

/// Neighbouring bins of a spectrum: octaves, but at least twelve bins, so that there are some between the partials of music.
struct NoiseBands: Sendable {
  private static let leastBins = 12

  /// From bin 0 to the last one, without gaps; one band at least.
  let bins: [Range<Int>]

  init(binCount: Int) {
    var bins: [Range<Int>] = []
    var first = 0
    while first < binCount {
      let end = max(first + Self.leastBins, 2 * first)
      // What would be left at the upper end is no band of its own.
      let isLast = binCount - end < Self.leastBins
      bins.append(first..<(isLast ? binCount : end))
      first = isLast ? binCount : end
    }
    self.bins = bins
  }

  /// The level, in dB, below which a part of all windows of a steady noise have the geometric mean of their powers, against
  /// the mean power.
  ///
  /// - Parameter deviations: what the standard normal distribution has at that part: −1.28 for a tenth.
  static func quantile(bins: Int, deviations: Double) -> Double {
    // The mean of the logarithm of an exponentially distributed power is −γ, Euler's constant.
    10 / log(10) * (deviations * deviation(bins: bins) - 0.577_215_664_9)
  }

  /// The standard deviation of the mean logarithm of so many bins' powers, in nepers, over the windows of Gaussian noise.
  ///
  /// The powers of Gaussian noise are exponentially distributed: their logarithms have the variance π²/6, and the mean of many
  /// has a normal distribution. A window of this form makes neighbouring bins depend on each other: three of four count.
  static func deviation(bins: Int) -> Double {
    (Double.pi * Double.pi / 6 / max(1, 0.75 * Double(bins))).squareRoot()
  }
}
