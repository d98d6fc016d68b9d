// FLACFrame.swift
// The header of a FLAC frame, and the checksums that show whether it is whole: with them, sound is found again behind
// damaged bytes.
// A pure value. Format: RFC 9639, sections 9.1 and 9.3.

/// One frame of a FLAC stream, by its header.
package struct FLACFrame: Hashable {
  /// Bytes of the longest header.
  static let longestHeader = 16

  /// The frame's number, or that of its first sample.
  package let number: Int
  /// True when `number` counts samples, because blocks differ in size.
  package let countsSamples: Bool
  /// Samples of each channel; at least 1.
  package let blockSize: Int
  /// At least 1.
  let channels: Int
  /// Bytes of the header.
  let headerBytes: Int

  /// - Returns: nil when no frame begins at `start`, or the header is damaged.
  package init?(_ bytes: UnsafeRawBufferPointer, at start: Int = 0) {
    guard start >= 0, start + 5 <= bytes.count, bytes[start] == 0xFF, bytes[start + 1] & 0xFE == 0xF8 else {
      return nil
    }
    let sizeCode = bytes[start + 2] >> 4, rateCode = bytes[start + 2] & 15
    let channelCode = bytes[start + 3] >> 4, reserved = bytes[start + 3] & 1
    guard sizeCode != 0, rateCode != 15, channelCode < 11, reserved == 0, bytes[start + 3] >> 1 & 7 != 3
    else {
      return nil
    }
    // The number is coded like a character in UTF-8, in up to seven bytes.
    let lead = bytes[start + 4]
    let extra = max(0, (~lead).leadingZeroBitCount - 1)
    guard lead.leadingZeroBitCount != 0 || extra >= 1, extra <= 6 else { return nil }
    let sizeBytes = sizeCode == 6 ? 1 : sizeCode == 7 ? 2 : 0
    let rateBytes = rateCode == 12 ? 1 : rateCode > 12 ? 2 : 0
    let numberEnd = start + 5 + extra
    let end = numberEnd + sizeBytes + rateBytes
    guard end < bytes.count, FLACChecksum.crc8(bytes, start..<end) == bytes[end] else { return nil }
    var number = extra == 0 ? Int(lead) : Int(lead) & (0x3F >> extra)
    for index in start + 5..<numberEnd {
      guard bytes[index] & 0xC0 == 0x80 else { return nil }
      number = number << 6 | Int(bytes[index] & 0x3F)
    }
    self.number = number
    countsSamples = bytes[start + 1] & 1 == 1
    channels = channelCode < 8 ? Int(channelCode) + 1 : 2
    headerBytes = end + 1 - start
    blockSize =
      switch sizeCode {
      case 1: 192
      case 2...5: 576 << Int(sizeCode - 2)
      case 6: Int(bytes[numberEnd]) + 1
      case 7: Int(bytes[numberEnd]) << 8 + Int(bytes[numberEnd + 1]) + 1
      default: 256 << Int(sizeCode - 8)
      }
  }
}

/// The two checksums of FLAC (RFC 9639, sections 9.1.8 and 9.3).
enum FLACChecksum {
  static func crc8(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt8 {
    table8.withUnsafeBufferPointer { table in
      range.reduce(0) { table[Int($0 ^ bytes[$1])] }
    }
  }

  private static let table8: [UInt8] = (0..<256).map { index in
    (0..<8).reduce(UInt8(index)) { crc, _ in crc & 0x80 != 0 ? crc << 1 ^ 0x07 : crc << 1 }
  }

  /// Adds bytes to a 16-bit checksum, which is 0 after a whole frame including its own checksum. Computed over eight bytes
  /// at a time, by eight tables.
  static func crc16(_ crc: UInt16, _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt16 {
    tables.withUnsafeBufferPointer { tables in
      var crc = crc
      var index = range.lowerBound
      while index + 8 <= range.upperBound {
        let first = UInt8(crc >> 8) ^ bytes[index], second = UInt8(crc & 0xFF) ^ bytes[index + 1]
        crc = tables[7 << 8 | Int(first)] ^ tables[6 << 8 | Int(second)]
        for place in 2..<8 { crc ^= tables[(7 - place) << 8 | Int(bytes[index + place])] }
        index += 8
      }
      while index < range.upperBound {
        crc = crc << 8 ^ tables[Int(UInt8(crc >> 8) ^ bytes[index])]
        index += 1
      }
      return crc
    }
  }

  /// Eight tables, one behind the other: what a byte contributes when 0 to 7 bytes follow it.
  private static let tables: [UInt16] = {
    var tables = (0..<256).map { index in
      (0..<8).reduce(UInt16(index) << 8) { crc, _ in crc & 0x8000 != 0 ? crc << 1 ^ 0x8005 : crc << 1 }
    }
    for index in 256..<8 * 256 {
      let before = tables[index - 256]
      tables.append(before << 8 ^ tables[Int(before >> 8)])
    }
    return tables
  }()
}
