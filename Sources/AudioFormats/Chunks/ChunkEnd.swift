// ChunkEnd.swift
// Whether a file of chunks is cut off that libsndfile cannot decode: AVI (OpenDML AVI File Format Extensions 1.02: one RIFF
// after the other), and compressed sound in WAV, W64, AIFF and CAF. Reads only heads of chunks.

import HostIO

/// What the chunks of a file promise.
package struct ChunkEnd {
  /// True when a chunk reaches beyond the end of the file.
  package let isMissing: Bool

  package init(of file: some ByteSource) {
    if let chunk = SampleChunk(in: file) {
      isMissing = chunk.declaredBytes.map { $0 > file.count - chunk.offset } ?? false
    } else {
      isMissing = Self.isCutOff(avi: file)
    }
  }

  /// A day in parts of a gigabyte has fewer.
  private static let mostParts = 4096

  private static func isCutOff(avi file: some ByteSource) -> Bool {
    var offset = 0
    for _ in 0..<mostParts {
      let head = file.bytes(at: offset, length: 12)
      guard head.has("RIFF"), head.has("AVI", at: 8), let size = head.number(at: 4, size: 4, bigEndian: false)
      else { return false }
      // Whoever cannot seek leaves the size open.
      guard size > 0, size < 0xFFFF_0000 else { return false }
      offset += 8 + size
      // Some writers count the eight bytes of the head, too, and leave out the byte behind an odd size.
      if offset >= file.count { return offset - 8 > file.count }
      offset += size & 1
    }
    return false
  }
}
