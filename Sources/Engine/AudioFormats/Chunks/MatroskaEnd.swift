// MatroskaEnd.swift
// Whether a Matroska or WebM file is cut off: the segment, which contains everything else, states its length (RFC 8794,
// section 6; RFC 9559, section 5.1). Recorders that cannot seek leave it unknown. Reads only the
// beginning of the file.

import HostIO

/// What the segment of a Matroska file promises.
package struct MatroskaEnd {
  /// True when the segment reaches beyond the end of the file.
  package let isMissing: Bool

  package init(of file: some ByteSource) {
    let bytes = file.bytes(at: 0, length: 4096)
    guard bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]), let header = Self.size(bytes, at: 4),
      let length = header.value,
      case let segment = header.end + length, segment < bytes.count - 12,
      bytes[segment...].starts(with: [0x18, 0x53, 0x80, 0x67]), let size = Self.size(bytes, at: segment + 4),
      let value = size.value
    else {
      isMissing = false
      return
    }
    isMissing = value > file.count - size.end
  }

  /// A size of one to eight bytes (the first bit that is set tells how many) and where it ends. The value is nil when
  /// it was left unknown.
  private static func size(_ bytes: [UInt8], at place: Int) -> (value: Int?, end: Int)? {
    guard place < bytes.count, case let length = bytes[place].leadingZeroBitCount + 1, length <= 8,
      place + length <= bytes.count
    else { return nil }
    let mask = (1 << (7 * length)) - 1
    let value = (bytes.number(at: place, size: length, bigEndian: true) ?? 0) & mask
    return (value == mask ? nil : value, place + length)
  }
}
