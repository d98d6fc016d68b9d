// TransportEnd.swift
// Whether the end of an MPEG transport stream was overwritten: each of its packets begins with the same byte (ISO/IEC
// 13818-1, section 2.4.3.2). Reads a few bytes.

import HostIO

/// What the last packets of a transport stream say.
package struct TransportEnd {
  /// True when the last whole packets are none.
  package let isMissing: Bool

  private static let sync: UInt8 = 0x47
  /// Bytes of a packet, and those before its first: of broadcasts, of discs with a time before each, with a checksum behind.
  private static let forms = [(188, 0), (192, 4), (204, 0)]
  private static let looked = 4

  package init(of file: some ByteSource) {
    func isSync(_ offset: Int) -> Bool { file.bytes(at: offset, length: 1) == [Self.sync] }
    for (size, before) in Self.forms where (0..<Self.looked).allSatisfy({ isSync(before + $0 * size) }) {
      // Parts that were put together need not keep the distance.
      let length = min(file.count, (Self.looked + 1) * size)
      let end = file.bytes(at: file.count - length, length: length)
      isMissing = !(0..<size).contains { phase in
        stride(from: phase, to: end.count, by: size).allSatisfy { end[$0] == Self.sync }
      }
      return
    }
    isMissing = false
  }
}
