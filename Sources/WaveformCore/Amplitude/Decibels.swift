// Decibels.swift
// Ratios as decibels and back, without libm. The logarithm runs for every column of every frame, so it is
// written to be vectorised; it gives the same rows on every machine.

/// The logarithm to base 2 of a positive number, exact to about 10⁻⁷.
///
/// The number is split into a power of two and a mantissa m from √½ to √2. Then log m = 2 artanh((m − 1) / (m
/// + 1)), and four terms of this series are enough. 0 gives about −127 and infinity about 128, so they need
/// no branch.
@inline(__always)
func binaryLogarithm(_ x: Float) -> Float {
  let rootOfHalf: UInt32 = 0x3f35_04f3
  let bits = x.bitPattern &- rootOfHalf
  let exponent = Int32(bitPattern: bits) >> 23
  let mantissa = Float(bitPattern: (bits & 0x007f_ffff) &+ rootOfHalf)
  let z = (mantissa - 1) / (mantissa + 1)
  let square = z * z
  let series = 2.885_390_1 + square * (0.961_796_7 + square * (0.577_078_04 + square * 0.412_198_6))
  return Float(exponent) + z * series
}

/// Decibels of a doubling: 20 log₁₀ 2.
let decibelsPerOctave: Float = 6.020_599_9

/// The decibels of an amplitude ratio > 0.
public func decibels(ofRatio ratio: Float) -> Float { decibelsPerOctave * binaryLogarithm(ratio) }

/// The amplitude ratio of a number of decibels, from −700 to 700.
public func ratio(ofDecibels decibels: Float) -> Float {
  let octaves = Double(decibels) / 6.020_599_913_279_624
  let whole = octaves.rounded(.down)
  // 2ˣ = eˣ ˡⁿ ² for x below 1, by its series.
  let x = (octaves - whole) * 0.693_147_180_559_945_3
  var term = 1.0
  var sum = 1.0
  for n in 1...14 {
    term *= x / Double(n)
    sum += term
  }
  return Float(sum * Double(sign: .plus, exponent: Int(whole), significand: 1))
}
