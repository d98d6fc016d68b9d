// ASFEnd.swift
// Whether an ASF file (WMA, WMV) is cut off: the object that holds all packets states its length (Advanced Systems Format
// Specification 01.20.03, sections 2.1 and 5.1). Broadcasts leave it unknown. Reads only heads of objects.

import HostIO

/// What the data object of an ASF file promises.
package struct ASFEnd {
  /// True when the packets reach beyond the end of the file, or the last one is none any more.
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
        isMissing = offset + size > file.count || Self.isOverwritten(file, offset, size)
        return
      }
      offset += size
    }
    isMissing = false
  }

  /// True when the last packet does not begin as the first one: with the flags of its error correction and two bytes that
  /// are 0 (section 5.2.1), as all packets do that are written.
  ///
  /// - Parameters:
  ///   - offset: where the data object begins.
  ///   - size: its bytes.
  private static func isOverwritten(_ file: some ByteSource, _ offset: Int, _ size: Int) -> Bool {
    let start = offset + headSize + 26
    guard let count = file.bytes(at: start - 10, length: 8).number(at: 0, size: 8, bigEndian: false),
      count > 1,
      count < 1 << 40, size > headSize + 26, (size - headSize - 26) % count == 0
    else { return false }
    let length = (size - headSize - 26) / count
    let first = file.bytes(at: start, length: 3)
    guard first == [0x82, 0, 0] else { return false }
    return file.bytes(at: start + (count - 1) * length, length: 3) != first
  }
}
