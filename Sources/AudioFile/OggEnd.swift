// OggEnd.swift
// Whether an Ogg file ends where its stream does. Its length is found from its last page, so one that was cut
// off looks whole; but the page that ends a stream says so, and whose it is (RFC 3533, section 6).

/// What the last page of an Ogg file tells.
struct OggEnd: Hashable, Sendable {
  /// True when the last page does not end its stream, or is not whole.
  let isMissing: Bool
  /// Whose the last page is; nil when there is none.
  let stream: Int?
  /// True when the last page belongs to a stream that does not begin with the file: recordings follow each other.
  let isOfLaterStream: Bool

  init(of file: some ByteSource) {
    let length = min(file.count, 2 * OggPage.maximumLength)
    let bytes = file.bytes(at: file.count - length, length: length)
    guard
      let start = bytes.indices.reversed().first(where: { bytes[$0] == 0x4F && bytes.has("OggS", at: $0) }),
      let page = OggPage(bytes, at: start)
    else {
      (isMissing, stream, isOfLaterStream) = (true, nil, false)
      return
    }
    isMissing = page.end.map { $0 > bytes.count } ?? true || !page.isLast
    stream = page.stream
    isOfLaterStream = OggContents(of: file).streams[page.stream] == nil
  }
}
