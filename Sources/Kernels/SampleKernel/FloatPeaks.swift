// FloatPeaks.swift
// Extremes and sums of numbers, lane by lane, for `PeakSample.reduce`. What this module may contain stands in
// Conversion.swift; the loop leaves its lanes in memory, as that of IntegerPeaks.swift does.
// Unsafe: callers own the memory that is read and written.

import CVector

/// Scans numbers.
///
/// - Parameters:
///   - count: a multiple of 8.
///   - lanes: room for one of WaveformCore's `FloatLanes`, 128 bytes; overwritten.
@inline(never)
public func scanFloats(_ numbers: UnsafeRawPointer, _ count: Int, _ lanes: UnsafeMutableRawPointer) {
  var low = SIMD8<Float>(repeating: .infinity)
  var high = SIMD8<Float>(repeating: -.infinity)
  var squares = SIMD8<Float>.zero
  var magnitudes = SIMD8<Float>.zero
  for offset in stride(from: 0, to: count * 4, by: 32) {
    let v = numbers.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
    low = barline_smaller(v, low)
    high = barline_larger(v, high)
    squares += v * v
    // Without the sign bit.
    magnitudes += unsafeBitCast(
      unsafeBitCast(v, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: SIMD8<Float>.self)
  }
  lanes.storeBytes(of: low, as: SIMD8<Float>.self)
  lanes.storeBytes(of: high, toByteOffset: 32, as: SIMD8<Float>.self)
  lanes.storeBytes(of: squares, toByteOffset: 64, as: SIMD8<Float>.self)
  lanes.storeBytes(of: magnitudes, toByteOffset: 96, as: SIMD8<Float>.self)
}
