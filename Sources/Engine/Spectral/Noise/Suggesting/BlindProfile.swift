// BlindProfile.swift
// What the noise of a recording sounds like where no stretch of it is noise alone: estimated from windows all over it. A pure
// function.
// Unsafe: the selection gets numbers that have room for all windows.

import Glibc
import WaveformCore

/// A noise profile from the low quantiles of power, as far as `NoiseFloor` believes them.
struct BlindProfile {
  /// The quantile.
  private static let quantile = 0.05
  /// Nepers between neighbouring bins that are chance, with two windows at each place.
  private static let ripple = 0.17
  /// The part of the loudest band from which on a band counts: below it lies what an encoder has left out.
  private static let faintest = 1e-8
  /// Windows that say something at least.
  private static let leastWindows = 64

  /// - Parameters:
  ///   - windows: of all the recording, without its lines.
  ///   - lines: of each channel; empty where there are none.
  ///   - sampleRate: frames per second, > 0.
  /// - Returns: the profile, of one channel where there are more than two; all that may be noise.
  ///   Nil where there is too little sound.
  static func estimate(
    _ windows: SpreadWindows, lines: [[NoiseLine]], sampleRate: Int
  ) -> (profile: NoiseProfile, most: NoiseProfile)? {
    let format = windows.format, powers = windows.powers
    guard let most = powers.map(\.count).max(), most >= leastWindows else { return nil }
    let floors = powers.map { floor(of: $0, binCount: format.binCount) }
    func profile(_ numbers: KeyPath<NoiseFloor, [Float]>) -> NoiseProfile {
      // A channel of too few windows has no noise.
      let means = floors.map { $0?[keyPath: numbers] ?? Array(repeating: 0, count: format.binCount) }
      // One channel stands for all where there are many: it hums as the one does that hums most.
      let known =
        means.count == lines.count ? lines : means.map { _ in lines.max { $0.count < $1.count } ?? [] }
      return NoiseProfile(
        sampleRate: sampleRate, format: format,
        channels: zip(means, known).map { NoiseProfile.Channel(mean: $0, deviation: $0, lines: $1) })
    }
    let result = profile(\.mean)
    guard result.channels.contains(where: { $0.mean.contains { $0 > 0 } }) else { return nil }
    return (result, profile(\.most))
  }

  /// One channel's noise; nil for too few windows.
  private static func floor(of windows: [[Float]], binCount: Int) -> NoiseFloor? {
    guard windows.count >= leastWindows else { return nil }
    var numbers = [Float](repeating: 0, count: windows.count)
    let rank = Int(quantile * Double(windows.count)), bands = (binCount - 1) / NoiseFloor.bandBins
    let levels = windows.map { NoiseFloor.levels(of: $0, bands: bands) }
    return numbers.withUnsafeMutableBufferPointer { numbers in
      guard let place = numbers.baseAddress else { return nil }
      func gather(_ rows: [[Float]], _ column: Int) {
        for row in rows.indices { place[row] = rows[row][column] }
      }
      let estimate = (0..<binCount).map { bin in
        gather(windows, bin)
        return Selection.find(rank, of: place, windows.count) / -logf(1 - Float(quantile))
      }
      let spreads = (0..<bands).map { band in
        gather(levels, band)
        return NoiseFloor.spread(of: place, windows.count)
      }
      let chance = ripple * (Double(2 * SpreadWindows.places) / Double(windows.count)).squareRoot()
      return NoiseFloor(estimate, spreads: spreads, ripple: chance)
    }
  }

  /// How far a noise lies above all that may be noise, in dB: in the band of sixteen bins where it does most.
  static func excess(of profile: NoiseProfile, over most: NoiseProfile) -> Double {
    let ratios = zip(profile.channels(for: 1)[0].mean, most.channels(for: 1)[0].mean).map { one, other in
      one > 0 && other > 0 ? Double(one / other) : 1
    }
    return 10 * log10(bands(of: ratios).max() ?? 1)
  }

  /// How far a noise lies below all that may be noise, in dB: in the tenth of all bands where it does least, of those in which
  /// there is sound at all.
  static func shortfall(of profile: NoiseProfile, below most: NoiseProfile) -> Double {
    let noise = profile.channels(for: 1)[0].mean.map(Double.init),
      heard = most.channels(for: 1)[0].mean.map(Double.init)
    let levels = zip(bands(of: heard), bands(of: noise)), least = (levels.map(\.0).max() ?? 0) * faintest
    let ratios = levels.filter { $0.0 > least }.map { $0.0 / max($0.1, least) }.sorted()
    return ratios.isEmpty ? 0 : 10 * log10(ratios[ratios.count / 10])
  }

  /// The medians of sixteen bins each.
  private static func bands(of numbers: [Double]) -> [Double] {
    stride(from: 0, to: numbers.count - 15, by: 16).map { numbers[$0..<$0 + 16].sorted()[8] }
  }
}
