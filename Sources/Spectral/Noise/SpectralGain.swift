// SpectralGain.swift
// Computes the gain of each bin from its power: the estimator of noise reduction. One channel; two frames at a time, on
// one thread.
// Unsafe: all buffers have room for whole vectors of eight numbers, and belong to this object.

import Glibc

/// A Wiener gain whose signal-to-noise ratio is estimated decision-directed.
///
/// With the power P of a bin and the noise's power N, the a-posteriori ratio is γ = P/N, and the a-priori ratio
/// ξ = α·G'²γ' + (1 − α)·max(γ − 1, 0), where G' and γ' are those of the frame before (Ephraim and Malah 1984, "Speech
/// enhancement using a minimum mean-square error short-time spectral amplitude estimator", equation 51). The gain is
/// G = ξ/(1 + ξ) (Scalart and Filho 1996, "Speech enhancement based on a priori signal to noise estimation"), never
/// below −reduction. γ is smoothed over neighbouring frequencies, and over the frames before and after, which removes
/// tones ("musical noise") from the noise that remains.
///
/// α is less where sound begins: where many bins of a band stand out of the noise at once, and did not before. (Of γ in
/// one bin that says little; of sixteen it does. Cohen and Berdugo 2001, "Speech enhancement for non-stationary noise
/// environments", look at such a neighbourhood for the presence of speech.)
final class SpectralGain {
  // The constants were chosen on the development set (Benchmarks/measuring/development.py), white, pink, brown, fan,
  // babble and varying noise. Before, with α = 0.9 for every band and no smoothing over time, there were 5.95 dB of gain,
  // a musical noise of 0.18 in white noise and a loss of 4.1 dB in weak cells; now 6.19, 0.05 and 3.4.

  /// α in the formula where nothing begins.
  private static let memory: Float = 0.92
  /// The mean of γ/(1 + γ) over a band from which on something begins, and where α is 0.
  private static let onset: (low: Float, high: Float) = (0.42, 0.6)
  /// What that mean is in noise. What lies above it for long is taken off.
  private static let usualOfNoise: Float = 0.35
  /// The share of a frame in what is usual: some 0.35 s.
  private static let pace: Float = 1 / 30
  /// The spread of a noise's power, in means of it, up to which an onset is believed, and from which on it is not: where
  /// clicks and voices are the noise, it begins all the time itself. Gaussian noise has 1.
  private static let spread: (low: Float, high: Float) = (1.3, 1.6)
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
  /// All numbers below, in one piece; each part has `room` on either side, which smoothing reads.
  private let all: Numbers
  private static let room = 8
  /// 1/N; `count` numbers. First that of the profile, then what it is now.
  private let profile: Numbers, inverseNoise: Numbers
  /// G²γ of the frame before.
  private let before: Numbers
  /// The gains of the frame before.
  private let held: Numbers
  /// What is usual in each band, and how much an onset counts there.
  private let usual: Numbers, trust: Numbers
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
    let step = count + 2 * Self.room
    let all = Numbers.allocate(capacity: step * 15)
    all.initialize(repeating: 0, count: step * 15)
    self.all = all
    let part = { (index: Int) in all + index * step + Self.room }
    (inverseNoise, before, held, usual, trust, earlier, profile) = (
      part(0), part(1), part(2), part(3), part(13), part(4), part(14)
    )
    pair = Pair(first: part(5), second: part(6), firstMemories: part(7), secondMemories: part(8))
    next = Pair(first: part(9), second: part(10), firstMemories: part(11), secondMemories: part(12))
    held.update(repeating: floor, count: count)
    usual.update(repeating: Self.usualOfNoise, count: count)
    // The power of Gaussian noise deviates by as much as its mean. That of a hum hardly deviates, so it needs no margin
    // above its mean.
    let margin = Float(pow(10, settings.sensitivity / 10) - 1)
    for bin in 0..<binCount {
      inverseNoise[bin] = 1 / max(mean[bin] + margin * deviation[bin], 1e-20)
    }
    profile.update(from: inverseNoise, count: count)
    for band in 0..<bandCount {
      let bins = band * 16..<band * 16 + 16
      let spread = bins.reduce(Float(0)) { $0 + deviation[$1] / max(mean[$1], 1e-20) } / 16
      trust[band] = min(max((Self.spread.high - spread) / (Self.spread.high - Self.spread.low), 0), 1)
    }
  }

  deinit { all.deallocate() }

  /// Takes the noise's power to be that of the profile times a factor, for each bin.
  func follow(_ factors: [Float]) {
    for bin in 0..<binCount { inverseNoise[bin] = profile[bin] / factors[bin] }
  }

  /// Takes in the spectra of two frames, and computes the gains of the two before them.
  ///
  /// - Parameters:
  ///   - real: the real part of the spectrum of both frames, as in `RealPairTransform`, followed by the first number again.
  ///   - first: room for the gains of one frame, `paddedBinCount` numbers.
  /// - Returns: false for the first pair: there was none before it.
  func take(
    real: UnsafePointer<Float>, imaginary: UnsafePointer<Float>,
    gainsBefore first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>
  ) -> Bool {
    kernels.findRatios(real, imaginary, size, inverseNoise, next.first, next.second, count)
    findMemories(next.first, next.firstMemories)
    findMemories(next.second, next.secondMemories)
    kernels.smooth(next.first, binCount, count, passes)
    kernels.smooth(next.second, binCount, count, passes)
    guard hasPair else {
      // Before the first frame it was as it is then.
      earlier.update(from: next.first, count: count)
      hasPair = true
      swap(&pair, &next)
      return false
    }
    findGains(first, second)
    // What has been used holds the pair that comes then.
    let used = Pair(
      first: pair.first, second: earlier, firstMemories: pair.firstMemories,
      secondMemories: pair.secondMemories)
    earlier = pair.second
    pair = next
    next = used
    return true
  }

  private func findMemories(_ ratios: Numbers, _ memories: Numbers) {
    kernels.findPresence(ratios, memories, bandCount)
    kernels.smooth(memories, bandCount, bandCount, 1)
    kernels.findMemories(
      memories, usual, trust, bandCount, Self.memory, Self.pace, Self.usualOfNoise, Self.onset.low,
      Self.onset.high)
  }

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
