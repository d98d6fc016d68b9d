// BlindProfile.swift
// What the noise of a recording sounds like where no stretch of it is noise alone: estimated from windows all over it. One
// thread; memory is bounded.
// Unsafe: reads within the samples that it is given.

import Glibc
import WaveformCore

/// A noise profile from the low quantiles of power, as far as `NoiseFloor` believes them.
struct BlindProfile {
  /// The quantile.
  private static let quantile = 0.05
  /// Nepers between neighbouring bins that are chance, with two windows at each place.
  private static let ripple = 0.17
  /// Places that are looked at, with two windows each, and the windows that say something at least.
  private static let places = 512, leastWindows = 64

  /// - Parameters:
  ///   - length: frames of the recording.
  ///   - sampleRate: frames per second, > 0.
  ///   - read: the samples of a range.
  /// - Returns: the profile, of one channel where there are more than two; all that may be noise; and how sure that is,
  ///   0…1: 1 where the lowest powers are like those of noise. Nil where there is too little sound.
  static func estimate<Failure: Error>(
    length: Int, sampleRate: Int, read: (FrameRange) throws(Failure) -> SampleSlice
  ) throws(Failure) -> (profile: NoiseProfile, most: NoiseProfile, certainty: Double)? {
    let format = ShortTimeFormat(sampleRate: sampleRate), frames = format.size + format.hop
    guard length >= frames else { return nil }
    let count = min(places, (length - frames) / (2 * format.hop) + 1)
    var powers: [[[Float]]] = []
    let meter = PowerMeter(format)
    for place in 0..<count {
      let first = count == 1 ? 0 : Int(Double(length - frames) * Double(place) / Double(count - 1))
      let slice = try read(first..<first + frames)
      guard slice.range.count == frames else { continue }
      let found = slice.withSamples { meter.powers($0, channels: slice.channels) }
      if powers.isEmpty { powers = Array(repeating: [], count: slice.channels > 2 ? 1 : slice.channels) }
      for channel in powers.indices {
        // Of more than two channels each place shows another: their mean would be spread less than noise is.
        let windows = found[powers.count == found.count ? channel : place % found.count]
        powers[channel] += windows.filter { $0.contains { $0 > 0 } }
      }
    }
    guard let most = powers.map(\.count).max(), most >= leastWindows else { return nil }
    let floors = powers.map { floor(of: $0, binCount: format.binCount) }
    let certainties = floors.compactMap { $0?.certainty }
    func profile(_ numbers: KeyPath<NoiseFloor, [Float]>) -> NoiseProfile {
      // A channel of too few windows has no noise.
      let means = floors.map { $0?[keyPath: numbers] ?? Array(repeating: 0, count: format.binCount) }
      return NoiseProfile(
        sampleRate: sampleRate, format: format,
        channels: means.map { NoiseProfile.Channel(mean: $0, deviation: $0) })
    }
    let result = profile(\.mean)
    guard result.channels.contains(where: { $0.mean.contains { $0 > 0 } }) else { return nil }
    return (result, profile(\.most), certainties.reduce(0, +) / Double(certainties.count))
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
      let chance = ripple * (Double(2 * places) / Double(windows.count)).squareRoot()
      return NoiseFloor(estimate, spreads: spreads, ripple: chance)
    }
  }

  /// How far a noise lies above all that may be noise, in dB: in the band of sixteen bins where it does most.
  static func excess(of profile: NoiseProfile, over most: NoiseProfile) -> Double {
    let ratios = zip(profile.channels(for: 1)[0].mean, most.channels(for: 1)[0].mean).map { one, other in
      one > 0 && other > 0 ? Double(one / other) : 1
    }
    let bands = stride(from: 0, to: ratios.count - 15, by: 16).map { ratios[$0..<$0 + 16].sorted()[8] }
    return 10 * log10(bands.max() ?? 1)
  }
}
