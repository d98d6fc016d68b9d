// ByteSource.swift
// What the parsers of headers read from: a file, or bytes in memory, so that any bytes can be tried on them.

/// Bytes that can be read at any place.
package protocol ByteSource {
  /// How many there are.
  var count: Int { get }

  /// The bytes from `offset` on: up to `length` of them, fewer at the end. A parser may pass any offset.
  func bytes(at offset: Int, length: Int) -> [UInt8]
}

extension FileBytes: ByteSource {}

extension [UInt8]: ByteSource {
  package func bytes(at offset: Int, length: Int) -> [UInt8] {
    guard offset >= 0, offset < count, length > 0 else { return [] }
    return Array(self[offset..<offset + Swift.min(length, count - offset)])
  }
}
