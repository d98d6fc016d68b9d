// MPEGFrame.swift
// The head of an MPEG audio frame (ISO 11172-3, section 2.4.1.3), and where in a file frames begin: libsndfile
// refuses an MP3 behind a large tag, and guesses wrong behind anything else. A pure value.

import HostIO

/// One frame of MP1, MP2 or MP3, by its header.
package struct MPEGFrame: Hashable {
  /// Bytes from this header to the next.
  package let byteCount: Int
  /// What all frames of a stream share: version, layer, sample rate, and whether it is mono.
  package let kind: Int
  /// 1 or 2.
  package let channels: Int
  /// Frames per second, as everywhere: of samples.
  package let sampleRate: Int
  /// The samples of each channel in a frame of that kind.
  package let samples: Int

  /// - Returns: nil when no frame begins at `start`.
  package init?(_ bytes: [UInt8], at start: Int) {
    guard start >= 0, start + 4 <= bytes.count, bytes[start] == 0xFF, bytes[start + 1] & 0xE0 == 0xE0 else {
      return nil
    }
    let version = Int(bytes[start + 1] >> 3 & 3), layer = 4 - Int(bytes[start + 1] >> 1 & 3)
    let rateCode = Int(bytes[start + 2] >> 2 & 3), bitRateCode = Int(bytes[start + 2] >> 4)
    guard version != 1, layer != 4, rateCode != 3, 1...14 ~= bitRateCode else { return nil }
    let isFirstVersion = version == 3
    // Version 2 has half the rates, 2.5 a quarter.
    let rate = (rateCode == 0 ? 44_100 : rateCode == 1 ? 48_000 : 32_000) >> (version == 0 ? 2 : 3 - version)
    let row = isFirstVersion ? layer - 1 : layer == 1 ? 3 : 4
    let bitRate = Self.kilobits[row * 14 + bitRateCode - 1] * 1000
    let padding = Int(bytes[start + 2] >> 1 & 1)
    byteCount =
      layer == 1
      ? (12 * bitRate / rate + padding) * 4
      : (layer == 3 && !isFirstVersion ? 72 : 144) * bitRate / rate + padding
    samples = layer == 1 ? 384 : layer == 2 || isFirstVersion ? 1152 : 576
    channels = bytes[start + 3] >> 6 == 3 ? 1 : 2
    sampleRate = rate
    kind = version << 8 | layer << 4 | rateCode << 1 | channels & 1
  }

  private static let kilobits = [
    32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448,
    32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384,
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
    32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256,
    8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160,
  ]

  /// The first byte of the first frame that five more of its kind follow, or fewer to the end of the file; behind tags
  /// and up to 1 MiB of anything.
  package static func start(in source: some ByteSource) -> Int? {
    let first = ID3Tag.length(in: source)
    let bytes = source.bytes(at: first, length: 1 << 20)
    for index in bytes.indices where bytes[index] == 0xFF {
      guard let frame = MPEGFrame(bytes, at: index) else { continue }
      var next = index + frame.byteCount, count = 1
      while count < 6, let following = MPEGFrame(bytes, at: next), following.kind == frame.kind {
        count += 1
        next += following.byteCount
      }
      if count == 6 || count > 1 && first + next >= source.count { return first + index }
    }
    return nil
  }
}
