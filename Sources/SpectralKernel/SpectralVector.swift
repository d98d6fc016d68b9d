// SpectralVector.swift
// Numbers by eights: how the spectra are gone through.
//
// The sources of this module are compiled a second time, for AVX2, as SpectralKernelAVX2. So nothing may stand here of
// which the compiler would make a function that other modules could share, as it does of generic code: those would then
// call what their processor may not know. Plain memory goes in and out, no arrays; `.ci/run` looks at the symbols.
// Unsafe: whoever loads or stores has eight numbers there.

import CVector

typealias SpectralVector = SIMD8<Float>

extension SpectralVector {
  @inline(__always) init(_ numbers: UnsafePointer<Float>, _ index: Int) {
    self = UnsafeRawPointer(numbers + index).loadUnaligned(as: SpectralVector.self)
  }

  @inline(__always) init(_ numbers: UnsafeMutablePointer<Float>, _ index: Int) {
    self.init(UnsafePointer(numbers), index)
  }

  @inline(__always) func store(_ numbers: UnsafeMutablePointer<Float>, _ index: Int) {
    UnsafeMutableRawPointer(numbers + index).storeBytes(of: self, as: SpectralVector.self)
  }

  /// The last one first.
  @inline(__always) var reversed: SpectralVector {
    SpectralVector(self[7], self[6], self[5], self[4], self[3], self[2], self[1], self[0])
  }

  /// The larger of each two.
  @inline(__always) func atLeast(_ other: Self) -> Self { barline_larger(self, other) }

  /// The smaller of each two.
  @inline(__always) func atMost(_ other: Self) -> Self { barline_smaller(self, other) }

  /// Samples whose power can be estimated. What is no number would stay in the estimates for good, and so would what is
  /// so large that the sum of its squares is none: ±10⁶ is 120 dB above full scale.
  @inline(__always) var limitedForPower: Self {
    let bits = unsafeBitCast(self, to: SIMD8<Int32>.self)
    let (sign, size) = (bits & Int32.min, bits & Int32.max)
    let isFinite = (size &- Int32(bitPattern: Float.infinity.bitPattern)) &>> 31
    let limited = unsafeBitCast(size & isFinite, to: Self.self).atMost(Self(repeating: 1e6))
    return unsafeBitCast(unsafeBitCast(limited, to: SIMD8<Int32>.self) | sign, to: Self.self)
  }
}
