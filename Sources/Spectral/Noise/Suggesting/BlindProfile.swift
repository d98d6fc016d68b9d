// BlindProfile.swift
// What the noise of a recording sounds like where no stretch of it is noise alone: estimated from windows all over it. One
// thread; memory is bounded.
// Unsafe: reads within the samples that it is given.

import Glibc
import WaveformCore

/// A noise profile from the low quantiles of power.
///
/// At each frequency a recording pauses now and then. So the power below which a twentieth of the windows lies is mostly
/// the noise's; where that is distributed exponentially, its mean is that power divided by −ln(1 − 1/20) (Stahl, Fischer
/// and Bippus 2000, "Quantile based noise estimation for spectral subtraction and Wiener filtering"). What never pauses
/// mostly stands out of its neighbourhood, and counts only as much as that does.
struct BlindProfile {
  // The constants were chosen on the development set, without its seconds of noise alone, of 96 cases: gain and cases
  // that became worse were 2.5 dB and 19 by the quantile alone, 3.3 and 8 with the median, 3.5 and 3 with the caution.

  /// The quantile.
  private static let quantile = 0.05
  /// How many medians of its neighbourhood a bin counts at most, and how far that reaches.
  private static let mostMedians: Float = 2
  private static let reach = 15
  /// The part of what was estimated that is taken for noise: too little takes less away, too much takes music.
  private static let caution = 0.6
  /// Places that are looked at, with two windows each, and the windows that say something at least.
  private static let places = 512, leastWindows = 64

  /// - Parameters:
  ///   - length: frames of the recording.
  ///   - sampleRate: frames per second, > 0.
  ///   - read: the samples of a range.
  /// - Returns: the profile, of one channel where there are more than two, and how sure it is, 0…1: 1 where powers are
  ///   distributed like those of noise at the lower end. Nil where there is too little sound.
  static func estimate<Failure: Error>(
    length: Int, sampleRate: Int, read: (FrameRange) throws(Failure) -> SampleSlice
  ) throws(Failure) -> (profile: NoiseProfile, certainty: Double)? {
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
    let channels = powers.map { channel(of: $0, binCount: format.binCount) }
    let certainties = channels.compactMap(\.certainty)
    let profile = NoiseProfile(
      sampleRate: sampleRate, format: format,
      channels: channels.map { NoiseProfile.Channel(mean: $0.mean, deviation: $0.mean) })
    guard !certainties.isEmpty, profile.channels.contains(where: { $0.mean.contains { $0 > 0 } }) else {
      return nil
    }
    return (profile, certainties.reduce(0, +) / Double(certainties.count))
  }

  /// One channel's mean power. A channel of too few windows has no noise.
  private static func channel(of windows: [[Float]], binCount: Int) -> (mean: [Float], certainty: Double?) {
    guard windows.count >= leastWindows else { return (Array(repeating: 0, count: binCount), nil) }
    // Of an exponential distribution the fourfold quantile is so many quantiles.
    let expected = log(1 - 4 * quantile) / log(1 - quantile)
    var (raw, excess) = ([Float](), [Double]())
    for bin in 0..<binCount {
      let sorted = windows.map { $0[bin] }.sorted()
      let low = Double(sorted[Int(quantile * Double(sorted.count))])
      let high = Double(sorted[Int(4 * quantile * Double(sorted.count))])
      raw.append(Float(low / -log(1 - quantile)))
      excess.append(low > 0 ? log(high / low / expected) : 0)
    }
    var (mean, off) = ([Float](), 0.0)
    for bin in 0..<binCount {
      let around = max(0, bin - reach)...min(binCount - 1, bin + reach)
      let near = raw[around].sorted(), wide = excess[around]
      // Where powers are spread more than noise's, some of them are something else's.
      let spread = wide.reduce(0, +) / Double(wide.count)
      let trust = caution * exp(-max(0, spread) / 2)
      mean.append(min(raw[bin], mostMedians * near[near.count / 2]) * Float(trust))
      off += abs(spread)
    }
    return (mean, exp(-4 * off / Double(binCount)))
  }

  /// How far a noise lies above what was guessed, in dB: in the band of sixteen bins where it does most.
  static func excess(of profile: NoiseProfile, over blind: NoiseProfile) -> Double {
    let ratios = zip(profile.channels(for: 1)[0].mean, blind.channels(for: 1)[0].mean).map { one, other in
      one > 0 && other > 0 ? Double(one / other) : 1 / caution
    }
    let bands = stride(from: 0, to: ratios.count - 15, by: 16).map { ratios[$0..<$0 + 16].sorted()[8] }
    return 10 * log10((bands.max() ?? 1) * caution)
  }
}
