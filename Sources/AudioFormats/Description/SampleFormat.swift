// SampleFormat.swift
// How a header says that the samples are coded, whatever the container. A pure value: nothing in it was checked.

/// Channels, rate and coding of the samples in a file of chunks.
package struct SampleFormat: Hashable, Sendable {
  package let channels: Int
  /// Frames per second.
  package let sampleRate: Int
  /// Nil when the samples are not plain.
  package let encoding: SampleEncoding?

  /// The plain samples from byte `offset` on; nil when they are not plain, or there cannot be any.
  package func raw(at offset: Int) -> RawFormat? {
    guard let encoding, channels > 0, sampleRate > 0 else { return nil }
    return RawFormat(encoding: encoding, channels: channels, sampleRate: sampleRate, dataOffset: offset)
  }

  /// Integers of so many bytes, with a sign; nil when there are none of that width.
  static func integer(bytes: Int, bigEndian: Bool) -> SampleEncoding? {
    switch bytes {
    case 1: .s8
    case 2: bigEndian ? .s16be : .s16le
    case 3: bigEndian ? .s24be : .s24le
    case 4: bigEndian ? .s32be : .s32le
    default: nil
    }
  }

  /// Floating-point numbers of so many bytes; nil when there are none of that width.
  package static func float(bytes: Int, bigEndian: Bool) -> SampleEncoding? {
    switch bytes {
    case 4: bigEndian ? .f32be : .f32le
    case 8: bigEndian ? .f64be : .f64le
    default: nil
    }
  }
}
