// ID3Tag.swift
// The tag that may stand in front of MP3 and FLAC files, or between MP3 files that were put together.
// Format: ID3v2.4.0, section 3.1.

import HostIO

package enum ID3Tag {
  /// The length in bytes of all tags at `start`; 0 when there is none.
  package static func length(in source: some ByteSource, at start: Int = 0) -> Int {
    var offset = start
    // Some programs add another tag in front instead of changing the first one.
    for _ in 0..<16 {
      let head = source.bytes(at: offset, length: 10)
      guard head.count == 10, head.has("ID3"), head[3] != 0xFF else { break }
      // Four bytes of seven bits; a footer repeats the head.
      offset += 10 + head[6...9].reduce(0) { $0 << 7 | Int($1 & 0x7F) } + (head[5] & 0x10 != 0 ? 10 : 0)
    }
    return offset - start
  }
}
