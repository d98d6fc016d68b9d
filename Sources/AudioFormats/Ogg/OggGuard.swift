// OggGuard.swift
// Keeps files that are nothing but beginnings of Ogg pages from the library that looks for pages: it computes a checksum
// over all that each beginning claims, 64 KiB for every four bytes, and nothing could stop it. A pure value.

/// Counts what the pages in a stretch of bytes claim to hold.
package struct OggGuard {
  /// True once much more was claimed than there is.
  package private(set) var isExceeded = false

  package init() {}

  /// How many times the bytes that there are may be claimed: whole pages lie behind each other.
  private static let limit = 64
  private static let allowance = 1 << 20

  /// Looks at bytes of the file before a library does. Pages that begin near their end are not counted.
  ///
  /// - Complexity: O(bytes), but for pages that are none
  package mutating func look(at bytes: UnsafeRawBufferPointer) {
    var claimed = 0
    var index = 0
    while index + 27 <= bytes.count {
      guard bytes[index] == 0x4F else {
        index += 1
        continue
      }
      guard bytes[index + 1] == 0x67, bytes[index + 2] == 0x67, bytes[index + 3] == 0x53 else {
        index += 1
        continue
      }
      let body = index + 27 + Int(bytes[index + 26])
      guard body <= bytes.count else { break }
      claimed += body - index
      for segment in index + 27..<body { claimed += Int(bytes[segment]) }
      index += 4
    }
    if claimed > Self.limit * bytes.count + Self.allowance { isExceeded = true }
  }
}
