// FileProbe.swift
// A small sample of a file's bytes. It tells a file that grew or was only touched from one that was rewritten.
// Runs on the background thread that looks at the file; reads at most 70 KiB.

import Glibc
import SystemPackage

/// Digests of some blocks of a file.
package struct FileProbe: Hashable, Sendable {
  /// Digest of the first block. It holds the headers, which a recorder completes at the end.
  package let head: UInt64
  /// Digest of blocks that are spread evenly between the first one and the end.
  package let body: UInt64

  private static let blockBytes = 4096
  private static let blocks = 16

  /// - Parameter byteCount: bytes from the beginning that are sampled; the file may be longer by now.
  /// - Returns: nil when not all of these bytes can be read.
  package init?(path: FilePath, byteCount: Int) {
    let descriptor = path.withPlatformString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let bodyStart = min(Self.blockBytes, byteCount / 2)
    guard let head = Self.digest(descriptor, [0], length: bodyStart) else { return nil }
    let length = min(Self.blockBytes, byteCount - bodyStart)
    let room = byteCount - bodyStart - length
    let places = (0...Self.blocks).map { bodyStart + room / Self.blocks * $0 } + [byteCount - length]
    guard let body = Self.digest(descriptor, places, length: length) else { return nil }
    self.head = head
    self.body = body
  }

  /// FNV-1a, 64 bits (draft-eastlake-fnv). It finds accidental changes; it is no protection against deliberate ones.
  private static func digest(_ descriptor: Int32, _ places: [Int], length: Int) -> UInt64? {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    var block = [UInt8](repeating: 0, count: length)
    for place in places {
      var count = 0
      while count < length {
        let step = block.withUnsafeMutableBytes {
          pread(descriptor, $0.baseAddress! + count, length - count, place + count)
        }
        if step < 0 && errno == EINTR { continue }
        guard step > 0 else { return nil }
        count += step
      }
      for byte in block { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    return value
  }
}
