// IntegerPeaks.swift
// Extremes and exact sums of 16-bit samples, lane by lane, for `PeakSample.reduce`. What this module may contain stands
// in Conversion.swift. The loop leaves its lanes in memory: folding lanes where the loop can be seen makes the compiler
// carry the shuffles into it (measured: 30 times slower).
// Unsafe: callers own the memory that is read and written.

/// Scans bins of 16-bit samples. Two vectors of eight samples make a step: interleaved, they feed `pmaddwd`.
///
/// - Parameters:
///   - bytesPerBin: a multiple of 32.
///   - lanes: room for `binCount` of WaveformCore's `IntegerLanes`, 128 bytes each: of no type of this module, because
///     types come with functions that modules share.
@inline(never)
public func scanIntegers(
  _ samples: UnsafeRawPointer, _ binCount: Int, bytesPerBin: Int, _ lanes: UnsafeMutableRawPointer
) {
  var raw = samples
  for bin in 0..<binCount {
    var low = SIMD8<Int16>(repeating: .max)
    var high = SIMD8<Int16>(repeating: .min)
    var squaresA = SIMD4<UInt32>.zero
    var squaresB = SIMD4<UInt32>.zero
    var topsA = SIMD4<UInt32>.zero
    var topsB = SIMD4<UInt32>.zero
    var magnitudes = SIMD4<UInt32>.zero
    var odd = SIMD4<UInt32>.zero
    let end = raw + bytesPerBin
    while raw < end {
      let v = raw.loadUnaligned(as: SIMD8<Int16>.self)
      let w = raw.loadUnaligned(fromByteOffset: 16, as: SIMD8<Int16>.self)
      low.replace(with: v, where: v .< low)
      high.replace(with: v, where: v .> high)
      low.replace(with: w, where: w .< low)
      high.replace(with: w, where: w .> high)
      let a = v.lowHalf.squares(plus: w.lowHalf)
      let b = v.highHalf.squares(plus: w.highHalf)
      squaresA &+= a
      squaresB &+= b
      topsA &+= a &>> 16
      topsB &+= b &>> 16
      // Saturates at 65,535: one less than the true sum when two samples are −32,768, whose mean is cut anyway.
      var sum = v.magnitudes &+ w.magnitudes
      sum.replace(with: .max, where: sum .< v.magnitudes)
      let pairs = unsafeBitCast(sum, to: SIMD4<UInt32>.self)
      magnitudes &+= pairs
      odd &+= pairs &>> 16
      raw += 32
    }
    let place = lanes + 128 * bin
    place.storeBytes(of: low, as: SIMD8<Int16>.self)
    place.storeBytes(of: high, toByteOffset: 16, as: SIMD8<Int16>.self)
    place.storeBytes(of: squaresA, toByteOffset: 32, as: SIMD4<UInt32>.self)
    place.storeBytes(of: squaresB, toByteOffset: 48, as: SIMD4<UInt32>.self)
    place.storeBytes(of: topsA, toByteOffset: 64, as: SIMD4<UInt32>.self)
    place.storeBytes(of: topsB, toByteOffset: 80, as: SIMD4<UInt32>.self)
    place.storeBytes(of: magnitudes, toByteOffset: 96, as: SIMD4<UInt32>.self)
    place.storeBytes(of: odd, toByteOffset: 112, as: SIMD4<UInt32>.self)
  }
}

extension SIMD4<Int16> {
  /// x² + y² of every lane, which is at most 2³¹: `pmaddwd` of both vectors interleaved.
  @inline(__always)
  fileprivate func squares(plus other: SIMD4<Int16>) -> SIMD4<UInt32> {
    let x = SIMD4<Int32>(truncatingIfNeeded: self)
    let y = SIMD4<Int32>(truncatingIfNeeded: other)
    return unsafeBitCast(x &* x &+ y &* y, to: SIMD4<UInt32>.self)
  }
}

extension SIMD8<Int16> {
  /// |x| of every lane, 32,768 included.
  @inline(__always)
  fileprivate var magnitudes: SIMD8<UInt16> {
    var result = 0 &- self
    result.replace(with: self, where: self .> result)
    return unsafeBitCast(result, to: SIMD8<UInt16>.self)
  }
}
