// Powers.swift
// The steps from samples to the levels of a spectrogram; `Spectrograph` explains the scale. Functions of plain memory: see
// SpectralVector.swift for what this module may contain.
// Unsafe: buffers have whole vectors of eight numbers; counts are multiples of eight unless noted.

import CVector

/// Takes 16-bit samples in, in full scale.
///
/// - Parameters:
///   - samples: `count` of them, any number, `step` apart.
///   - place: has room for whole vectors.
@inline(never)
public func takeIn16(
  _ samples: UnsafePointer<Int16>, count: Int, step: Int, into place: UnsafeMutablePointer<Float>
) {
  let unit: Float = 1 / 32768
  var done = 0
  if step == 2 {
    // Pairs of samples as numbers of 32 bits: the lower half is the wanted one. The last sample belongs to the other
    // channel, and may lie outside the block.
    while done + SpectralVector.scalarCount < count {
      let pairs = UnsafeRawPointer(samples + 2 * done).loadUnaligned(as: SIMD8<Int32>.self)
      (barline_numbers((pairs &<< 16) &>> 16) * unit).store(place, done)
      done += SpectralVector.scalarCount
    }
  } else if step == 1 {
    while done + SpectralVector.scalarCount <= count {
      let eight = UnsafeRawPointer(samples + done).loadUnaligned(as: SIMD8<Int16>.self)
      (barline_numbers_of_16(eight) * unit).store(place, done)
      done += SpectralVector.scalarCount
    }
  }
  while done < count {
    place[done] = Float(samples[done * step]) * unit
    done += 1
  }
}

/// Replaces what is below −180 dB by silence: powers of smaller numbers are no normal numbers, with which processors
/// calculate a hundred times more slowly.
@inline(never)
public func silenceFaint(_ numbers: UnsafeMutablePointer<Float>, count: Int) {
  let least = Int32(bitPattern: Float(1e-9).bitPattern)
  for index in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    let bits = unsafeBitCast(SpectralVector(numbers, index), to: SIMD8<Int32>.self)
    let isFaint = ((bits & Int32.max) &- least) &>> 31
    unsafeBitCast(bits & ~isFaint, to: SpectralVector.self).store(numbers, index)
  }
}

/// Raises the powers of two columns to those of two transforms, which may belong to the same column.
///
/// - Parameters:
///   - real: the real part of the spectrum of both, as in `RealPairTransform`: `size` numbers, followed by the first one
///     again.
///   - first: four times the largest powers so far; may be `second`.
@inline(never)
public func foldPowers(
  _ real: UnsafePointer<Float>, _ imaginary: UnsafePointer<Float>, size: Int,
  into first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>, count: Int
) {
  for bin in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    let mirror = size - bin - SpectralVector.scalarCount + 1
    let (re, im) = (SpectralVector(real, bin), SpectralVector(imaginary, bin))
    let (mirroredRe, mirroredIm) = (
      SpectralVector(real, mirror).reversed, SpectralVector(imaginary, mirror).reversed
    )
    let a = (re: re + mirroredRe, im: im - mirroredIm)
    let b = (re: re - mirroredRe, im: im + mirroredIm)
    (a.re * a.re + a.im * a.im).atLeast(SpectralVector(first, bin)).store(first, bin)
    (b.re * b.re + b.im * b.im).atLeast(SpectralVector(second, bin)).store(second, bin)
  }
}

