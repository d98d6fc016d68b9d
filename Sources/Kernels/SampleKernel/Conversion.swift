// Conversion.swift
// Plain samples of 24 and 32 bits as 16-bit integers, or as numbers in full scale ±1.
//
// The sources of this module are compiled a second time, for AVX2, as SampleKernelAVX2. So it must not contain code that
// the compiler turns into functions shared with other modules, as it does with generic code: a processor without AVX2
// could then run AVX2 code. Functions take plain memory, no arrays; `.ci/run` checks the symbols.
// Unsafe: each function reads `count` samples at `bytes`, at any address, and writes `count` at `out`; no byte behind
// the last sample is touched.

import CVector

private typealias Bytes = SIMD16<UInt8>

/// The upper 16 bits of samples of three bytes.
///
/// - Parameter isSwapped: true when the highest byte comes first.
@inline(never)
public func upperOf24(
  _ bytes: UnsafeRawPointer, _ count: Int, isSwapped: Bool, into out: UnsafeMutablePointer<Int16>
) {
  let target = UnsafeMutableRawPointer(out)
  let whole = count & ~7
  if isSwapped {
    for index in stride(from: 0, to: whole, by: 8) {
      let (a, b) = eight(bytes + 3 * index)
      target.storeBytes(of: barline_upper_of_24_swapped(a, b), toByteOffset: 2 * index, as: Bytes.self)
    }
  } else {
    for index in stride(from: 0, to: whole, by: 8) {
      let (a, b) = eight(bytes + 3 * index)
      target.storeBytes(of: barline_upper_of_24(a, b), toByteOffset: 2 * index, as: Bytes.self)
    }
  }
  for index in whole..<count {
    out[index] = Int16(truncatingIfNeeded: wide24(bytes + 3 * index, isSwapped) >> 16)
  }
}

/// Samples of three bytes as numbers in full scale ±1.
///
/// - Parameter isSwapped: true when the highest byte comes first.
@inline(never)
public func numbersOf24(
  _ bytes: UnsafeRawPointer, _ count: Int, isSwapped: Bool, into out: UnsafeMutablePointer<Float>
) {
  let target = UnsafeMutableRawPointer(out)
  var index = 0
  // Each load reaches four bytes beyond its four samples.
  while index + 6 <= count {
    let bytes = (bytes + 3 * index).loadUnaligned(as: Bytes.self)
    let wide = isSwapped ? barline_wide_24_swapped(bytes) : barline_wide_24(bytes)
    target.storeBytes(of: numbers(wide), toByteOffset: 4 * index, as: SIMD4<Float>.self)
    index += 4
  }
  while index < count {
    out[index] = Float(wide24(bytes + 3 * index, isSwapped)) * fullScale
    index += 1
  }
}

/// The upper 16 bits of samples of four bytes.
///
/// - Parameter isSwapped: true when the highest byte comes first.
@inline(never)
public func upperOf32(
  _ bytes: UnsafeRawPointer, _ count: Int, isSwapped: Bool, into out: UnsafeMutablePointer<Int16>
) {
  let target = UnsafeMutableRawPointer(out)
  let whole = count & ~7
  for index in stride(from: 0, to: whole, by: 8) {
    let wide = SIMD8<Int32>(
      lowHalf: four(bytes + 4 * index, isSwapped), highHalf: four(bytes + 4 * index + 16, isSwapped))
    target.storeBytes(
      of: SIMD8<Int16>(truncatingIfNeeded: wide &>> 16), toByteOffset: 2 * index, as: SIMD8<Int16>.self)
  }
  for index in whole..<count {
    let sample = (bytes + 4 * index).loadUnaligned(as: Int32.self)
    out[index] = Int16(truncatingIfNeeded: (isSwapped ? sample.byteSwapped : sample) >> 16)
  }
}

/// Samples of four bytes as numbers in full scale ±1, rounded to `Float`.
///
/// - Parameter isSwapped: true when the highest byte comes first.
@inline(never)
public func numbersOf32(
  _ bytes: UnsafeRawPointer, _ count: Int, isSwapped: Bool, into out: UnsafeMutablePointer<Float>
) {
  let target = UnsafeMutableRawPointer(out)
  let whole = count & ~3
  for index in stride(from: 0, to: whole, by: 4) {
    let wide = unsafeBitCast(four(bytes + 4 * index, isSwapped), to: Bytes.self)
    target.storeBytes(of: numbers(wide), toByteOffset: 4 * index, as: SIMD4<Float>.self)
  }
  for index in whole..<count {
    let sample = (bytes + 4 * index).loadUnaligned(as: Int32.self)
    out[index] = Float(isSwapped ? sample.byteSwapped : sample) * fullScale
  }
}

private var fullScale: Float { 0x1p-31 }

/// Eight samples of three bytes: the first sixteen bytes, and the last sixteen.
@inline(__always)
private func eight(_ bytes: UnsafeRawPointer) -> (Bytes, Bytes) {
  (bytes.loadUnaligned(as: Bytes.self), bytes.loadUnaligned(fromByteOffset: 8, as: Bytes.self))
}

/// Four samples of four bytes.
@inline(__always)
private func four(_ bytes: UnsafeRawPointer, _ isSwapped: Bool) -> SIMD4<Int32> {
  let four = bytes.loadUnaligned(as: Bytes.self)
  return unsafeBitCast(isSwapped ? barline_swapped_32(four) : four, to: SIMD4<Int32>.self)
}

/// Four integers of 32 bits as numbers in full scale ±1.
@inline(__always)
private func numbers(_ integers: Bytes) -> SIMD4<Float> {
  SIMD4<Float>(unsafeBitCast(integers, to: SIMD4<Int32>.self)) * fullScale
}

/// One sample of three bytes, as the upper 24 of 32 bits.
@inline(__always)
private func wide24(_ bytes: UnsafeRawPointer, _ isSwapped: Bool) -> Int32 {
  let first = UInt32(bytes.load(as: UInt8.self))
  let middle = UInt32(bytes.load(fromByteOffset: 1, as: UInt8.self))
  let last = UInt32(bytes.load(fromByteOffset: 2, as: UInt8.self))
  return Int32(bitPattern: middle << 16 | (isSwapped ? first << 24 | last << 8 : last << 24 | first << 8))
}
