// Extremes.swift
// The smallest and the largest sums of stereo, for `SampleExtremes`. What this module may contain stands in
// Conversion.swift. The loop leaves its lanes in memory: folding lanes where the loop can be seen makes the compiler
// carry the shuffles into it.
// Unsafe: callers own the memory that is read and written.

import CVector

/// Bytes of memory that `scanSums` needs for each bin.
public var bytesOfSums: Int { 64 }

/// The smallest and the largest left + right of 16-bit stereo in consecutive bins, lane by lane, for `foldSums`.
///
/// A sum of 17 bits is exact in Float, which, unlike Int32, has a minimum and a maximum in SSE2.
///
/// - Parameters:
///   - frames: frames of a bin: a multiple of 16; at least 16.
///   - room: `bytesOfSums` for each bin.
@inline(never)
public func scanSums(
  _ samples: UnsafeRawPointer, bins: Int, frames: Int, _ room: UnsafeMutableRawPointer
) {
  var raw = samples
  for bin in 0..<bins {
    var low = barline_floats(repeating: .infinity), high = barline_floats(repeating: -.infinity)
    var otherLow = low, otherHigh = high
    let end = raw + 4 * frames
    while raw < end {
      let sums = pairSums(raw), others = pairSums(raw + 32)
      low = barline_smaller(sums, low)
      high = barline_larger(sums, high)
      otherLow = barline_smaller(others, otherLow)
      otherHigh = barline_larger(others, otherHigh)
      raw += 64
    }
    let lanes = room + bin * bytesOfSums
    lanes.storeBytes(of: barline_smaller(low, otherLow), as: barline_floats.self)
    lanes.storeBytes(of: barline_larger(high, otherHigh), toByteOffset: 32, as: barline_floats.self)
  }
}

@inline(__always)
private func pairSums(_ raw: UnsafeRawPointer) -> SIMD8<Float> {
  SIMD8<Float>(barline_pair_sums(raw.loadUnaligned(as: SIMD8<Int32>.self)))
}

/// Folds what `scanSums` has left. Afterwards each bin begins with its smallest and its largest sum, two Int32.
@inline(never)
public func foldSums(_ room: UnsafeMutableRawPointer, bins: Int) {
  for bin in 0..<bins {
    let lanes = room + bin * bytesOfSums
    let low = lanes.loadUnaligned(as: SIMD8<Float>.self)
    // The smallest of negated numbers is the largest: both are found in eight lanes.
    let high = -lanes.loadUnaligned(fromByteOffset: 32, as: SIMD8<Float>.self)
    var both = barline_smaller(
      SIMD8(lowHalf: low.lowHalf, highHalf: high.lowHalf),
      SIMD8(lowHalf: low.highHalf, highHalf: high.highHalf))
    both = barline_smaller(
      both, SIMD8(both[2], both[3], both[0], both[1], both[6], both[7], both[4], both[5]))
    both = barline_smaller(
      both, SIMD8(both[1], both[0], both[3], both[2], both[5], both[4], both[7], both[6]))
    lanes.storeBytes(of: Int32(both[0]), as: Int32.self)
    lanes.storeBytes(of: Int32(-both[4]), toByteOffset: 4, as: Int32.self)
  }
}
