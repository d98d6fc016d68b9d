// OggPage.swift
// The pages of an Ogg file (RFC 3533, section 6): the head of one, its checksum, and the way from page to page. All are
// values. No number from a file is trusted further than the bytes reach. Any thread.

import HostIO

/// The head of an Ogg page.
package struct OggPage: Hashable {
  /// The longest page: head, table of segments, 255 segments of 255 bytes.
  package static let maximumLength = longestHead + 255 * 255
  /// Bytes of the longest head.
  package static let longestHead = 27 + 255

  /// The serial number of its stream.
  package let stream: Int
  package let isFirst: Bool, isLast: Bool
  /// True when it begins with the rest of a packet from the page before.
  package let isContinued: Bool
  /// The position at the end of the last packet that ends on this page, in the stream's own unit; nil when no packet
  /// ends here.
  package let granule: Int?
  /// The page's number within its stream.
  package let number: Int
  /// Where its packets begin: an index like `start`.
  package let body: Int
  /// Where the page ends: an index like `start`; nil when its table of segments is not whole.
  package let end: Int?

  /// - Returns: nil when no page begins at `start`.
  package init?(_ bytes: [UInt8], at start: Int) {
    guard bytes.has("OggS", at: start), start + 27 <= bytes.count,
      let stream = bytes.number(at: start + 14, size: 4, bigEndian: false),
      let number = bytes.number(at: start + 18, size: 4, bigEndian: false)
    else { return nil }
    self.stream = stream
    self.number = number
    isContinued = bytes[start + 5] & 1 != 0
    isFirst = bytes[start + 5] & 2 != 0
    isLast = bytes[start + 5] & 4 != 0
    granule = bytes.number(at: start + 6, size: 8, bigEndian: false)
    body = start + 27 + Int(bytes[start + 26])
    let segments = start + 27..<body
    end = body <= bytes.count ? body + segments.reduce(0) { $0 + Int(bytes[$1]) } : nil
  }
}

extension OggPage {
  /// True when the page at `start` lies in the bytes, and its checksum is right.
  func isIntact(_ bytes: [UInt8], at start: Int) -> Bool {
    guard let end, end <= bytes.count else { return false }
    return bytes.withUnsafeBytes {
      OggChecksum.of(UnsafeRawBufferPointer(rebasing: $0[start..<end]))
        == $0.loadUnaligned(fromByteOffset: start + 22, as: UInt32.self).littleEndian
    }
  }
}

/// The checksum of an Ogg page (RFC 3533, section 6): CRC-32 with the polynomial 0x04C11DB7, the highest bit first,
/// from 0, with its own four bytes as 0. Computed over eight bytes at a time, by eight tables.
package enum OggChecksum {
  /// - Parameter page: a whole page, of 27 bytes at least.
  package static func of(_ page: UnsafeRawBufferPointer) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      var crc: UInt32 = 0
      for index in 0..<27 { crc = step(tables, crc, 22..<26 ~= index ? 0 : page[index]) }
      var index = 27
      while index + 8 <= page.count {
        let high = crc ^ UInt32(bigEndian: page.loadUnaligned(fromByteOffset: index, as: UInt32.self))
        let low = UInt32(bigEndian: page.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self))
        crc = 0
        for place in 0..<4 {
          let shift = UInt32(24 - 8 * place)
          crc ^= tables[(7 - place) << 8 | Int(high >> shift & 0xFF)]
          crc ^= tables[(3 - place) << 8 | Int(low >> shift & 0xFF)]
        }
        index += 8
      }
      while index < page.count {
        crc = step(tables, crc, page[index])
        index += 1
      }
      return crc
    }
  }

  private static func step(_ tables: UnsafeBufferPointer<UInt32>, _ crc: UInt32, _ byte: UInt8) -> UInt32 {
    crc << 8 ^ tables[Int(UInt8(crc >> 24) ^ byte)]
  }

  /// Eight tables, one behind the other: what a byte contributes when 0 to 7 bytes follow it.
  private static let tables: [UInt32] = {
    var tables = (0..<256).map { index in
      (0..<8).reduce(UInt32(index) << 24) { crc, _ in
        crc & 0x8000_0000 != 0 ? crc << 1 ^ 0x04C1_1DB7 : crc << 1
      }
    }
    for index in 256..<8 * 256 {
      let before = tables[index - 256]
      tables.append(before << 8 ^ tables[Int(before >> 24)])
    }
    return tables
  }()
}

/// The pages of an Ogg file, one after the other, read in pieces by position. Where a page is not where it should be,
/// the walk looks for the next one.
struct OggWalk<Source: ByteSource> {
  /// The piece of the file around the page. The indices of a page refer to it.
  private(set) var bytes: [UInt8] = []
  /// True when other bytes, or a damaged page, were found between two pages or behind the last one.
  private(set) var isBroken = false
  private let source: Source
  /// The offset of `bytes` in the file.
  private var offset = 0
  /// The index in `bytes` at which the next page should begin.
  private var next = 0
  /// True when `bytes` reach to the end of what can be read.
  private var isLast = false

  /// Bytes of pages with a wrong checksum. In a file of nothing but beginnings of pages they would be many times its
  /// length, so they are limited.
  private var checkedBytes = 0

  private static var piece: Int { 1 << 20 }

  init(_ source: Source) { self.source = source }

  /// The next page that lies completely in the file; its checksum is not verified.
  ///
  /// - Returns: nil at the end.
  mutating func page() -> (page: OggPage, start: Int)? {
    while true {
      if let page = OggPage(bytes, at: next), let end = page.end, end <= bytes.count {
        defer { next = end }
        return (page, next)
      }
      // The next piece begins with a page that reaches beyond this one.
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

  /// The next page whose checksum is right.
  ///
  /// - Returns: nil at the end, or where so much is damaged that the search would take too long.
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

  /// Resets `isBroken`.
  mutating func mend() { isBroken = false }

  /// True when the checksum of the page at `start` is right.
  func isIntact(_ page: OggPage, at start: Int) -> Bool { page.isIntact(bytes, at: start) }
}
