// VorbisComments.swift
// The list of texts in FLAC, Ogg Vorbis, Opus and Speex ("Ogg Vorbis I format specification: comment field"). Pure
// functions of bytes.

import HostIO

/// A list of comments in a file.
package struct VorbisComments {
  /// The name of the program that wrote the file.
  package let vendor: [UInt8]
  /// "NAME=value" each.
  package private(set) var entries: [ArraySlice<UInt8>] = []
  /// True when it ends too early.
  package private(set) var isDamaged = false

  /// - Returns: nil when the bytes do not begin such a list.
  package init?(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    func length() -> Int? {
      guard rest.count >= 4 else { return nil }
      let size = (0..<4).reduce(0) { $0 | Int(rest[rest.startIndex + $1]) << (8 * $1) }
      return rest.count - 4 >= size ? size : nil
    }
    guard let size = length() else { return nil }
    vendor = Array(rest.dropFirst(4).prefix(size))
    rest = rest.dropFirst(4 + size)
    guard rest.count >= 4 else { return nil }
    let count = (0..<4).reduce(0) { $0 | Int(rest[rest.startIndex + $1]) << (8 * $1) }
    rest = rest.dropFirst(4)
    // The count is not trusted: each entry takes at least four bytes.
    while entries.count < count {
      guard let size = length() else {
        isDamaged = true
        return
      }
      entries.append(rest.dropFirst(4).prefix(size))
      rest = rest.dropFirst(4 + size)
    }
  }

  /// The bytes of a list.
  package static func bytes(vendor: [UInt8], _ entries: [[UInt8]]) -> [UInt8] {
    entries.reduce(into: TextBytes.little(vendor.count) + vendor + TextBytes.little(entries.count)) {
      $0 += TextBytes.little($1.count) + $1
    }
  }
}
