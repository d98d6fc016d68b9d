// SpectralVector.swift
// Numbers by eights: how the spectra are gone through.
// Unsafe: whoever loads or stores has eight numbers there.

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

  // By their bits: those of numbers ≥ 0 are in the order of the numbers, and whoever compares vectors of floating-point
  // numbers gets code that goes through them one by one.

  private typealias Bits = SIMD8<Int32>

  @inline(__always) private var bits: Bits { unsafeBitCast(self, to: Bits.self) }

  /// The larger of each two; both ≥ 0.
  @inline(__always) func atLeast(_ other: Self) -> Self {
    let difference = bits &- other.bits
    return unsafeBitCast(bits &- difference & (difference &>> 31), to: Self.self)
  }

  /// The smaller of each two; both ≥ 0.
  @inline(__always) func atMost(_ other: Self) -> Self {
    let difference = bits &- other.bits
    return unsafeBitCast(other.bits &+ difference & (difference &>> 31), to: Self.self)
  }

  /// What is negative becomes 0.
  @inline(__always) var atLeastZero: Self { unsafeBitCast(bits & ~(bits &>> 31), to: Self.self) }

  /// Samples whose power can be estimated. What is no number would stay in the estimates for good, and so would what is
  /// so large that the sum of its squares is none: ±10⁶ is 120 dB above full scale.
  @inline(__always) var limitedForPower: Self {
    let sign = bits & Int32.min
    let size = bits & Int32.max
    let isFinite = (size &- Int32(bitPattern: Float.infinity.bitPattern)) &>> 31
    let limited = unsafeBitCast(size & isFinite, to: Self.self).atMost(Self(repeating: 1e6))
    return unsafeBitCast(limited.bits | sign, to: Self.self)
  }
}
