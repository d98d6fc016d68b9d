// OggPage.swift
// The head of a page of an Ogg file (RFC 3533, section 6). A pure value: nothing in it is trusted further than the
// bytes reach.

/// What the head of an Ogg page says.
package struct OggPage: Hashable {
  /// The longest page: head, table of segments, 255 segments of 255 bytes.
  package static let maximumLength = 27 + 255 + 255 * 255

  /// Whose page it is: the serial number of its stream.
  package let stream: Int
  package let isFirst: Bool, isLast: Bool
  /// True when it begins with the rest of a packet from the page before.
  package let isContinued: Bool
  /// Where the last packet that ends on it leads to, in the stream's own unit; nil when none does.
  package let granule: Int?
  /// Counts the pages of its stream.
  package let number: Int
  /// Where its packets begin, counted as its start was.
  package let body: Int
  /// Where the page ends, counted as its start was; nil when its table of segments is not whole.
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
