// SpectralGain.swift
// From the power of a spectrum to what each of its bins is multiplied with: the estimator at the heart of noise
// reduction. One channel; a frame after the other, on one thread.
// Unsafe: all buffers have room for whole vectors of eight numbers, and belong to this object.

import Glibc

/// A Wiener gain whose signal-to-noise ratio is estimated decision-directed.
///
/// With the power P of a bin and the noise's power N, the a-posteriori ratio is γ = P/N, and the a-priori ratio
/// ξ = α·G'²γ' + (1 − α)·max(γ − 1, 0), where G' and γ' are those of the frame before (Ephraim and Malah 1984, "Speech
/// enhancement using a minimum mean-square error short-time spectral amplitude estimator", equation 51). The gain is
/// G = ξ/(1 + ξ) (Scalart and Filho 1996, "Speech enhancement based on a priori signal to noise estimation"), never
/// below −reduction. γ is smoothed over neighbouring frequencies, which takes away what sounds like music in the rest
/// of a noise.
final class SpectralGain {
  /// α above. With 0.98, as speech enhancement for the telephone has it, onsets were lost: over speech, music and
  /// drums in white, pink, room noise and hum the gain in signal-to-noise ratio was 3.0 dB, with 0.9 it was 3.9.
  private static let memory: Float = 0.9
  /// A gain falls to this part of itself at most from one frame to the next, a quarter of a window later: what fades
  /// out keeps its end.
  private static let release: Float = 0.5

  private let count: Int
  private let floor: Float
  private let passes: Int
  /// 1/N; `count` numbers.
  private let inverseNoise: UnsafeMutablePointer<Float>
  /// G²γ of the frame before.
  private let before: UnsafeMutablePointer<Float>
  /// γ, with eight numbers of room on either side for what smoothing looks at.
  private let ratios: UnsafeMutablePointer<Float>
  private let other: UnsafeMutablePointer<Float>
  private let held: UnsafeMutablePointer<Float>
  private let binCount: Int
  private static let room = 8

  /// - Parameters:
  ///   - noise: mean power of each bin, and its standard deviation; ≥ 0.
  init(format: ShortTimeFormat, mean: [Float], deviation: [Float], settings: NoiseReductionSettings) {
    binCount = format.binCount
    count = format.paddedBinCount
    precondition(mean.count == binCount && deviation.count == binCount)
    floor = Float(pow(10, -settings.reduction / 20))
    passes = settings.smoothing
    func numbers(_ count: Int, _ value: Float) -> UnsafeMutablePointer<Float> {
      let numbers = UnsafeMutablePointer<Float>.allocate(capacity: count)
      numbers.initialize(repeating: value, count: count)
      return numbers
    }
    inverseNoise = numbers(count, 0)
    before = numbers(count, 0)
    ratios = numbers(count + 2 * Self.room, 1)
    other = numbers(count + 2 * Self.room, 1)
    held = numbers(count, floor)
    // A noise as random as Gauss's has a deviation of power as large as its mean; a hum has hardly any, and needs no
    // more room than its mean.
    let margin = Float(pow(10, settings.sensitivity / 10) - 1)
    for bin in 0..<binCount {
      inverseNoise[bin] = 1 / max(mean[bin] + margin * deviation[bin], 1e-20)
    }
  }

  deinit {
    for numbers in [inverseNoise, before, ratios, other, held] { numbers.deallocate() }
  }

  /// Multiplies a spectrum with its gains.
  ///
  /// - Parameter spectrum: pairs of real and imaginary part; room for `count` pairs.
  func apply(to spectrum: UnsafeMutablePointer<Float>) {
    typealias Vector = SIMD8<Float>
    let most = Vector(repeating: 1e9)
    let raw = UnsafeMutableRawPointer(spectrum)
    var ratios = self.ratios + Self.room, other = self.other + Self.room
    for bin in stride(from: 0, to: count, by: 8) {
      let pairs = raw.loadUnaligned(fromByteOffset: bin * 8, as: SIMD16<Float>.self)
      let (re, im) = (pairs.evenHalf, pairs.oddHalf)
      var gamma = (re * re + im * im) * load(inverseNoise, bin)
      gamma.replace(with: most, where: gamma .> most)
      store(gamma, ratios, bin)
    }
    for _ in 0..<passes {
      // Beyond both ends the spectrum is its own mirror image.
      ratios[-1] = ratios[1]
      ratios[binCount] = ratios[binCount - 2]
      for bin in stride(from: 0, to: count, by: 8) {
        let sides = load(ratios, bin - 1) + load(ratios, bin + 1)
        store(sides * 0.25 + load(ratios, bin) * 0.5, other, bin)
      }
      swap(&ratios, &other)
    }
    let memory = Vector(repeating: Self.memory), rest = Vector(repeating: 1 - Self.memory)
    let one = Vector(repeating: 1), release = Vector(repeating: Self.release)
    let least = Vector(repeating: floor)
    for bin in stride(from: 0, to: count, by: 8) {
      let gamma = load(ratios, bin)
      var surplus = gamma - one
      surplus.replace(with: Vector.zero, where: surplus .< Vector.zero)
      let xi = memory * load(before, bin) + rest * surplus
      var gain = xi / (one + xi)
      store(gain * gain * gamma, before, bin)
      let fading = load(held, bin) * release
      gain.replace(with: fading, where: gain .< fading)
      gain.replace(with: least, where: gain .< least)
      store(gain, held, bin)
      let pairs = raw.loadUnaligned(fromByteOffset: bin * 8, as: SIMD16<Float>.self)
      var doubled = SIMD16<Float>()
      doubled.evenHalf = gain
      doubled.oddHalf = gain
      raw.storeBytes(of: pairs * doubled, toByteOffset: bin * 8, as: SIMD16<Float>.self)
    }
  }

  @inline(__always)
  private func load(_ numbers: UnsafeMutablePointer<Float>, _ index: Int) -> SIMD8<Float> {
    UnsafeRawPointer(numbers + index).loadUnaligned(as: SIMD8<Float>.self)
  }

  @inline(__always)
  private func store(_ value: SIMD8<Float>, _ numbers: UnsafeMutablePointer<Float>, _ index: Int) {
    UnsafeMutableRawPointer(numbers + index).storeBytes(of: value, as: SIMD8<Float>.self)
  }
}
