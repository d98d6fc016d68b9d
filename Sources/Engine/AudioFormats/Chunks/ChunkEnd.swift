// ChunkEnd.swift
// Whether a file of chunks is cut off that libsndfile cannot decode: AVI (OpenDML AVI File Format Extensions 1.02: one RIFF
// after the other), and compressed sound in WAV, W64, AIFF and CAF. Reads only heads of chunks.

import HostIO

/// What the chunks of a file promise.
package struct ChunkEnd {
  /// True when a chunk reaches beyond the end of the file, or no chunk stands where one should.
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
      if isOverwritten(file, from: offset - size + 4, to: min(offset, file.count)) { return true }
      // Some writers count the eight bytes of the head, too, and leave out the byte behind an odd size.
      if offset >= file.count { return offset - 8 > file.count }
      offset += size & 1
    }
    return false
  }

  /// True when something follows the packets that is no chunk: mostly their index does.
  ///
  /// - Parameters:
  ///   - start: of the first chunk of a part.
  ///   - end: of the part.
  private static func isOverwritten(_ file: some ByteSource, from start: Int, to end: Int) -> Bool {
    var offset = start
    for _ in 0..<mostChunks where offset + 12 <= end {
      let head = file.bytes(at: offset, length: 12)
      guard let size = head.number(at: 4, size: 4, bigEndian: false) else { return false }
      offset += 8 + size
      guard head.has("LIST"), head.has("movi", at: 8) else {
        offset += size & 1
        continue
      }
      guard offset + 8 <= end else { return false }
      // Some writers leave out the byte behind an odd size.
      let next = file.bytes(at: offset, length: 5)
      guard next.count == 5 else { return false }
      if (0...size & 1).contains(where: { isName(next[$0..<$0 + 4]) }) { return false }
      // Room that was left open is no loss, if the packets reach up to it.
      return !next.allSatisfy { $0 == 0 } || file.bytes(at: offset - 16, length: 16).allSatisfy { $0 == 0 }
    }
    return false
  }

  /// A few stand before the packets.
  private static let mostChunks = 1000

  private static func isName(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.allSatisfy { 48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 || $0 == 0x20 }
  }
}
