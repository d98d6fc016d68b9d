// PresenceGain.swift
// The first of two passes: gains of one channel in one direction of time. One thread at a time.
// Unsafe: the kernels get rows that have room (`NumberRows`) and belong to this object.

import Glibc

/// A log-spectral amplitude gain, weighted by the probability that there is a signal (OM-LSA).
///
/// With γ and ξ as in `SpectralGain` and v = γξ/(1 + ξ), the gain where there is a signal is ξ/(1 + ξ) · exp(E₁(v)/2)
/// (Ephraim and Malah 1985, "Speech enhancement using a minimum mean-square error log-spectral amplitude estimator",
/// equation 20), and `absent` where there is none. Their geometric mean is weighted by the probability of a signal,
/// 1/(1 + q/(1 − q)·(1 + ξ)·e⁻ᵛ); q, the probability before anything is known, depends on the mean of ξ over the frames
/// so far, about the bin and in bands of sixteen bins (Cohen and Berdugo 2001, "Speech enhancement for non-stationary
/// noise environments", equations 7 to 18). Where they take the logarithm of that mean, here it is the mean itself, and the
/// whole frame has no say: 0.04 dB better on the development set.
final class PresenceGain {
  /// The share of a frame in the mean of ξ.
  private static let pace: Float = 0.15
  /// The least ξ: −25 dB.
  private static let leastPrior: Float = 0.003_162_278
  /// Means of ξ below which there is no signal, and above which there is one: −10 and −5 dB.
  private static let presence: (low: Float, high: Float) = (0.1, 0.316_227_8)
  /// The least probability of a signal before anything is known.
  private static let leastPresence: Float = 0.05
  /// The gain where there is no signal, in dB.
  private static let absent: Float = -30

  typealias Numbers = UnsafeMutablePointer<Float>

  private let binCount: Int
  private let count: Int
  private let bandCount: Int
  private let smoothing: Int
  private let memory: OnsetMemory
  private let kernels: SpectralKernels
  private let rows: NumberRows
  /// G²γ of the frame before; ξ and its mean over the frames, in each bin, about it, and in each band.
  private let carried: Numbers, priors: Numbers, means: Numbers, local: Numbers, bands: Numbers,
    memories: Numbers

  /// - Parameters:
  ///   - memory: belongs to this object; of ξ.
  ///   - smoothing: how often the mean of ξ about a bin is smoothed over its neighbours.
  init(_ format: ShortTimeFormat, _ memory: OnsetMemory, smoothing: Int, kernels: SpectralKernels) {
    self.kernels = kernels
    self.smoothing = smoothing
    self.memory = memory
    (binCount, count, bandCount) = (format.binCount, format.paddedBinCount, format.bandCount)
    rows = NumberRows(count: 6, length: count)
    (carried, priors, means, local, bands, memories) = (
      rows[0], rows[1], rows[2], rows[3], rows[4], rows[5]
    )
  }

  /// Forgets the frames before.
  func reset() {
    carried.update(repeating: 0, count: count)
    means.update(repeating: 0, count: count)
    memory.reset()
  }

  /// Takes the next frame in this direction.
  ///
  /// - Parameters:
  ///   - ratios: γ of the frame, `paddedBinCount` numbers.
  ///   - amplitudes: gets twice the logarithm of its gains, to base 2.
  func take(_ ratios: UnsafePointer<Float>, into amplitudes: Numbers) {
    memory.take(ratios, into: memories)
    kernels.findPriors(
      ratios, carried, memories, bandCount, priors, means, count, Self.pace, Self.leastPrior)
    kernels.findBandMeans(means, bands, bandCount)
    kernels.smooth(bands, bandCount, bandCount, 1)
    local.update(from: means, count: count)
    kernels.smooth(local, binCount, count, smoothing)
    kernels.findAmplitudes(
      ratios, priors, local, bands, bandCount, carried, amplitudes, count,
      (Self.presence.low, 1 / (Self.presence.high - Self.presence.low), Self.leastPresence),
      Self.absent / 10 / log10f(2))
  }
}
