// AdaptiveNoise.swift
// What the noise of one channel is like all along, without a profile of it. Bounded memory. One thread at a time.
// Unsafe: the buffers have the sizes that stand where they are made, and belong to this object.

import Glibc

/// The power of a noise at each bin, from the lowest powers of the eight seconds about a sample.
///
/// It is `BlindProfile` within that time. To keep few numbers, a low quantile is taken of the least powers of eight windows
/// each, which are exponentially distributed as well, with an eighth of the mean (it is the principle of Martin 2001, "Noise
/// power spectral density estimation based on optimal smoothing and minimum statistics", where the least of all counts).
/// Windows of digital silence say nothing.
final class AdaptiveNoise: NoiseEstimate {
  // Chosen on the development set, where there is no pause: with 3 and with 6 s there was no more gain, and 0.2 dB less
  // with windows that do not overlap.

  static let reach = 4.0
  /// Windows of which the least power is kept, and the quantile of those: a twentieth of all windows.
  private static let windowsPerLeast = 8, quantile = 1.0 / 3
  /// Nepers between neighbouring bins that are chance, when eight seconds are known.
  private static let ripple = 0.3
  /// Windows that are needed: 1.5 s.
  private static let leastWindows = 64

  /// Frames of a recording below which its noise is not known, whatever is in it: 1.6 s.
  static func leastFrames(_ format: ShortTimeFormat) -> Int {
    // Four windows in each step, but two in the first one (`NoiseFollower`).
    let steps = (leastWindows + 2 + 3) / 4
    return steps * NoiseFollower.step(format)
  }

  /// Steps until it is found out anew: 0.74 s.
  static let stepsPerEstimate = 8
  /// The power where nothing is known of a noise: far below what 24 bits hold.
  private static let least: Float = 1e-12

  private let binCount: Int, bandCount: Int
  /// The least powers of the last windows, one bin after the other, and the levels of their bands: rings.
  private let lows: NumberRing, levels: NumberRing
  private typealias Numbers = UnsafeMutablePointer<Float>
  /// Those of the windows at hand.
  private let low: Numbers, first: Numbers, second: Numbers
  private let room: Numbers
  private var inLow = 0, steps = 0
  private(set) var factors: [Float]
  private(set) var isKnown = false

  init(_ format: ShortTimeFormat, sampleRate: Int) {
    binCount = format.binCount
    bandCount = (binCount - 1) / NoiseFloor.bandBins
    // Four windows in each step before and behind.
    let windows = 8 * NoiseFollower.steps(format, reach: Self.reach, sampleRate: sampleRate)
    levels = NumberRing(columns: bandCount, rows: max(windows, Self.leastWindows))
    lows = NumberRing(columns: binCount, rows: levels.rows / Self.windowsPerLeast)
    factors = Array(repeating: Self.least, count: binCount)
    (low, first, second) = (
      .allocate(capacity: binCount), .allocate(capacity: binCount), .allocate(capacity: binCount)
    )
    room = .allocate(capacity: levels.rows)
    for numbers in [low, first, second] { numbers.initialize(repeating: .infinity, count: binCount) }
    room.initialize(repeating: 0, count: levels.rows)
  }

  deinit {
    for numbers in [low, first, second, room] { numbers.deallocate() }
  }

  var reach: Double { Self.reach }
  var windowsPerSize: Int { 2 }

  func take(_ transform: RealPairTransform) {
    var sums: (first: Float, second: Float) = (0, 0)
    for bin in 0..<binCount {
      let powers = transform.powers(bin)
      first[bin] = Float(powers.first)
      second[bin] = Float(powers.second)
      sums.first += first[bin]
      sums.second += second[bin]
    }
    if sums.first > 0 { take(first) }
    if sums.second > 0 { take(second) }
  }

  private func take(_ powers: Numbers) {
    levels.append(NoiseFloor.levels(of: powers, bands: bandCount))
    for bin in 0..<binCount { low[bin] = min(low[bin], powers[bin]) }
    inLow += 1
    guard inLow == Self.windowsPerLeast else { return }
    lows.append(UnsafeBufferPointer(start: low, count: binCount))
    inLow = 0
    low.update(repeating: .infinity, count: binCount)
  }

  func follow() {
    steps += 1
    guard steps % Self.stepsPerEstimate == 1, levels.filled >= Self.leastWindows else { return }
    let count = lows.filled, rank = Int(Self.quantile * Double(count))
    // The median of that rank's quantile (Benard and Bos-Levenbach 1953), and the mean of an exponential distribution.
    let part = (Double(rank) + 0.7) / (Double(count) + 0.4)
    let scale = Float(Double(Self.windowsPerLeast) / -log(1 - part))
    let estimate = (0..<binCount).map { bin in
      lows.read(bin, into: room)
      return Selection.find(rank, of: room, count) * scale
    }
    let spreads = (0..<bandCount).map { band in
      levels.read(band, into: room)
      return NoiseFloor.spread(of: room, levels.filled)
    }
    let ripple = Self.ripple * (Double(lows.rows) / Double(count)).squareRoot()
    isKnown = true
    factors = NoiseFloor(estimate, spreads: spreads, ripple: ripple).mean.map { max($0, Self.least) }
  }
}

extension NoiseReductionSettings {
  /// Frames of a recording below which its noise is not known without a profile, and stays: 1.6 s.
  ///
  /// - Parameter sampleRate: frames per second, > 0.
  public static func leastAdaptiveFrames(sampleRate: Int) -> Int {
    AdaptiveNoise.leastFrames(ShortTimeFormat(sampleRate: sampleRate))
  }
}
