// OggEnd.swift
// Whether an Ogg file ends in the middle. Its length is found from its last whole page, so one that was cut off looks
// whole. The page that ends a stream should say so (RFC 3533, section 6), but a quarter of the recordings in games have
// none that does, and many of them end with a packet that would go on: only a page that is not whole shows a cut.

import HostIO

/// What the last page of an Ogg file tells.
package struct OggEnd: Hashable, Sendable {
  /// True when the last page is not whole.
  package let isMissing: Bool
  /// Whose the last page is; nil when there is none.
  package let stream: Int?
  /// True when the last page belongs to a stream that does not begin with the file: recordings follow each other.
  package let isOfLaterStream: Bool

  package init(of file: some ByteSource) {
    let length = min(file.count, 2 * OggPage.maximumLength)
    let bytes = file.bytes(at: file.count - length, length: length)
    guard
      let start = bytes.indices.reversed().first(where: { bytes[$0] == 0x4F && bytes.has("OggS", at: $0) }),
      let page = OggPage(bytes, at: start)
    else {
      (isMissing, stream, isOfLaterStream) = (true, nil, false)
      return
    }
    isMissing = page.end.map { $0 > bytes.count } ?? true
    stream = page.stream
    isOfLaterStream = OggContents(of: file).streams[page.stream] == nil
  }
}
