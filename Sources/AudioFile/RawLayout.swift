// RawLayout.swift
// Where plain samples lie in a file, whether a header says so or the user does.

/// Plain samples in a file.
struct RawLayout: Hashable, Sendable {
  let format: RawFormat
  /// Whole frames from the offset to the end of what there is.
  let frames: Int

  /// - Parameter byteCount: bytes of samples that are there.
  init(_ format: RawFormat, byteCount: Int) {
    self.format = format
    frames = max(0, byteCount) / format.bytesPerFrame
  }
}
