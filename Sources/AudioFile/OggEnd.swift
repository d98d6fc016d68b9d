// OggEnd.swift
// Whether an Ogg file ends where its stream does. Its length is found from its last page, so one that was cut
// off looks whole; but the page that ends a stream says so, and whose it is (RFC 3533, section 6).

/// What the last page of an Ogg file tells.
struct OggEnd: Hashable, Sendable {
  /// True when the last page does not end its stream, or is not whole.
  let isMissing: Bool
  /// True when the last page belongs to a stream that does not begin with the file: recordings follow each other.
  let isOfLaterStream: Bool

  init(of file: FileBytes) {
    // A page has at most 65,307 bytes.
    let length = min(file.count, 2 * 65_307)
    let bytes = file.bytes(at: file.count - length, length: length)
    guard
      let start = bytes.indices.reversed().first(where: { bytes[$0] == 0x4F && bytes.has("OggS", at: $0) }),
      let page = Page(bytes, at: start)
    else {
      (isMissing, isOfLaterStream) = (true, false)
      return
    }
    isMissing = page.end.map { $0 > bytes.count } ?? true || !page.isLast
    isOfLaterStream = !Self.streams(atStartOf: file).contains(page.stream)
  }

  /// The streams that the file begins with: more than one where sound and pictures run side by side.
  private static func streams(atStartOf file: FileBytes) -> Set<Int> {
    var streams: Set<Int> = []
    var offset = 0
    // Their first pages come before any other page.
    for _ in 0..<100 {
      guard let page = Page(file.bytes(at: offset, length: 27 + 255), at: 0), page.isFirst, let end = page.end
      else { break }
      streams.insert(page.stream)
      offset += end
    }
    return streams
  }

  /// The head of a page.
  private struct Page {
    let stream: Int
    let isFirst: Bool, isLast: Bool
    /// Where the page ends, counted as its start was; nil when its table of segments is not whole.
    let end: Int?

    /// - Returns: nil when no page begins at `start`.
    init?(_ bytes: [UInt8], at start: Int) {
      guard bytes.has("OggS", at: start), start + 27 <= bytes.count,
        let stream = bytes.number(at: start + 14, size: 4, bigEndian: false)
      else { return nil }
      self.stream = stream
      isFirst = bytes[start + 5] & 2 != 0
      isLast = bytes[start + 5] & 4 != 0
      let segments = start + 27..<start + 27 + Int(bytes[start + 26])
      end =
        segments.upperBound <= bytes.count
        ? segments.upperBound + segments.reduce(0) { $0 + Int(bytes[$1]) } : nil
    }
  }
}
