// Passes.swift
// The steps of the gain in two passes; `PresenceGain` and `TwoPassGain` explain the formulas. Functions of plain memory: see
// SpectralVector.swift for what this module may contain.
// Unsafe: buffers have whole vectors of eight numbers, with a vector of room on either side, and `count` is a multiple of
// eight.

/// The a-priori ratio of each bin, decision-directed, and its mean over the frames so far.
///
/// - Parameters:
///   - ratios: γ of this frame.
///   - carried: gain² times γ of the frame before.
///   - memories: how much of it is kept, for each band of sixteen bins; the last band goes on to the end.
///   - means: of the a-priori ratio; this frame is added, with a share of `pace`.
@inline(never)
public func findPriors(
  _ ratios: UnsafePointer<Float>, carried: UnsafePointer<Float>, memories: UnsafePointer<Float>,
  bandCount: Int, into priors: UnsafeMutablePointer<Float>, means: UnsafeMutablePointer<Float>, count: Int,
  pace: Float, least: Float
) {
  let one = SpectralVector(repeating: 1), zero = SpectralVector(repeating: 0)
  let lowest = SpectralVector(repeating: least)
  for bin in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    let memory = memories[bin / 16 < bandCount ? bin / 16 : bandCount - 1]
    let excess = (SpectralVector(ratios, bin) - one).atLeast(zero)
    let prior = (SpectralVector(carried, bin) * memory + excess * (1 - memory)).atLeast(lowest)
    let mean = SpectralVector(means, bin)
    prior.store(priors, bin)
    (mean + (prior - mean) * pace).store(means, bin)
  }
}

/// The mean of each band of sixteen numbers.
///
/// - Parameter bands: `count` numbers, any number.
@inline(never)
public func findBandMeans(
  _ numbers: UnsafePointer<Float>, into bands: UnsafeMutablePointer<Float>, count: Int
) {
  for band in 0..<count {
    let both = SpectralVector(numbers, band * 16) + SpectralVector(numbers, band * 16 + 8)
    let four = both.evenHalf + both.oddHalf
    bands[band] = (four[0] + four[1] + (four[2] + four[3])) * (1 / 16)
  }
}

/// Twice the logarithm (to base 2) of the gain of each bin: log-spectral amplitude, weighted by the probability that there is
/// a signal.
///
/// - Parameters:
///   - means: of the a-priori ratio, smoothed over frequencies.
///   - bands: means of bands of sixteen bins, `bandCount` of them; the last band goes on to the end.
///   - carried: gets gain² times γ, of where there is a signal.
///   - presence: from which mean on there may be a signal, how fast it becomes certain, and the least probability of it that
///     is assumed beforehand.
///   - absent: twice the logarithm of the gain where there is no signal.
@inline(never)
public func findAmplitudes(
  _ ratios: UnsafePointer<Float>, priors: UnsafePointer<Float>, means: UnsafePointer<Float>,
  bands: UnsafePointer<Float>, bandCount: Int, carried: UnsafeMutablePointer<Float>,
  into amplitudes: UnsafeMutablePointer<Float>, count: Int,
  presence: (low: Float, scale: Float, least: Float),
  absent: Float
) {
  let one = SpectralVector(repeating: 1), zero = SpectralVector(repeating: 0)
  let least = SpectralVector(repeating: presence.least)
  for bin in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    let band = bin / 16 < bandCount ? bin / 16 : bandCount - 1
    let local = ((SpectralVector(means, bin) - presence.low) * presence.scale).atLeast(zero).atMost(one)
    let wide = (bands[band] - presence.low) * presence.scale
    let bounded: Float = wide < 0 ? 0 : wide > 1 ? 1 : wide
    let before = (local * bounded).atLeast(least)

    let ratio = SpectralVector(ratios, bin).atLeast(SpectralVector(repeating: 1e-6))
    let prior = SpectralVector(priors, bin)
    let gain = prior / (one + prior)
    let v = ratio * gain
    // e⁻ᵛ; where v is larger than 80 it is nothing.
    let fading = (v.atMost(SpectralVector(repeating: 80)) * -1.442_695_04).powerOfTwo
    // exp(E₁(v)) = 1 + e⁻ᵛ·r(v)/v, where r goes from exp(−Euler's constant) to 1. This one, by least squares, changes the
    // logarithm of the sum by less than 2·10⁻⁵.
    let square = v * v * 0.071_164_02
    let upper = square + v * 0.342_574_94 + 0.561_459_48
    let lower = (square + v * 0.391_353_81 + one) * ratio
    // Its square, in which 1/v is one over the ratio and the gain.
    let power = (gain * gain + gain * fading * upper / lower).atMost(one)
    let certain = before / (before + (one - before) * (one + prior) * fading)
    (power * ratio).store(carried, bin)
    (certain * (power.logarithm - absent) + absent).store(amplitudes, bin)
  }
}

/// The gains of the second pass.
///
/// - Parameters:
///   - gains: what the first pass found in one direction of time, as `findAmplitudes` gives it; becomes the gains.
///   - other: the same in the other direction.
///   - weights: of what the first pass found, in each direction, and of the ratio; and what is added.
@inline(never)
public func findSecondGains(
  _ gains: UnsafeMutablePointer<Float>, other: UnsafePointer<Float>, ratios: UnsafePointer<Float>,
  weights: (first: Float, ratio: Float, constant: Float), floor: Float, count: Int
) {
  let least = SpectralVector(repeating: 1e-3), one = SpectralVector(repeating: 1)
  let most = SpectralVector(repeating: 60)
  for bin in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    let ratio = SpectralVector(ratios, bin).atLeast(least).logarithm
    let both = SpectralVector(gains, bin) + SpectralVector(other, bin)
    let prior = both * weights.first + ratio * weights.ratio + weights.constant
    // ξ/(1 + ξ) = 1/(1 + 1/ξ)
    let inverse = (prior * -1).atMost(most).atLeast(most * -1).powerOfTwo
    ((one / (one + inverse)) * (1 - floor) + floor).store(gains, bin)
  }
}

/// Lets gains fall at most to a part of those of the frame before.
///
/// - Parameters:
///   - held: the gains of the frame before; becomes those of this one.
///   - release: the part.
@inline(never)
public func holdGains(
  _ gains: UnsafePointer<Float>, held: UnsafeMutablePointer<Float>, release: Float,
  into target: UnsafeMutablePointer<Float>, count: Int
) {
  for bin in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    let gain = SpectralVector(gains, bin).atLeast(SpectralVector(held, bin) * release)
    gain.store(held, bin)
    gain.store(target, bin)
  }
}
