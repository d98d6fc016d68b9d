// CorrelationPeak.swift
// The place at which a correlation is strongest, and how much it stands out. A pure value.
// Unsafe: reads the correlation through a mask that keeps within it, and its own copy of the summit within its size.

import WaveformCore

/// A peak of a circular correlation.
struct CorrelationPeak {
  /// Between two samples: where the band-limited curve through them is highest.
  let lag: Double
  let isNegative: Bool
  /// The magnitude over the root mean square of all lags that were looked at: below 5 for what has nothing in common.
  let strength: Double
  /// The next largest magnitude beside the peak, as a share of it.
  private(set) var rival: Double

  /// The strongest peak among `lags`.
  ///
  /// - Parameters:
  ///   - apart: lags beside the peak that are no rivals.
  ///   - weight: of a lag, 0 or more; the correlation is multiplied with it.
  /// - Returns: nil when there is none.
  /// - Complexity: O(`lags.count`)
  init?(
    _ correlation: UnsafeBufferPointer<Float>, lags: ClosedRange<Int>, apart: Int = 2,
    weight: (Int) -> Float = { _ in 1 }
  ) {
    let mask = correlation.count - 1
    func value(_ lag: Int) -> Float { correlation[lag & mask] * weight(lag) }
    var best = 0, highest: Float = 0, squares = 0.0
    for lag in lags {
      let value = value(lag)
      squares += Double(value) * Double(value)
      if abs(value) > highest { (best, highest) = (lag, abs(value)) }
    }
    guard highest > 0, squares.isFinite else { return nil }
    let sign: Float = value(best) < 0 ? -1 : 1
    // The peak ends where the correlation has fallen to a third.
    var from = best, to = best
    while from > lags.lowerBound, best - from < 64, value(from - 1) * sign > highest / 3 { from -= 1 }
    while to < lags.upperBound, to - best < 64, value(to + 1) * sign > highest / 3 { to += 1 }
    var next: Float = 0
    for lag in lags where lag < from - apart || lag > to + apart { next = max(next, abs(value(lag))) }
    lag = Double(best) + Self.summit { value(best + $0) * sign }
    isNegative = sign < 0
    strength = Double(highest) / (squares / Double(lags.count)).squareRoot()
    rival = Double(next / highest)
  }

  /// How far beside its highest sample a curve is highest, −1…1, by golden section search. A parabola through three samples
  /// draws it towards whole ones, by up to 0.02, of which a drift of 1 ppm in a minute would be made.
  ///
  /// - Parameter value: at a lag beside that of the highest sample, around which it is above 0.
  private static func summit(_ value: (Int) -> Float) -> Double {
    let reach = SincInterpolator.reach
    let samples = (-reach...reach + 1).map(value)
    func height(_ place: Double) -> Float {
      let whole = place.rounded(.down)
      return samples.withUnsafeBufferPointer {
        SincInterpolator.shared.value($0.baseAddress! + reach + Int(whole), place - whole)
      }
    }
    let golden = (5.0.squareRoot() - 1) / 2
    var from = -1.0, to = 1.0
    var low = to - golden * (to - from), high = from + golden * (to - from)
    var heights = (low: height(low), high: height(high))
    while to - from > 1e-4 {
      if heights.low > heights.high {
        (to, high, heights.high) = (high, low, heights.low)
        low = to - golden * (to - from)
        heights.low = height(low)
      } else {
        (from, low, heights.low) = (low, high, heights.high)
        high = from + golden * (to - from)
        heights.high = height(high)
      }
    }
    return (from + to) / 2
  }

  /// Another place, found otherwise, has so much of the peak.
  mutating func add(rival other: Double) { rival = max(rival, other) }

  /// The strongest lags that are no neighbours.
  ///
  /// - Parameter apart: lags between two of them.
  static func several(
    _ count: Int, of correlation: UnsafeBufferPointer<Float>, lags: ClosedRange<Int>, apart: Int,
    weight: (Int) -> Float
  ) -> [(lag: Int, magnitude: Float)] {
    let mask = correlation.count - 1
    // The strongest of each stretch; neighbours across a border are sorted out below.
    var tops: [(lag: Int, magnitude: Float)] = []
    for from in stride(from: lags.lowerBound, through: lags.upperBound, by: apart) {
      var top = (lag: from, magnitude: Float(0))
      for lag in from..<min(from + apart, lags.upperBound + 1) {
        let magnitude = abs(correlation[lag & mask]) * weight(lag)
        if magnitude > top.magnitude { top = (lag, magnitude) }
      }
      if top.magnitude > 0 { tops.append(top) }
    }
    tops.sort { $0.magnitude > $1.magnitude }
    var chosen: [(lag: Int, magnitude: Float)] = []
    for top in tops where !chosen.contains(where: { abs($0.lag - top.lag) < apart }) {
      chosen.append(top)
      if chosen.count == count { break }
    }
    return chosen
  }
}
