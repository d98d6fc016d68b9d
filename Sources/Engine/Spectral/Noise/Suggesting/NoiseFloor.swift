// NoiseFloor.swift
// How much of the lowest powers that a sound has is noise: the rules for what is found without a stretch of noise alone. A
// pure value.

import Glibc

/// The mean power of a noise at each frequency, from a low quantile of the power there.
///
/// At each frequency a recording pauses now and then, so that the lowest powers are mostly the noise's; where that is
/// distributed exponentially, its mean follows from a quantile (Stahl, Fischer and Bippus 2000, "Quantile based noise
/// estimation for spectral subtraction and Wiener filtering"). Music need not pause. What it leaves is doubted, and taken for
/// noise only in part, by three marks:
///
/// - a bin that stands out of its neighbourhood counts only as much as that does;
/// - a noise has hardly a level of its own in each window of sixteen bins: where the level of the quiet windows varies more
///   than that of Gaussian noise, they are no pauses (one bin varies too much by itself to tell);
/// - between neighbouring bins a noise is smooth, and the partials of a drone are not, unless they are as steady as a hum.
struct NoiseFloor {
  // The constants were chosen on the development set, without its seconds of noise alone, of 96 cases. With the
  // spread of single bins as the only mark 5 of them became worse, by 5.3 dB at worst; now 2, by 0.7 dB.

  /// How many medians of its neighbourhood a bin counts at most, and how far that reaches.
  private static let mostMedians: Float = 2, reach = 15
  /// The part of what was estimated that is taken for noise: too little takes less away, too much takes music.
  private static let caution = 0.8
  /// A band's spread, in those of Gaussian noise, up to which it is believed; nepers of doubt for each neper of it above.
  private static let spread = (believed: 1.2, slope: 1.0)
  /// Nepers of doubt for each neper of ripple above what is believed. It counts from the first spread on, and wholly
  /// from the second one on: steady tones have less than noise has.
  private static let ripple = (slope: 10.0, from: 0.9, whole: 1.2)
  /// Nepers of doubt at most.
  private static let mostDoubt = 4.0
  /// The quantiles between which a band's level is spread, and where the standard normal distribution has them.
  private static let quiet = (low: 0.05, high: 0.2, distance: 1.6449 - 0.8416)
  /// Bins of a band.
  static let bandBins = 16

  /// What is taken for noise, one number for each bin.
  let mean: [Float]
  /// What may be noise: without doubt and caution.
  let most: [Float]

  /// - Parameters:
  ///   - estimate: the mean power of each bin, if its lowest powers are noise.
  ///   - spreads: of each band, see `spread(of:_:)`.
  ///   - ripple: nepers of difference between neighbouring bins that are chance: the fewer windows, the more.
  init(_ estimate: [Float], spreads: [Double], ripple: Double) {
    let logs = estimate.map { log(Double(max($0, 1e-20))) }
    let doubts = spreads.indices.map { band in
      let inner = max(1, band * Self.bandBins)..<(band + 1) * Self.bandBins
      let ripples = inner.map { abs(logs[$0] - (logs[$0 - 1] + logs[$0 + 1]) / 2) }.sorted()
      let drone = (spreads[band] - Self.ripple.from) / (Self.ripple.whole - Self.ripple.from)
      return min(
        Self.mostDoubt,
        Self.spread.slope * max(0, log(max(spreads[band], 1e-3) / Self.spread.believed))
          + Self.ripple.slope * max(0, ripples[ripples.count / 2] - ripple) * min(max(drone, 0), 1))
    }
    let most = zip(estimate, Selection.medians(estimate, reach: Self.reach)).map {
      min($0, Self.mostMedians * $1)
    }
    let smooth = doubts.indices.map { band in
      (doubts[max(0, band - 1)] + 2 * doubts[band] + doubts[min(doubts.count - 1, band + 1)]) / 4
    }
    self.most = most
    mean = most.indices.map { bin in
      guard !smooth.isEmpty else { return most[bin] * Float(Self.caution) }
      // Between the middles of two bands evenly.
      let place = max(0, (Double(bin) + 0.5) / Double(Self.bandBins) - 0.5)
      let below = min(Int(place), smooth.count - 1), above = min(below + 1, smooth.count - 1)
      let part = min(place - Double(below), 1)
      return most[bin] * Float(Self.caution * exp(-(smooth[below] * (1 - part) + smooth[above] * part)))
    }
  }

  /// The level of each band of sixteen bins in a window: the mean of the logarithms of their powers.
  static func levels(of powers: UnsafePointer<Float>, bands: Int) -> [Float] {
    (0..<bands).map { band in
      // One logarithm of all: 10⁻¹⁸, far below what 24 bits hold, to the power of sixteen is still a number.
      var product = 1.0
      for bin in band * bandBins..<(band + 1) * bandBins { product *= Double(max(powers[bin], 1e-18)) }
      return Float(log(product)) / Float(bandBins)
    }
  }

  /// How much the level of a band is spread over its quiet windows, in what it is in Gaussian noise.
  ///
  /// - Parameter levels: `count` of them, > 0; they are put into another order.
  static func spread(of levels: UnsafeMutablePointer<Float>, _ count: Int) -> Double {
    let low = Selection.find(Int(quiet.low * Double(count)), of: levels, count)
    let high = Selection.find(Int(quiet.high * Double(count)), of: levels, count)
    return Double(high - low) / (quiet.distance * NoiseBands.deviation(bins: bandBins))
  }
}
