// SpoolBlock.swift
// How decoded samples lie in a spool: in blocks of one size, as Int16 where that loses nothing, else as Float.

/// The place of one block.
struct SpoolBlock: Hashable, Sendable {
  /// The byte with which it begins.
  let offset: Int
  /// True when a sample takes two bytes, false for four.
  let isInt16: Bool

  var bytesPerSample: Int { isInt16 ? 2 : 4 }

  /// What a full scale of 1 is in Int16.
  private static let scale: Float = 32_768

  /// The same samples as integers.
  ///
  /// - Returns: false when one of them is not a 16-bit value to the last bit; `integers` then holds nothing of use.
  static func pack(
    _ samples: UnsafeBufferPointer<Float>, into integers: UnsafeMutableBufferPointer<Int16>
  ) -> Bool {
    precondition(integers.count >= samples.count)
    for index in samples.indices {
      let scaled = samples[index] * scale
      // False for NaN.
      guard scaled >= -32_768, scaled <= 32_767 else { return false }
      let value = Int16(scaled)
      // The bits tell −0 from 0 as well.
      guard (Float(value) / scale).bitPattern == samples[index].bitPattern else { return false }
      integers[index] = value
    }
    return true
  }

  /// What `pack` made integers of.
  static func unpack(
    _ integers: UnsafeBufferPointer<Int16>, into samples: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(samples.count >= integers.count)
    for index in integers.indices { samples[index] = Float(integers[index]) / scale }
  }
}
