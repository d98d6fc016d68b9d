// FilePiece.swift
// A piece of a file that is kept, so that looking at one frame after the other reads each byte about once. Belongs to one
// thread at a time.

import HostIO

/// The piece of a source that was read last.
final class FilePiece {
  private let source: any ByteSource
  private var bytes: [UInt8] = []
  private var offset = 0

  private static let length = 1 << 17

  init(_ source: any ByteSource) { self.source = source }

  /// The bytes from `place` on: `count` of them, fewer at the end of the file, and perhaps more.
  ///
  /// - Returns: the whole piece, and the index in it with which they begin.
  func bytes(from place: Int, count: Int) -> (bytes: [UInt8], first: Int) {
    if place < offset || min(place + count, source.count) > offset + bytes.count {
      offset = place
      bytes = source.bytes(at: place, length: max(count, Self.length))
    }
    return (bytes, min(place - offset, bytes.count))
  }
}
