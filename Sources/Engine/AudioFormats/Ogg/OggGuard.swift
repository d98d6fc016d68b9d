// OggGuard.swift
// Watches over the bytes that a library of Ogg gets, because that library cannot be interrupted. A value; one thread at a
// time.

import HostIO

/// Counts what the pages in a stretch of bytes claim to hold.
///
/// It protects libogg from files of nothing but beginnings of pages: libogg computes a checksum over the whole length
/// that each beginning claims, up to 64 KiB for every four bytes. ffmpeg does so, too.
package struct OggGuard {
  /// True once the pages claimed far more bytes than there are.
  package private(set) var isExceeded = false
  /// Bytes that were looked at, and those that pages in them claim.
  private var looked = 0, claimed = 0
  /// The beginning of a page that was not whole, or the last few bytes, and the offset behind them.
  private var rest: [UInt8] = []
  private var end = 0

  package init() {}

  /// How many times the bytes may be claimed: whole pages claim each byte once.
  private static let limit = 8
  /// Bytes that may be claimed besides: a library that jumps may leave many pages before their end.
  private static let allowance = 4 << 20
  /// The head of a page without its table of segments.
  private static let headBytes = 27

  /// Examines bytes of the file before libogg gets them. A page is counted when its head has been seen, in one piece or
  /// in several that follow each other.
  ///
  /// - Parameter offset: where the bytes begin in the file.
  /// - Complexity: O(bytes), plus 255 for each beginning of a page
  package mutating func look(at bytes: UnsafeRawBufferPointer, from offset: Int) {
    if offset != end { rest = [] }
    end = offset + bytes.count
    looked += bytes.count
    let examined: Int
    if rest.isEmpty {
      examined = examine(bytes)
      rest = Array(bytes[examined...])
    } else {
      rest.append(contentsOf: bytes)
      examined = rest.withUnsafeBytes { examine($0) }
      rest.removeFirst(examined)
    }
    if claimed > Self.limit * looked + Self.allowance { isExceeded = true }
  }

  /// - Returns: the first byte that has to be looked at once more, together with what follows: fewer than 282 are left.
  private mutating func examine(_ bytes: UnsafeRawBufferPointer) -> Int {
    var index = 0
    while index + Self.headBytes <= bytes.count {
      guard bytes[index] == 0x4F, bytes[index + 1] == 0x67, bytes[index + 2] == 0x67, bytes[index + 3] == 0x53
      else {
        index += 1
        continue
      }
      let body = index + Self.headBytes + Int(bytes[index + Self.headBytes - 1])
      guard body <= bytes.count else { break }
      claimed += body - index
      for segment in index + Self.headBytes..<body { claimed += Int(bytes[segment]) }
      index += 4
    }
    return index
  }

  /// True when a whole file is one that a library should not get.
  ///
  /// - Complexity: O(bytes of the file)
  package static func stops(_ file: some ByteSource) -> Bool {
    var pages = OggGuard()
    var offset = 0
    while case let bytes = file.bytes(at: offset, length: 1 << 20), !bytes.isEmpty, !pages.isExceeded {
      bytes.withUnsafeBytes { pages.look(at: $0, from: offset) }
      offset += bytes.count
    }
    return pages.isExceeded
  }
}
