// UsedBits.swift
// How many bits of its integer samples a recording really uses: 24 bits that were made of 16 have eight that are never
// set. Decodes all of it.

import AudioDecoding
import AudioFormats
import HostIO
import Localization
import Recording
import SystemPackage

/// The bits of integer samples down to the lowest that is ever set.
public struct UsedBits: Hashable, Sendable {
  /// 0 for digital silence.
  public let used: Int
  /// What the file has room for, 2…24.
  public let available: Int

  public var text: String { localized("\(used) of \(available)", context: "bits") }

  /// Reads a recording on the calling thread.
  ///
  /// - Returns: nil for floating-point and lossy encodings, and for more bits than are decoded exactly.
  public static func of(_ path: FilePath, options: OpenOptions) throws(AudioFileError) -> UsedBits? {
    let reader = try AudioFileReader(path: path, options: options)
    let encoding = reader.description.encoding
    // Samples are decoded to Float, which holds 25 bits.
    guard let bits = encoding.bits, (2...24).contains(bits), ["pcm", "flac"].contains(encoding.codec.code)
    else { return nil }
    let scale = Float(1 << (bits - 1))
    var mask: Int32 = 0
    let report = try SamplePass(ReaderBox(reader), goesOn: { true }).run { block in
      for sample in block where sample.magnitude <= 1 { mask |= Int32(sample * scale) }
      return true
    }
    if let cause = report?.cause { throw cause }
    return UsedBits(used: mask == 0 ? 0 : max(0, bits - mask.trailingZeroBitCount), available: bits)
  }
}
