// OggEnd.swift
// Whether an Ogg file ends where its stream does. Its length is found from its last page, so one that was cut
// off looks whole; but the page that ends a stream says so (RFC 3533, section 6).

enum OggEnd {
  /// True when the last page of the file does not end its stream, or is not whole.
  static func isMissing(in file: borrowing FileBytes) -> Bool {
    // A page has at most 65,307 bytes.
    let length = min(file.count, 2 * 65_307)
    let bytes = file.bytes(at: file.count - length, length: length)
    guard
      let page = bytes.indices.reversed().first(where: { bytes[$0] == 0x4F && bytes.has("OggS", at: $0) }),
      page + 27 <= bytes.count
    else { return true }
    let segments = page + 27..<page + 27 + Int(bytes[page + 26])
    guard segments.upperBound <= bytes.count else { return true }
    let end = segments.upperBound + segments.reduce(0) { $0 + Int(bytes[$1]) }
    return end > bytes.count || bytes[page + 5] & 4 == 0
  }
}
