// SpoolBlock.swift
// The storage of decoded samples in a spool: blocks of one size, as Int16 if that loses nothing, else as Float.

/// The place of one block.
struct SpoolBlock: Hashable, Sendable {
  /// The offset of its first byte.
  let offset: Int
  /// True when a sample takes two bytes, false for four.
  let isInt16: Bool

  var bytesPerSample: Int { isInt16 ? 2 : 4 }

  /// Full scale 1 as Int16.
  private static let scale: Float = 32_768

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

  /// Restores the samples that `pack` converted.
  static func unpack(
    _ integers: UnsafeBufferPointer<Int16>, into samples: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(samples.count >= integers.count)
    for index in integers.indices { samples[index] = Float(integers[index]) / scale }
  }
}
