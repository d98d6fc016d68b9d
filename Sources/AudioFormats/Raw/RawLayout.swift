// RawLayout.swift
// Where plain samples lie in a file, whether a header says so or the user does.

/// Plain samples in a file.
package struct RawLayout: Hashable, Sendable {
  package let format: RawFormat
  /// Whole frames from the offset to the end of what there is.
  package let frames: Int

  /// - Parameter byteCount: bytes of samples that are there.
  package init(_ format: RawFormat, byteCount: Int) {
    self.format = format
    frames = max(0, byteCount) / format.bytesPerFrame
  }
}
