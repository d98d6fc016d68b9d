// SpectralGain.swift
// Computes the gain of each bin from its power: the estimator of noise reduction. One channel; two frames at a time, on
// one thread.
// Unsafe: the kernels get rows that have room (`NumberRows`) and belong to this object.

import Glibc

/// A Wiener gain whose signal-to-noise ratio is estimated decision-directed.
///
/// With the power P of a bin and the noise's power N, the a-posteriori ratio is γ = P/N, and the a-priori ratio
/// ξ = α·G'²γ' + (1 − α)·max(γ − 1, 0), where G' and γ' are those of the frame before (Ephraim and Malah 1984, "Speech
/// enhancement using a minimum mean-square error short-time spectral amplitude estimator", equation 51). The gain is
/// G = ξ/(1 + ξ) (Scalart and Filho 1996, "Speech enhancement based on a priori signal to noise estimation"), never
/// below −reduction. γ is smoothed over neighbouring frequencies, and over the frames before and after, which removes
/// tones ("musical noise") from the noise that remains.
/// α is less where sound begins (`OnsetMemory`).
final class SpectralGain: GainEstimator {
  // The constants were chosen on the development set (Benchmarks/measuring/development.py), white, pink, brown, fan,
  // babble and varying noise. Before, with α = 0.9 for every band and no smoothing over time, there were 5.95 dB of gain,
  // a musical noise of 0.18 in white noise and a loss of 4.1 dB in weak cells; now 6.19, 0.05 and 3.4.

  /// From one frame to the next, a quarter of a window later, a gain falls at most to this part of itself, so that
  /// sounds that fade out keep their end.
  private static let release: Float = 0.5

  /// The lower limit of ξ. In noise alone, ξ would be squared from frame to frame until it is a denormal number, with
  /// which processors calculate a hundred times more slowly. The gain of this limit is far below any −reduction.
  private static let leastRatio: Float = 1e-5

  private typealias Numbers = UnsafeMutablePointer<Float>

  /// γ of two frames, and α of their bands.
  private struct Pair {
    let first: Numbers, second: Numbers
    let firstMemories: Numbers, secondMemories: Numbers
  }

  private let size: Int
  private let binCount: Int
  private let count: Int
  private let bandCount: Int
  private let floor: Float
  private let passes: Int
  private let kernels: SpectralKernels
  /// All numbers below.
  private let rows: NumberRows
  /// 1/N; `count` numbers. First that of the profile, then what it is now.
  private let profile: Numbers, inverseNoise: Numbers
  /// G²γ of the frame before.
  private let before: Numbers
  /// The gains of the frame before.
  private let held: Numbers
  private let memory: OnsetMemory
  /// γ of the frame before the pair at hand.
  private var earlier: Numbers
  /// The pair whose gains come next, and the one after it.
  private var pair: Pair, next: Pair
  private var hasPair = false

  /// - Parameters:
  ///   - noise: mean power of each bin, and its standard deviation; ≥ 0.
  init(
    format: ShortTimeFormat, mean: [Float], deviation: [Float], settings: NoiseReductionSettings,
    kernels: SpectralKernels
  ) {
    self.kernels = kernels
    size = format.size
    binCount = format.binCount
    count = format.paddedBinCount
    bandCount = format.bandCount
    precondition(mean.count == binCount && deviation.count == binCount)
    floor = Float(pow(10, -settings.reduction / 20))
    passes = settings.smoothing
    rows = NumberRows(count: 13, length: count)
    (inverseNoise, before, held, earlier, profile) = (rows[0], rows[1], rows[2], rows[3], rows[4])
    pair = Pair(first: rows[5], second: rows[6], firstMemories: rows[7], secondMemories: rows[8])
    next = Pair(first: rows[9], second: rows[10], firstMemories: rows[11], secondMemories: rows[12])
    memory = OnsetMemory(
      format, mean: mean, deviation: deviation, .aboveMargin, kernels: kernels)
    held.update(repeating: floor, count: count)
    // The power of Gaussian noise deviates by as much as its mean. That of a hum hardly deviates, so it needs no margin
    // above its mean.
    let margin = Float(pow(10, settings.sensitivity / 10) - 1)
    for bin in 0..<binCount {
      inverseNoise[bin] = 1 / max(mean[bin] + margin * deviation[bin], 1e-20)
    }
    profile.update(from: inverseNoise, count: count)
  }

  let pairsAhead = 1
  let pairsAtOnce = 1

  func follow(_ factors: [Float]) {
    for bin in 0..<binCount { inverseNoise[bin] = profile[bin] / factors[bin] }
  }

  func take(_ pair: Int, of pairs: SpectrumPairs) -> Int {
    let (real, imaginary) = pairs.spectrum(pair)
    kernels.findRatios(real, imaginary, size, inverseNoise, next.first, next.second, count)
    memory.take(next.first, into: next.firstMemories)
    memory.take(next.second, into: next.secondMemories)
    kernels.smooth(next.first, binCount, count, passes)
    kernels.smooth(next.second, binCount, count, passes)
    guard hasPair else {
      // Before the first frame it was as it is then.
      earlier.update(from: next.first, count: count)
      hasPair = true
      swap(&self.pair, &next)
      return 0
    }
    // The gains of the pair before need those of this one.
    let (first, second) = pairs.gains(pair - 1)
    findGains(first, second)
    // What has been used holds the pair that comes then.
    let used = Pair(
      first: self.pair.first, second: earlier, firstMemories: self.pair.firstMemories,
      secondMemories: self.pair.secondMemories)
    earlier = self.pair.second
    self.pair = next
    next = used
    return pair
  }

  /// The last pair keeps none: nothing lies under it that a channel needs.
  func finish(_ count: Int, of pairs: SpectrumPairs) -> Int { max(0, count - 1) }

  private func findGains(_ first: Numbers, _ second: Numbers) {
    kernels.findGains(
      (
        UnsafePointer(earlier), UnsafePointer(pair.first), UnsafePointer(pair.second),
        UnsafePointer(next.first)
      ),
      (UnsafePointer(pair.firstMemories), UnsafePointer(pair.secondMemories)), bandCount, first, second,
      before,
      held, count, Self.leastRatio, Self.release, floor)
  }
}
