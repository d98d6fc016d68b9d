// RawLayout.swift
// Samples in a file whose header cannot be trusted with their length.

/// Where plain samples lie in a file, and how they are coded.
struct RawLayout: Hashable, Sendable {
  let channels: Int
  let sampleRate: Int
  /// `SF_FORMAT_PCM_16` and its like, with the byte order.
  let encoding: Int32
  /// The byte with which the first frame begins.
  let dataOffset: Int
  /// Whole frames from there to the end of the file.
  let frames: Int
}
