// SpoolRun.swift
// How samples lie in a spool: as Int16 where that loses nothing, else as Float.

import HostIO

/// Samples of one width that follow each other.
struct SpoolRun: Sendable {
  /// The frame with which it begins, and the offset of its first byte.
  let first: Int, offset: Int
  /// True when a sample takes two bytes, false for four.
  let isInt16: Bool

  /// Full scale 1 as Int16.
  private static let scale: Float = 32_768

  /// Reads frames that belong to it.
  ///
  /// - Parameter samples: room for just these frames, interleaved.
  func read(
    _ frames: Range<Int>, channels: Int, from file: SpoolFile, into samples: UnsafeMutableBufferPointer<Float>
  ) throws(AudioFileError) {
    let skipped = (frames.lowerBound - first) * channels
    guard isInt16 else {
      return try file.read(at: offset + 4 * skipped, into: UnsafeMutableRawBufferPointer(samples))
    }
    let integers = UnsafeMutableBufferPointer<Int16>.allocate(capacity: samples.count)
    defer { integers.deallocate() }
    try file.read(at: offset + 2 * skipped, into: UnsafeMutableRawBufferPointer(integers))
    for index in integers.indices { samples[index] = Float(integers[index]) / Self.scale }
  }

  /// Converts samples to integers.
  ///
  /// - Returns: false when a sample is not exactly a 16-bit value; the content of `integers` is then undefined.
  static func pack(
    _ samples: UnsafeBufferPointer<Float>, into integers: UnsafeMutableBufferPointer<Int16>
  ) -> Bool {
    precondition(integers.count >= samples.count)
    for index in samples.indices {
      let scaled = samples[index] * scale
      // False for NaN.
      guard scaled >= -32_768, scaled <= 32_767 else { return false }
      let value = Int16(scaled)
      // Comparing bits also distinguishes −0 from 0.
      guard (Float(value) / scale).bitPattern == samples[index].bitPattern else { return false }
      integers[index] = value
    }
    return true
  }
}
