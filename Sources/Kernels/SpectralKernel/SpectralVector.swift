// SpectralVector.swift
// Vectors of eight numbers, with which the kernels process spectra.
//
// The sources of this module are compiled a second time, for AVX2, as SpectralKernelAVX2. So this module must not
// contain code that the compiler turns into functions shared with other modules, as it does with generic code: a
// processor without AVX2 could then run AVX2 code. Functions take plain memory, no arrays; `.ci/run` checks the
// symbols.
// Unsafe: the caller has eight numbers at every place that is loaded or stored.

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

  /// The numbers in reverse order.
  @inline(__always) var reversed: SpectralVector {
    SpectralVector(self[7], self[6], self[5], self[4], self[3], self[2], self[1], self[0])
  }

  /// The larger number of each lane.
  @inline(__always) func atLeast(_ other: Self) -> Self { barline_larger(self, other) }

  /// The smaller number of each lane.
  @inline(__always) func atMost(_ other: Self) -> Self { barline_smaller(self, other) }

  /// Samples whose power can be estimated: values that are not finite, or whose squares overflow, would stay in the
  /// estimates for good. The former become 0; the others are limited to ±10⁶, which is 120 dB above full scale.
  @inline(__always) var limitedForPower: Self {
    let bits = unsafeBitCast(self, to: SIMD8<Int32>.self)
    let (sign, size) = (bits & Int32.min, bits & Int32.max)
    let isFinite = (size &- Int32(bitPattern: Float.infinity.bitPattern)) &>> 31
    let limited = unsafeBitCast(size & isFinite, to: Self.self).atMost(Self(repeating: 1e6))
    return unsafeBitCast(unsafeBitCast(limited, to: SIMD8<Int32>.self) | sign, to: Self.self)
  }
}
