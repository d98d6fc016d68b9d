// TextBytes.swift
// Reads texts from bytes: in UTF-8, or in the encodings that older programs assumed. Pure functions.

enum TextBytes {
  /// The text up to the first 0: UTF-8 if it is valid, else Windows' Western code page.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes.prefix { $0 != 0 })
    return String(validating: bytes, as: UTF8.self) ?? western(bytes)
  }

  /// ISO 8859-1, with the characters of Windows in place of its control characters.
  static func western(_ bytes: some Sequence<UInt8>) -> String {
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
  static func wide(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> String {
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
  static func big(_ value: Int, _ size: Int = 4) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Bytes of a little-endian number.
  static func little(_ value: Int, _ size: Int = 4) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

/// Base64 (RFC 4648, section 4), in which Vorbis comments hold a picture.
enum Base64 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 64, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      let word = (0..<3).reduce(0) { $0 << 8 | ($1 < count ? Int(bytes[start + $1]) : 0) }
      for place in 0..<4 {
        text.append(place <= count ? letters[word >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return text
  }

  /// - Returns: nil when the text is not Base64.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var word = 0, bits = 0
    for letter in text where letter != UInt8(ascii: "=") {
      let value = values[Int(letter)]
      guard value < 64 else { return nil }
      word = (word << 6 | Int(value)) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> bits))
      }
    }
    return bytes
  }
}
