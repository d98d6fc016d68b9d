// Gains.swift
// The steps that weight a spectrum; `SpectralGain` explains the formulas. Functions of plain memory: see
// SpectralVector.swift for what this module may contain.
// Unsafe: buffers have whole vectors of eight numbers, and `count` is a multiple of eight.

/// The ratio of power to noise of two frames, at most 10⁹.
///
/// - Parameters:
///   - real: the real part of the spectrum of both: `size` numbers, followed by the first one again.
@inline(never)
public func findRatios(
  _ real: UnsafePointer<Float>, _ imaginary: UnsafePointer<Float>, size: Int,
  inverseNoise: UnsafePointer<Float>,
  into first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>, count: Int
) {
  let most = SpectralVector(repeating: 1e9)
  for bin in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    let mirror = size - bin - SpectralVector.scalarCount + 1
    let (re, im) = (SpectralVector(real, bin), SpectralVector(imaginary, bin))
    let (mirroredRe, mirroredIm) = (
      SpectralVector(real, mirror).reversed, SpectralVector(imaginary, mirror).reversed
    )
    // These are twice the spectra, so the power is four times too large.
    let scale = SpectralVector(inverseNoise, bin) * 0.25
    let a = (re: re + mirroredRe, im: im - mirroredIm)
    let b = (re: re - mirroredRe, im: im + mirroredIm)
    let gammaA = (a.re * a.re + a.im * a.im) * scale
    let gammaB = (b.re * b.re + b.im * b.im) * scale
    gammaA.atMost(most).store(first, bin)
    gammaB.atMost(most).store(second, bin)
  }
}

/// Averages each number with its two neighbours, weighted 1/4, 1/2, 1/4, `passes` times.
///
/// - Parameter ratios: `binCount` of them, with a vector of room on either side.
@inline(never)
public func smooth(_ ratios: UnsafeMutablePointer<Float>, binCount: Int, count: Int, passes: Int) {
  for _ in 0..<passes {
    // Beyond both ends the spectrum is its own mirror image.
    ratios[-1] = ratios[1]
    ratios[binCount] = ratios[binCount - 2]
    var left = SpectralVector(ratios, -1)
    for bin in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
      let (middle, right) = (SpectralVector(ratios, bin), SpectralVector(ratios, bin + 1))
      // Read before it is overwritten.
      let next = SpectralVector(ratios, bin + SpectralVector.scalarCount - 1)
      ((left + right) * 0.25 + middle * 0.5).store(ratios, bin)
      left = next
    }
  }
}

/// What a gain depends on besides its frame.
struct GainLimits {
  let memory: Float, leastRatio: Float, release: Float, floor: Float
}

/// Computes half the sum and half the difference of the gains of two successive frames from their ratios.
///
/// - Parameters:
///   - first: ratios of the first frame; holds the half sums afterwards. `second` holds the half differences.
///   - before: gain² times ratio of the frame before; `held`: its gain.
@inline(never)
public func findGains(
  _ first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>,
  before: UnsafeMutablePointer<Float>, held: UnsafeMutablePointer<Float>, count: Int,
  memory: Float, leastRatio: Float, release: Float, floor: Float
) {
  let limits = GainLimits(memory: memory, leastRatio: leastRatio, release: release, floor: floor)
  for bin in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    let a = gain(
      SpectralVector(first, bin), before: SpectralVector(before, bin), held: SpectralVector(held, bin), limits
    )
    let b = gain(SpectralVector(second, bin), before: a.surplus, held: a.gain, limits)
    b.surplus.store(before, bin)
    b.gain.store(held, bin)
    ((a.gain + b.gain) * 0.5).store(first, bin)
    ((a.gain - b.gain) * 0.5).store(second, bin)
  }
}

/// The gains of one frame, and gain² times ratio, from its ratio and the values of the frame before.
@inline(__always)
private func gain(
  _ ratio: SpectralVector, before: SpectralVector, held: SpectralVector, _ limits: GainLimits
) -> (gain: SpectralVector, surplus: SpectralVector) {
  let one = SpectralVector(repeating: 1)
  let excess = (ratio - one).atLeast(SpectralVector(repeating: 0))
  let prior = (before * limits.memory + excess * (1 - limits.memory))
    .atLeast(SpectralVector(repeating: limits.leastRatio))
  let gain = prior / (one + prior)
  let limited = gain.atLeast(held * limits.release).atLeast(SpectralVector(repeating: limits.floor))
  return (limited, gain * gain * ratio)
}

/// Multiplies both spectra with their gains.
///
/// With Z and Z' as in `RealPairTransform`, what is wanted is G·(Z + Z')/2 of a, and the same with a minus of b.
@inline(never)
public func weigh(
  _ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>, size: Int,
  sums: UnsafePointer<Float>, differences: UnsafePointer<Float>
) {
  let middle = size / 2
  for bin in stride(from: 0, to: middle, by: SpectralVector.scalarCount) {
    let mirror = size - bin - SpectralVector.scalarCount + 1
    let (sum, difference) = (SpectralVector(sums, bin), SpectralVector(differences, bin))
    let (re, im) = (SpectralVector(real, bin), SpectralVector(imaginary, bin))
    let (mirroredRe, mirroredIm) = (
      SpectralVector(real, mirror).reversed, SpectralVector(imaginary, mirror).reversed
    )
    (sum * re + difference * mirroredRe).store(real, bin)
    (sum * im - difference * mirroredIm).store(imaginary, bin)
    (sum * mirroredRe + difference * re).reversed.store(real, mirror)
    (sum * mirroredIm - difference * im).reversed.store(imaginary, mirror)
  }
  // The middle bin is its own mirror image.
  real[middle] *= sums[middle] + differences[middle]
  imaginary[middle] *= sums[middle] - differences[middle]
}
