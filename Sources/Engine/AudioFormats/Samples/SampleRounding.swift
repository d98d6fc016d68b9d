// SampleRounding.swift
// Turns samples in full scale ±1 into the integers of files: rounded to the nearest (halves to even), limited to full
// scale; NaN becomes 0. Without libm and without branches, eight at a time.
// Unsafe: every loop reads `count` samples and writes as many, which its callers own.

/// Rounding of samples to 16 and 24 bits.
///
/// A scale of 2¹⁵ or 2²³ restores integers exactly; libsndfile would scale by one less.
package enum SampleRounding {
  private typealias Vector = SIMD8<Float>

  /// 1.5 · 2²³: the last bit of a number near it stands for 1, so that adding it rounds, and the sum's lower bits are
  /// the integer.
  private static let magic: Float = 12_582_912

  package static func round(
    _ samples: UnsafePointer<Float>, _ count: Int, into out: UnsafeMutablePointer<Int16>
  ) {
    each(samples, count) { index, values in
      let rounded = integers(limited(values, scale: 32_768))
      UnsafeMutableRawPointer(out + index).storeBytes(
        of: SIMD8<Int16>(truncatingIfNeeded: rounded), as: SIMD8<Int16>.self)
    } rest: { index, value in
      out[index] = Int16(truncatingIfNeeded: integers(limited(Vector(repeating: value), scale: 32_768))[0])
    }
  }

  /// 24 bits, in the upper ones of 32.
  package static func round(
    _ samples: UnsafePointer<Float>, _ count: Int, into out: UnsafeMutablePointer<Int32>
  ) {
    each(samples, count) { index, values in
      UnsafeMutableRawPointer(out + index).storeBytes(of: upperOf32(values), as: SIMD8<Int32>.self)
    } rest: { index, value in
      out[index] = upperOf32(Vector(repeating: value))[0]
    }
  }

  /// 32 bits.
  package static func wide(_ sample: Float) -> Int32 {
    let value = (Double(sample) * 0x1p31).rounded(.toNearestOrEven)
    return value.isNaN ? 0 : Int32(max(-0x1p31, min(0x1p31 - 1, value)))
  }

  /// Fills memory with samples, and rounds them there to 32 bits.
  ///
  /// - Parameter fill: writes samples.
  /// - Returns: what `fill` does.
  package static func roundWide<Result>(
    _ out: UnsafeMutableBufferPointer<Int32>, _ fill: (UnsafeMutableBufferPointer<Float>) -> Result
  ) -> Result {
    let result = out.withMemoryRebound(to: Float.self, fill)
    for index in out.indices {
      out[index] = wide(Float(bitPattern: UInt32(bitPattern: out[index])))
    }
    return result
  }

  @inline(__always)
  private static func upperOf32(_ values: Vector) -> SIMD8<Int32> {
    let scaled = limited(values, scale: 8_388_608)
    // In two steps: the sum has no more than 23 bits for the integer.
    let upper = scaled * (1 / 256) + magic - magic
    return (integers(upper) &<< 8 &+ integers(scaled - upper * 256)) &<< 8
  }

  @inline(__always)
  private static func limited(_ values: Vector, scale: Float) -> Vector {
    let scaled = values.replacing(with: 0, where: values .!= values) * scale
    let (least, most) = (Vector(repeating: -scale), Vector(repeating: scale - 1))
    return scaled.replacing(with: least, where: scaled .< least).replacing(with: most, where: scaled .> most)
  }

  /// - Parameter values: within ±2²².
  @inline(__always)
  private static func integers(_ values: Vector) -> SIMD8<Int32> {
    unsafeBitCast(values + magic, to: SIMD8<Int32>.self) &- Int32(bitPattern: magic.bitPattern)
  }

  @inline(__always)
  private static func each(
    _ samples: UnsafePointer<Float>, _ count: Int, vectors: (Int, Vector) -> Void, rest: (Int, Float) -> Void
  ) {
    let whole = count & ~7
    for index in stride(from: 0, to: whole, by: 8) {
      vectors(index, UnsafeRawPointer(samples + index).loadUnaligned(as: Vector.self))
    }
    for index in whole..<count { rest(index, samples[index]) }
  }
}
