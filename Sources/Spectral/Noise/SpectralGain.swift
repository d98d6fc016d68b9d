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
/// below −reduction. γ is smoothed over neighbouring frequencies, which removes tones ("musical noise") from the
/// noise that remains.
final class SpectralGain {
  /// α in the formula. 0.98, the value of speech enhancement for telephones, lost onsets: with it the signal-to-noise
  /// ratio rose by 3.0 dB, with 0.9 by 3.9 dB (speech, music and drums in white, pink and room noise and hum).
  private static let memory: Float = 0.9
  /// From one frame to the next, a quarter of a window later, a gain falls at most to this part of itself, so that
  /// sounds that fade out keep their end.
  private static let release: Float = 0.5

  /// The lower limit of ξ. In noise alone, ξ would be squared from frame to frame until it is a denormal number, with
  /// which processors calculate a hundred times more slowly. The gain of this limit is far below any −reduction.
  private static let leastRatio: Float = 1e-5

  private typealias Numbers = UnsafeMutablePointer<Float>

  private let size: Int
  private let binCount: Int
  private let count: Int
  private let floor: Float
  private let passes: Int
  private let kernels: SpectralKernels
  /// 1/N; `count` numbers. First that of the profile, then what it is now.
  private let profile: Numbers, inverseNoise: Numbers
  /// G²γ of the frame before.
  private let before: Numbers
  /// The gains of the frame before.
  private let held: Numbers
  /// γ of both frames, with eight numbers of room on either side, which smoothing reads.
  private let ratios: (Numbers, Numbers)
  private static let room = 8

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
    precondition(mean.count == binCount && deviation.count == binCount)
    floor = Float(pow(10, -settings.reduction / 20))
    passes = settings.smoothing
    func numbers(_ count: Int, _ value: Float) -> Numbers {
      let numbers = Numbers.allocate(capacity: count)
      numbers.initialize(repeating: value, count: count)
      return numbers
    }
    inverseNoise = numbers(count, 0)
    profile = numbers(count, 0)
    before = numbers(count, 0)
    held = numbers(count, floor)
    let padded = count + 2 * Self.room
    ratios = (numbers(padded, 1), numbers(padded, 1))
    // The power of Gaussian noise deviates by as much as its mean. That of a hum hardly deviates, so it needs no margin
    // above its mean.
    let margin = Float(pow(10, settings.sensitivity / 10) - 1)
    for bin in 0..<binCount {
      inverseNoise[bin] = 1 / max(mean[bin] + margin * deviation[bin], 1e-20)
    }
    profile.update(from: inverseNoise, count: count)
  }

  deinit {
    for numbers in [profile, inverseNoise, before, held, ratios.0, ratios.1] { numbers.deallocate() }
  }

  /// Takes the noise's power to be that of the profile times a factor, for each bin.
  func follow(_ factors: [Float]) {
    for bin in 0..<binCount { inverseNoise[bin] = profile[bin] / factors[bin] }
  }

  /// Multiplies the spectra of two frames with their gains.
  ///
  /// - Parameters:
  ///   - real: the real part of the spectrum of both frames, as in `RealPairTransform`.
  func apply(real: UnsafeMutablePointer<Float>, imaginary: UnsafeMutablePointer<Float>) {
    let (first, second) = (ratios.0 + Self.room, ratios.1 + Self.room)
    // The mirror image of bin 0 is itself.
    real[size] = real[0]
    imaginary[size] = imaginary[0]
    kernels.findRatios(real, imaginary, size, inverseNoise, first, second, count)
    kernels.smooth(first, binCount, count, passes)
    kernels.smooth(second, binCount, count, passes)
    kernels.findGains(
      first, second, before, held, count, Self.memory, Self.leastRatio, Self.release, floor)
    kernels.weigh(real, imaginary, size, first, second)
  }
}
