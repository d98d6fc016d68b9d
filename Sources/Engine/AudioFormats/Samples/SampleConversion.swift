// SampleConversion.swift
// Plain samples of every encoding as integers of 16 or 32 bits, and as numbers in full scale ±1: the values that libsndfile
// gives (the upper 16 bits of wider integers, division by a power of two). Sound: every loop reads
// `count × encoding.byteCount` bytes and writes `count` samples, which its callers own.

import WaveformCore

/// Conversion of plain samples.
package enum SampleConversion {
  package static func convert(
    _ bytes: UnsafeRawPointer, _ encoding: SampleEncoding, _ count: Int, into out: UnsafeMutablePointer<Int16>
  ) {
    switch encoding {
    case .s8: each(bytes, count, out) { (x: Int8) in Int16(x) << 8 }
    case .u8: each(bytes, count, out) { (x: UInt8) in (Int16(x) - 128) << 8 }
    case .s16le: each(bytes, count, out) { (x: Int16) in Int16(littleEndian: x) }
    case .s16be: each(bytes, count, out) { (x: Int16) in Int16(bigEndian: x) }
    case .s24le: SampleKernels.best.upperOf24(bytes, count, false, out)
    case .s24be: SampleKernels.best.upperOf24(bytes, count, true, out)
    case .s32le: SampleKernels.best.upperOf32(bytes, count, false, out)
    case .s32be: SampleKernels.best.upperOf32(bytes, count, true, out)
    case .alaw: table(bytes, count, out, Companding.alaw) { $0 }
    case .ulaw: table(bytes, count, out, Companding.ulaw) { $0 }
    case .f32le, .f32be, .f64le, .f64be:
      // Their peaks are kept as floats, so this is hardly used: samples are rounded and limited.
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 1) { one in
        for index in 0..<count {
          convert(bytes + index * encoding.byteCount, encoding, 1, into: one.baseAddress!)
          let value = one[0].isFinite ? (one[0] * 32_768).rounded() : 0
          out[index] = Int16(max(-32_768, min(32_767, value)))
        }
      }
    }
  }

  package static func convert(
    _ bytes: UnsafeRawPointer, _ encoding: SampleEncoding, _ count: Int, into out: UnsafeMutablePointer<Float>
  ) {
    switch encoding {
    case .s8: each(bytes, count, out) { (x: Int8) in Float(x) / 128 }
    case .u8: each(bytes, count, out) { (x: UInt8) in Float(Int16(x) - 128) / 128 }
    case .s16le: each(bytes, count, out) { (x: Int16) in Float(Int16(littleEndian: x)) / 32_768 }
    case .s16be: each(bytes, count, out) { (x: Int16) in Float(Int16(bigEndian: x)) / 32_768 }
    case .s24le: SampleKernels.best.numbersOf24(bytes, count, false, out)
    case .s24be: SampleKernels.best.numbersOf24(bytes, count, true, out)
    case .s32le: SampleKernels.best.numbersOf32(bytes, count, false, out)
    case .s32be: SampleKernels.best.numbersOf32(bytes, count, true, out)
    case .f32le: each(bytes, count, out) { (x: UInt32) in Float(bitPattern: UInt32(littleEndian: x)) }
    case .f32be: each(bytes, count, out) { (x: UInt32) in Float(bitPattern: UInt32(bigEndian: x)) }
    case .f64le: each(bytes, count, out) { (x: UInt64) in Float(Double(bitPattern: UInt64(littleEndian: x))) }
    case .f64be: each(bytes, count, out) { (x: UInt64) in Float(Double(bitPattern: UInt64(bigEndian: x))) }
    case .alaw: table(bytes, count, out, Companding.alaw) { Float($0) / 32_768 }
    case .ulaw: table(bytes, count, out, Companding.ulaw) { Float($0) / 32_768 }
    }
  }

  /// As integers of 32 bits: exact for integers of that many, the others by way of numbers.
  package static func convert(
    _ bytes: UnsafeRawPointer, _ encoding: SampleEncoding, _ count: Int, into out: UnsafeMutablePointer<Int32>
  ) {
    switch encoding {
    case .s32le: each(bytes, count, out) { (x: Int32) in Int32(littleEndian: x) }
    case .s32be: each(bytes, count, out) { (x: Int32) in Int32(bigEndian: x) }
    default:
      SampleRounding.roundWide(UnsafeMutableBufferPointer(start: out, count: count)) {
        convert(bytes, encoding, count, into: $0.baseAddress!)
      }
    }
  }

  @inline(__always)
  private static func each<Stored, Sample>(
    _ bytes: UnsafeRawPointer, _ count: Int, _ out: UnsafeMutablePointer<Sample>, _ value: (Stored) -> Sample
  ) where Stored: BitwiseCopyable {
    for index in 0..<count {
      out[index] = value(
        bytes.loadUnaligned(fromByteOffset: index * MemoryLayout<Stored>.size, as: Stored.self))
    }
  }

  @inline(__always)
  private static func table<Sample>(
    _ bytes: UnsafeRawPointer, _ count: Int, _ out: UnsafeMutablePointer<Sample>, _ table: [Int16],
    _ value: (Int16) -> Sample
  ) {
    table.withUnsafeBufferPointer { table in
      for index in 0..<count {
        out[index] = value(table[Int(bytes.load(fromByteOffset: index, as: UInt8.self))])
      }
    }
  }
}

/// The logarithmic encodings of telephony as 16-bit integers (ITU-T G.711, tables 1a to 2b): the values of all 256
/// codes.
private enum Companding {
  static let ulaw: [Int16] = (0..<256).map { code in
    let bits = ~code & 0xFF
    let magnitude = ((bits & 0x0F) << 3 + 0x84) << ((bits >> 4) & 7) - 0x84
    return Int16(bits & 0x80 == 0 ? magnitude : -magnitude)
  }

  static let alaw: [Int16] = (0..<256).map { code in
    let bits = code ^ 0x55
    let segment = (bits >> 4) & 7
    let step = (bits & 0x0F) << 4
    let magnitude = segment == 0 ? step + 8 : (step + 0x108) << (segment - 1)
    return Int16(bits & 0x80 == 0 ? -magnitude : magnitude)
  }
}
