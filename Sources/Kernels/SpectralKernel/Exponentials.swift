// Exponentials.swift
// Logarithms and powers of two of eight numbers at a time, to some six digits. See SpectralVector.swift for what this module
// may contain.

import CVector

extension SpectralVector {
  /// The logarithm to base 2 of normal numbers above 0; off by less than 2·10⁻⁶.
  @inline(__always) var logarithm: Self {
    let bits = unsafeBitCast(self, to: SIMD8<Int32>.self)
    // The number is 2ᵉ · m, with m from √½ to √2.
    let root = Int32(bitPattern: Float(0.5).squareRoot().bitPattern)
    let exponent = (bits &- root) &>> 23
    let m = unsafeBitCast(bits &- (exponent &<< 23), to: Self.self)
    // log₂ m = 2 / ln 2 · artanh t; the first term left out is below 2·10⁻⁶.
    let one = Self(repeating: 1)
    let t = (m - one) / (m + one)
    let square = t * t
    let artanh = t * (one + square * (Self(repeating: 1 / 3) + square * 0.2))
    return barline_numbers(exponent) + artanh * 2.885_390_1
  }

  /// 2 to the power of numbers between −126 and 126; off by less than 10⁻⁶ of itself.
  @inline(__always) var powerOfTwo: Self {
    // Adding 1.5 · 2²³ rounds, and leaves the integer in the lowest bits.
    let magic: Float = 12_582_912
    let shifted = self + magic
    let rest = self - (shifted - magic)
    // 2ˣ for x from −½ to ½: least squares of the relative error at Chebyshev's points, off by 8·10⁻⁸.
    var power = rest * 0.001_326_700 + 0.009_675_460
    power = power * rest + 0.055_507_43
    power = power * rest + 0.240_221_22
    power = power * rest + 0.693_146_95
    power = power * rest + 1.000_000_07
    let integer = unsafeBitCast(shifted, to: SIMD8<Int32>.self) &- Int32(bitPattern: magic.bitPattern)
    return unsafeBitCast(unsafeBitCast(power, to: SIMD8<Int32>.self) &+ (integer &<< 23), to: Self.self)
  }
}
