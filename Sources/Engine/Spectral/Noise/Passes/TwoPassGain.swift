// TwoPassGain.swift
// The gains of one channel in two passes, segment by segment: what comes after a frame is known as well as what came before.
// The segments begin at the same frames whatever the sizes of blocks. One thread at a time.
// Unsafe: the kernels get rows that have room (`NumberRows`) and belong to this object.

import Glibc

/// A Wiener gain whose a-priori ratio is that of a first estimate.
///
/// The first pass (`PresenceGain`) goes through the frames forwards, and through each segment backwards, beginning `ahead`
/// pairs behind it, where nothing of before is left in its estimate. With the gains G₁ and G₂ of both directions, the
/// a-priori ratio of the second pass is ξ = C·(G₁·G₂)^w·γ^r, of which w = 1, r = 1 and C = 1 would be the power that the
/// first pass leaves. The exponents were chosen on the development set (Benchmarks/measuring/development.py), by the least
/// error in time (Gauss and Newton's method). The gain is ξ/(1 + ξ), and goes from the floor to 1: what is left of the noise
/// lies under everything.
///
/// N is the larger one of the profile's mean and standard deviation, which are alike in Gaussian noise. Where the level of the
/// noise is followed, the mean is larger by a power of the spread (`NoiseProfile.loudness`). All that is by the sensitivity
/// louder, of which 2 dB are the noise as it is.
///
/// Smoothing averages what says where there may be a signal over neighbouring bins; from 2 on, once less, γ as well.
final class TwoPassGain: GainEstimator {
  /// Pairs of a segment: 0.74 s. And those behind it with which the pass backwards begins: 0.28 s.
  private static let segment = 32, ahead = 12
  /// w, r and the logarithm of C, to base 2.
  private static let weights: (first: Float, ratio: Float, constant: Float) = (0.955, 0.6, 2)
  /// From one frame to the next a gain falls at most to this part of itself, as in `SpectralGain`.
  private static let release: Float = 0.5
  /// The sensitivity, in dB, at which the noise's power is that of the profile.
  private static let usualSensitivity = 2.0

  typealias Numbers = UnsafeMutablePointer<Float>

  private let size: Int
  private let binCount: Int
  private let count: Int
  private let floor: Float
  private let smoothing: Int
  private let kernels: SpectralKernels
  private let forward: PresenceGain, backward: PresenceGain
  /// Frames of which rows are kept: two of each. Four more come after them.
  private static let frames = 2 * (segment + ahead)
  private let rows: NumberRows
  /// 1/N; first that of the profile, then what it is now.
  private let profile: Numbers, inverseNoise: Numbers
  /// What the pass backwards finds of a frame, and the gains of the frame before a segment.
  private let found: Numbers, held: Numbers
  /// Pairs that came in, and those that have gains.
  private var known = 0, done = 0

  /// - Parameters:
  ///   - mean: power of the noise in each bin, and its standard deviation; ≥ 0.
  ///   - loudness: by how much louder than its mean the noise is taken to be, > 0.
  init(
    format: ShortTimeFormat, mean: [Float], deviation: [Float], loudness: Float = 1,
    settings: NoiseReductionSettings, kernels: SpectralKernels
  ) {
    self.kernels = kernels
    (size, binCount, count) = (format.size, format.binCount, format.paddedBinCount)
    precondition(mean.count == binCount && deviation.count == binCount)
    floor = Float(pow(10, -settings.reduction / 20))
    smoothing = settings.smoothing
    func direction() -> PresenceGain {
      PresenceGain(
        format, OnsetMemory(format, mean: mean, deviation: deviation, .aboveMean, kernels: kernels),
        smoothing: settings.smoothing, kernels: kernels)
    }
    (forward, backward) = (direction(), direction())
    let first = 2 * Self.frames
    rows = NumberRows(count: first + 4, length: count)
    (profile, inverseNoise, found, held) = (rows[first], rows[first + 1], rows[first + 2], rows[first + 3])
    let margin = Float(pow(10, (settings.sensitivity - Self.usualSensitivity) / 10))
    for bin in 0..<binCount {
      inverseNoise[bin] = 1 / max(margin * max(loudness * mean[bin], deviation[bin]), 1e-20)
    }
    profile.update(from: inverseNoise, count: count)
    held.update(repeating: floor, count: count)
  }

  var pairsAhead: Int { Self.segment + Self.ahead }
  var pairsAtOnce: Int { Self.segment }

  func follow(_ factors: [Float]) {
    for bin in 0..<binCount { inverseNoise[bin] = profile[bin] / factors[bin] }
  }

  func take(_ pair: Int, of pairs: SpectrumPairs) -> Int {
    let (real, imaginary) = pairs.spectrum(pair)
    let frames = (2 * pair, 2 * pair + 1)
    kernels.findRatios(real, imaginary, size, inverseNoise, ratios(frames.0), ratios(frames.1), count)
    for frame in [frames.0, frames.1] {
      kernels.smooth(ratios(frame), binCount, count, max(0, smoothing - 1))
      forward.take(ratios(frame), into: amplitudes(frame))
    }
    known = pair + 1
    if known == done + Self.segment + Self.ahead { reduce(done + Self.segment, of: pairs) }
    return done
  }

  func finish(_ count: Int, of pairs: SpectrumPairs) -> Int {
    while done < known { reduce(min(done + Self.segment, known), of: pairs) }
    return done
  }

  /// Writes the gains of the pairs before `end` that have none yet.
  private func reduce(_ end: Int, of pairs: SpectrumPairs) {
    backward.reset()
    for frame in (2 * done..<2 * min(known, end + Self.ahead)).reversed() {
      backward.take(ratios(frame), into: found)
      guard frame < 2 * end else { continue }
      // Its gains take the place of what the pass forwards has found.
      let gains = amplitudes(frame)
      kernels.findSecondGains(gains, found, ratios(frame), Self.weights, floor, count)
    }
    for pair in done..<end {
      let targets = pairs.gains(pair)
      kernels.holdGains(amplitudes(2 * pair), held, Self.release, targets.first, count)
      kernels.holdGains(amplitudes(2 * pair + 1), held, Self.release, targets.second, count)
    }
    done = end
  }

  /// γ of a frame.
  private func ratios(_ frame: Int) -> Numbers { rows[2 * (frame % Self.frames)] }
  /// What the pass forwards finds of it, then its gains.
  private func amplitudes(_ frame: Int) -> Numbers { rows[2 * (frame % Self.frames) + 1] }
}
