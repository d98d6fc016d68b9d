// OggEnd.swift
// How an Ogg file ends: with its last page, in the middle of one, or with bytes that are no page at all. Pure values.

import HostIO

/// The end of an Ogg file.
///
/// Libraries find the length of a file from its last whole page, so a file that was cut off, or whose end was overwritten,
/// looks whole to them. The page that ends a stream should be marked (RFC 3533, section 6), but a quarter of the recordings
/// in games lack that mark. So bytes behind the last whole page show a loss, whatever stands in them, unless the stream
/// had ended there.
package struct OggEnd: Hashable, Sendable {
  /// True when the recording goes on in bytes that are no whole page.
  package let isMissing: Bool
  /// The serial number of the last page's stream; nil when there is no page.
  package let stream: Int?
  /// True when the last page belongs to a stream that begins later in the file: the file is a chain of recordings.
  package let isOfLaterStream: Bool

  /// - Parameter lastStream: of a chain whose recordings are known, the serial number of the last one.
  /// - Complexity: O(bytes at the end that are no page of these recordings)
  package init(of file: some ByteSource, lastStream: Int? = nil) {
    let streams = OggContents(of: file).streams
    func isKnown(_ page: OggPage) -> Bool { streams[page.stream] != nil || page.stream == lastStream }
    var walk = OggWalkBack(file)
    guard let (last, end) = walk.intactPage() else {
      (isMissing, stream, isOfLaterStream) = (true, nil, false)
      return
    }
    guard isKnown(last) || last.isFirst else {
      var isInLastLink = false
      while let (page, _) = walk.intactPage() {
        if page.isFirst, page.stream == last.stream {
          // Pictures beside the sound of the last recording of the chain, or a recording that nobody knows.
          let stream = isInLastLink ? lastStream : last.stream
          (isMissing, self.stream, isOfLaterStream) = (Self.goesOn(file, behind: last, end), stream, true)
          return
        }
        if page.stream == lastStream { isInLastLink = true }
        // No recording begins here: these are bytes of another file.
        if streams[page.stream] != nil {
          (isMissing, self.stream, isOfLaterStream) = (!page.isLast, page.stream, false)
          return
        }
      }
      (isMissing, stream, isOfLaterStream) = (true, nil, false)
      return
    }
    (isMissing, stream) = (Self.goesOn(file, behind: last, end), last.stream)
    isOfLaterStream = streams[last.stream] == nil
  }

  /// True when what follows the last page belongs to the recording: the rest of a page, or what was written over it.
  private static func goesOn(_ file: some ByteSource, behind page: OggPage, _ end: Int) -> Bool {
    let rest = file.bytes(at: end, length: 8)
    guard !rest.isEmpty else { return false }
    if rest.has("OggS") { return true }
    let isTag = rest.has("TAG") && file.count - end == 128 || rest.has("APETAGEX") || rest.has("ID3")
    return !page.isLast && !isTag && !isPadding(file, from: end)
  }

  /// True for zeros that fill up a block, as archives of games have them: less than a page may take. What was overwritten
  /// begins within a page, as most of the bytes do.
  private static func isPadding(_ file: some ByteSource, from offset: Int) -> Bool {
    file.count - offset < OggPage.maximumLength
      && file.bytes(at: offset, length: OggPage.maximumLength).allSatisfy { $0 == 0 }
  }
}

/// The whole pages of an Ogg file, from the last one on backwards.
private struct OggWalkBack<Source: ByteSource> {
  private let source: Source
  /// A piece of the file, and its offset.
  private var bytes: [UInt8] = []
  private var offset: Int
  /// The index in the piece before which pages are looked for.
  private var index = 0
  /// Bytes of pages with a wrong checksum: see `OggWalk`.
  private var checkedBytes = 0

  private static var piece: Int { 1 << 20 }

  init(_ source: Source) {
    self.source = source
    offset = source.count
  }

  /// - Returns: the page before, and where it ends in the file; nil at the beginning, or where the search would take too
  ///   long.
  mutating func intactPage() -> (page: OggPage, end: Int)? {
    while true {
      while let start = bytes[..<index].lastIndex(of: 0x4F) {
        index = start
        guard let page = OggPage(bytes, at: start), let end = page.end, end <= bytes.count else { continue }
        if page.isIntact(bytes, at: start) { return (page, offset + end) }
        checkedBytes += end - start
        guard checkedBytes <= 4 * source.count + (1 << 20) else { return nil }
      }
      guard offset > 0 else { return nil }
      // The last page is mostly near the end. A page may reach from one piece into the next.
      let count = min(offset, bytes.isEmpty ? 2 * OggPage.maximumLength : Self.piece)
      bytes = source.bytes(at: offset - count, length: count + OggPage.maximumLength)
      offset -= count
      index = min(count, bytes.count)
    }
  }
}
