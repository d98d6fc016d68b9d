// Lines.swift
// The steps that follow a sine and take it away; `LineCanceller` explains them. Functions of plain memory: see
// SpectralVector.swift for what this module may contain.
// Unsafe: counts are multiples of eight. A wave is eighteen numbers: the cosines of its first eight samples, their sines,
// and the cosine and the sine of eight steps.

/// The samples' part in a wave: Σ x(n)·cos ωn and −Σ x(n)·sin ωn.
///
/// - Parameter sums: two numbers.
@inline(never)
public func correlate(
  _ samples: UnsafePointer<Float>, count: Int, wave: UnsafePointer<Float>,
  into sums: UnsafeMutablePointer<Float>
) {
  var (re, im) = (SpectralVector(wave, 0), SpectralVector(wave, 8))
  let (stepRe, stepIm) = (wave[16], wave[17])
  var (sumRe, sumIm) = (SpectralVector(repeating: 0), SpectralVector(repeating: 0))
  for index in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    let value = SpectralVector(samples, index)
    sumRe += value * re
    sumIm -= value * im
    (re, im) = (re * stepRe - im * stepIm, re * stepIm + im * stepRe)
  }
  var (a, b) = (Float(0), Float(0))
  for lane in 0..<SpectralVector.scalarCount {
    a += sumRe[lane]
    b += sumIm[lane]
  }
  sums[0] = a
  sums[1] = b
}

/// Takes a wave away whose amplitude changes evenly: x(n) − Re((A + B·n) exp iωn).
///
/// - Parameter change: the real and the imaginary part of A, then those of B.
@inline(never)
public func subtract(
  _ samples: UnsafeMutablePointer<Float>, count: Int, wave: UnsafePointer<Float>, change: UnsafePointer<Float>
) {
  var (re, im) = (SpectralVector(wave, 0), SpectralVector(wave, 8))
  let (stepRe, stepIm) = (wave[16], wave[17])
  var place = SpectralVector(0, 1, 2, 3, 4, 5, 6, 7)
  for index in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    let (a, b) = (place * change[2] + change[0], place * change[3] + change[1])
    (SpectralVector(samples, index) - (a * re - b * im)).store(samples, index)
    (re, im) = (re * stepRe - im * stepIm, re * stepIm + im * stepRe)
    place += 8
  }
}
