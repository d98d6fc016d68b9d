// OggWalk.swift
// Goes from page to page through a whole Ogg file (RFC 3533, section 6), in pieces. Where a page is not where it
// should be, the next one is looked for. Reads by position; any thread.

import HostIO

/// The pages of an Ogg file, one after the other.
struct OggWalk<Source: ByteSource> {
  /// The bytes around the page; its positions count in them.
  private(set) var bytes: [UInt8] = []
  /// True when there was something else between two pages, or behind the last one.
  private(set) var isBroken = false
  private let source: Source
  /// Where `bytes` lie in the file.
  private var offset = 0
  /// Where the next page should begin, in `bytes`.
  private var next = 0
  /// True when nothing follows `bytes` that could be read.
  private var isLast = false

  /// Bytes whose checksum was looked at; in a file of nothing but beginnings of pages, many times those that it has.
  private var checkedBytes = 0

  private static var piece: Int { 1 << 20 }

  init(_ source: Source) { self.source = source }

  /// The next page that is in the file as a whole.
  ///
  /// - Returns: nil at the end.
  mutating func page() -> (page: OggPage, start: Int)? {
    while true {
      if let page = OggPage(bytes, at: next), let end = page.end, end <= bytes.count {
        defer { next = end }
        return (page, next)
      }
      // A page that reaches beyond the piece begins the next one.
      if bytes.count - next < OggPage.maximumLength, !isLast {
        offset += next
        next = 0
        bytes = source.bytes(at: offset, length: Self.piece)
        isLast = bytes.count < Self.piece
        continue
      }
      guard next < bytes.count else { return nil }
      isBroken = true
      next += 1
      next = bytes[next...].firstIndex(of: 0x4F) ?? bytes.count
    }
  }

  /// The next page that is as it was written.
  ///
  /// - Returns: nil at the end, or where so much is damaged that looking further would take forever.
  /// - Complexity: O(bytes of the file)
  mutating func intactPage() -> (page: OggPage, start: Int)? {
    while let (page, start) = page(), let end = page.end {
      if isIntact(page, at: start) { return (page, start) }
      checkedBytes += end - start
      isBroken = true
      guard checkedBytes <= 4 * source.count + (1 << 20) else { return nil }
      next = start + 1
      next = bytes[next...].firstIndex(of: 0x4F) ?? bytes.count
    }
    return nil
  }

  /// Forgets what was broken so far.
  mutating func mend() { isBroken = false }

  /// True when the page at `start` is as it was written.
  func isIntact(_ page: OggPage, at start: Int) -> Bool {
    guard let end = page.end, end <= bytes.count else { return false }
    return bytes.withUnsafeBytes {
      OggChecksum.of(UnsafeRawBufferPointer(rebasing: $0[start..<end]))
        == $0.loadUnaligned(fromByteOffset: start + 22, as: UInt32.self).littleEndian
    }
  }
}