/// Raises the energies of three bands to those of two transforms.
///
/// - Parameters:
///   - real: see `foldPowers`.
///   - weights: of each bin in each band: `count` numbers for the first, then those of the others.
///   - bands: three numbers.
@inline(never)
public func foldBands(
  _ real: UnsafePointer<Float>, _ imaginary: UnsafePointer<Float>, size: Int, _ weights: UnsafePointer<Float>,
  into bands: UnsafeMutablePointer<Float>, count: Int
) {
  let zero = SpectralVector(repeating: 0)
  var (a0, a1, a2, b0, b1, b2) = (zero, zero, zero, zero, zero, zero)
  for bin in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    let mirror = size - bin - SpectralVector.scalarCount + 1
    let (re, im) = (SpectralVector(real, bin), SpectralVector(imaginary, bin))
    let (mirroredRe, mirroredIm) = (
      SpectralVector(real, mirror).reversed, SpectralVector(imaginary, mirror).reversed
    )
    let a = (re: re + mirroredRe, im: im - mirroredIm)
    let b = (re: re - mirroredRe, im: im + mirroredIm)
    let first = a.re * a.re + a.im * a.im, second = b.re * b.re + b.im * b.im
    let low = SpectralVector(weights, bin), middle = SpectralVector(weights, count + bin)
    let high = SpectralVector(weights, 2 * count + bin)
    a0 += first * low
    a1 += first * middle
    a2 += first * high
    b0 += second * low
    b1 += second * middle
    b2 += second * high
  }
  @inline(__always) func raise(_ band: Int, _ a: SpectralVector, _ b: SpectralVector) {
    var (first, second) = (Float(0), Float(0))
    for lane in 0..<SpectralVector.scalarCount {
      first += a[lane]
      second += b[lane]
    }
    let larger = first > second ? first : second
    if larger > bands[band] { bands[band] = larger }
  }
  raise(0, a0, b0)
  raise(1, a1, b1)
  raise(2, a2, b2)
}

/// Raises numbers to others where those are larger.
@inline(never)
public func raise(_ numbers: UnsafeMutablePointer<Float>, to others: UnsafePointer<Float>, count: Int) {
  for index in stride(from: 0, to: count, by: SpectralVector.scalarCount) {
    SpectralVector(numbers, index).atLeast(SpectralVector(others, index)).store(numbers, index)
  }
}

/// The levels of powers, in half decibels: see `SpectrumStep`.
///
/// - Parameters:
///   - powers: 1 is 0 dB.
///   - steps: `count` bytes.
///   - count: any number from 8 on.
@inline(never)
public func findSteps(_ powers: UnsafePointer<Float>, count: Int, into steps: UnsafeMutablePointer<UInt8>) {
  var bin = 0
  while bin < count {
    // The last vector overlaps the one before it.
    if bin + SpectralVector.scalarCount > count { bin = count - SpectralVector.scalarCount }
    // The smallest normal number has a level far below the lowest one.
    let power = SpectralVector(powers, bin).atLeast(SpectralVector(repeating: .leastNormalMagnitude))
    // 20 log₁₀ of the power counts half decibels; −121 dB is step 1.
    let step = (power.logarithm * 6.020_599_9 + 243).atLeast(SpectralVector(repeating: 0))
      .atMost(SpectralVector(repeating: 255))
    // Adding 2²³ rounds, and leaves the integer in the lowest bits.
    let rounded = unsafeBitCast(step + 8_388_608, to: SIMD8<Int32>.self)
    UnsafeMutableRawPointer(steps + bin).storeBytes(
      of: barline_low_bytes(rounded), as: SIMD8<UInt8>.self)
    bin += SpectralVector.scalarCount
  }
}

/// Raises steps to others where those are larger.
///
/// - Parameter count: any number.
@inline(never)
public func raiseSteps(_ steps: UnsafeMutablePointer<UInt8>, to others: UnsafePointer<UInt8>, count: Int) {
  var done = 0
  while done + 16 <= count {
    let one = UnsafeRawPointer(steps + done).loadUnaligned(as: SIMD16<UInt8>.self)
    let other = UnsafeRawPointer(others + done).loadUnaligned(as: SIMD16<UInt8>.self)
    UnsafeMutableRawPointer(steps + done).storeBytes(
      of: barline_larger_bytes(one, other), as: SIMD16<UInt8>.self)
    done += 16
  }
  while done < count {
    if others[done] > steps[done] { steps[done] = others[done] }
    done += 1
  }
}
