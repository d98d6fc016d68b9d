// ASFEnd.swift
// Whether an ASF file (WMA, WMV) is cut off: the object that holds all packets states its length (Advanced Systems Format
// Specification 01.20.03, sections 2.1 and 5.1). Broadcasts leave it unknown. Reads only heads of objects.

import HostIO

/// What the data object of an ASF file promises.
package struct ASFEnd {
  /// True when the packets reach beyond the end of the file.
  package let isMissing: Bool

  /// The GUID of the data object.
  private static let data: [UInt8] = [
    0x36, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C,
  ]
  /// Bytes of the head of an object: its GUID and its size, which counts the head.
  private static let headSize = 24

  package init(of file: some ByteSource) {
    var offset = 0
    // The header and a few others stand before it.
    for _ in 0..<16 {
      let head = file.bytes(at: offset, length: Self.headSize)
      guard let size = head.number(at: 16, size: 8, bigEndian: false), size >= Self.headSize, size < 1 << 56
      else { break }
      if head.starts(with: Self.data) {
        isMissing = offset + size > file.count
        return
      }
      offset += size
    }
    isMissing = false
  }
}
