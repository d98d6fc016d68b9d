// WatchedBytes.swift
// Bytes in memory that count how often they are asked for: a parser must not look at a small file for minutes.

import HostIO

/// A file in memory, and how much of it was read. One thread.
final class WatchedBytes: ByteSource {
  private let bytes: [UInt8]
  private var given = 0, asked = 0
  var count: Int { bytes.count }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func bytes(at offset: Int, length: Int) -> [UInt8] {
    let piece = bytes.bytes(at: offset, length: length)
    given += piece.count
    asked += 1
    return piece
  }

  /// - Parameter times: how often each byte may be read. Whatever the length is, 4 KiB of heads are free.
  func holdWork(times: Int) throws {
    try hold(given <= times * count + 4096, "\(given) bytes were read of \(count), more than \(times) times")
    try hold(asked <= times * count + 4096, "\(asked) pieces were read of \(count) bytes")
  }

  /// Has a parser read some bytes, and bounds its work.
  static func read<Answer>(
    _ bytes: [UInt8], times: Int, _ parse: (WatchedBytes) throws -> Answer
  ) throws -> Answer {
    let source = WatchedBytes(bytes)
    let answer = try parse(source)
    try source.holdWork(times: times)
    return answer
  }
}
