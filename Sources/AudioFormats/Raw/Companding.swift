// Companding.swift
// The logarithmic encodings of telephony as 16-bit integers (ITU-T G.711, tables 1a to 2b).

/// The values of all 256 codes.
enum Companding {
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
