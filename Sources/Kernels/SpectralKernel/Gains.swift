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
/// - Parameter ratios: `binCount` of them, with a vector of room on either side. A single one has no neighbours.
@inline(never)
public func smooth(_ ratios: UnsafeMutablePointer<Float>, binCount: Int, count: Int, passes: Int) {
  guard binCount > 1 else { return }
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

/// How far each band of sixteen bins stands out of the noise: the mean of γ/(1 + γ), 0…1.
///
/// - Parameters:
///   - ratios: sixteen for each band.
///   - bands: `count` numbers, any number.
@inline(never)
public func findPresence(
  _ ratios: UnsafePointer<Float>, into bands: UnsafeMutablePointer<Float>, count: Int
) {
  let one = SpectralVector(repeating: 1)
  for band in 0..<count {
    let (a, b) = (SpectralVector(ratios, band * 16), SpectralVector(ratios, band * 16 + 8))
    // a/(1 + a) + b/(1 + b) with one division; ratios are at most 10⁹, so nothing overflows.
    let both = (a * (one + b) + b * (one + a)) / ((one + a) * (one + b))
    let four = both.evenHalf + both.oddHalf
    bands[band] = (four[0] + four[1] + (four[2] + four[3])) * (1 / 16)
  }
}

/// The larger of two numbers each.
@inline(never)
public func findLarger(
  _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, count: Int
) {
  for index in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    SpectralVector(a, index).atLeast(SpectralVector(b, index)).store(target, index)
  }
}

/// Replaces the presence of each band by the memory of its estimate: less where sound begins.
///
/// - Parameters:
///   - presence: one frame's.
///   - usual: the presence of the frames before, on average; this frame is added.
///   - trust: how much an onset counts, 0…1.
@inline(never)
public func findMemories(
  _ presence: UnsafeMutablePointer<Float>, usual: UnsafeMutablePointer<Float>,
  trust: UnsafePointer<Float>, count: Int, memory: Float, pace: Float, usualOfNoise: Float, low: Float,
  high: Float
) {
  let (zero, one) = (SpectralVector(repeating: 0), SpectralVector(repeating: 1))
  let scale = 1 / (high - low)
  for band in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    let (now, before) = (SpectralVector(presence, band), SpectralVector(usual, band))
    // What has been there for a while is no onset.
    let raised = now - (before - usualOfNoise).atLeast(zero)
    let onset = ((raised - low) * scale).atLeast(zero).atMost(one)
    (before + (now - before) * pace).store(usual, band)
    ((one - onset * SpectralVector(trust, band)) * memory).store(presence, band)
  }
}

/// What a gain depends on besides its frame.
struct GainLimits {
  let leastRatio: Float, release: Float, floor: Float
}

/// Computes the gains of two successive frames from the ratios of these and of their neighbours in time.
///
/// - Parameters:
///   - ratios: of the frame before, of both, and of the frame after.
///   - memories: of the bands of both frames; the last band goes on to the end.
///   - first: the gains of the first frame; `second`: those of the second one.
///   - before: gain² times ratio of the frame before; `held`: its gain.
@inline(never)
public func findGains(
  _ ratios: (
    UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>
  ),
  memories: (UnsafePointer<Float>, UnsafePointer<Float>), bands: Int,
  into first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>,
  before: UnsafeMutablePointer<Float>, held: UnsafeMutablePointer<Float>, count: Int,
  leastRatio: Float, release: Float, floor: Float
) {
  let limits = GainLimits(leastRatio: leastRatio, release: release, floor: floor)
  for bin in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    let band = bin / 16 < bands ? bin / 16 : bands - 1
    let (one, two) = (SpectralVector(ratios.1, bin), SpectralVector(ratios.2, bin))
    let a = gain(
      (SpectralVector(ratios.0, bin) + two) * 0.25 + one * 0.5, memory: memories.0[band],
      before: SpectralVector(before, bin), held: SpectralVector(held, bin), limits)
    let b = gain(
      (one + SpectralVector(ratios.3, bin)) * 0.25 + two * 0.5, memory: memories.1[band],
      before: a.surplus, held: a.gain, limits)
    b.surplus.store(before, bin)
    b.gain.store(held, bin)
    a.gain.store(first, bin)
    b.gain.store(second, bin)
  }
}

/// The gains of one frame, and gain² times ratio, from its ratio and the values of the frame before.
@inline(__always)
private func gain(
  _ ratio: SpectralVector, memory: Float, before: SpectralVector, held: SpectralVector, _ limits: GainLimits
) -> (gain: SpectralVector, surplus: SpectralVector) {
  let one = SpectralVector(repeating: 1)
  let excess = (ratio - one).atLeast(SpectralVector(repeating: 0))
  let prior = (before * memory + excess * (1 - memory))
    .atLeast(SpectralVector(repeating: limits.leastRatio))
  let gain = prior / (one + prior)
  let limited = gain.atLeast(held * limits.release).atLeast(SpectralVector(repeating: limits.floor))
  return (limited, gain * gain * ratio)
}

/// Multiplies both spectra with their gains.
///
/// With Z and Z' as in `RealPairTransform`, what is wanted is G·(Z + Z')/2 of a, and the same with a minus of b.
///
/// - Parameters:
///   - real: `size` numbers, followed by the first one again.
///   - first: the gains of a; `second`: those of b.
@inline(never)
public func weigh(
  _ real: UnsafeMutablePointer<Float>, _ imaginary: UnsafeMutablePointer<Float>, size: Int,
  _ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>
) {
  let middle = size / 2
  for bin in stride(from: 0, to: middle, by: SpectralVector.scalarCount) {
    let mirror = size - bin - SpectralVector.scalarCount + 1
    let (a, b) = (SpectralVector(first, bin), SpectralVector(second, bin))
    let (sum, difference) = ((a + b) * 0.5, (a - b) * 0.5)
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
  real[middle] *= first[middle]
  imaginary[middle] *= second[middle]
}
