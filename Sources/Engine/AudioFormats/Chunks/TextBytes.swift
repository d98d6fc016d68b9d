// TextBytes.swift
// Reads texts from bytes: in UTF-8, or in the encodings that older programs assumed. Pure functions.

package enum TextBytes {
  /// The text up to the first 0: UTF-8 if it is valid, else Windows' Western code page.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes.prefix { $0 != 0 })
    return String(validating: bytes, as: UTF8.self) ?? western(bytes)
  }

  /// ISO 8859-1, with the characters of Windows in place of its control characters.
  package static func western(_ bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      let code = 0x80..<0xA0 ~= byte ? windows[Int(byte) - 0x80] : UInt32(byte)
      text.append(Unicode.Scalar(code) ?? "\u{FFFD}")
    }
    return String(text)
  }

  private static let windows: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152,
    0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161,
    0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// UTF-16, by its byte order mark if it has one.
  package static func wide(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> String {
    var units: [UInt16] = []
    var isBig = bigEndian
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let unit = UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
      index += 2
      if units.isEmpty, unit == 0xFEFF || unit == 0xFFFE {
        isBig = unit == 0xFEFF
        continue
      }
      units.append(isBig ? unit : unit.byteSwapped)
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Bytes of a big-endian number.
  package static func big(_ value: Int, _ size: Int = 4) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Bytes of a little-endian number.
  package static func little(_ value: Int, _ size: Int = 4) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
