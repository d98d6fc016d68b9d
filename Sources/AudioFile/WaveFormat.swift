// WaveFormat.swift
// The `fmt ` chunk of a WAV file, for the files whose length libsndfile cannot find out.

import CSndfile

/// How the samples of a WAV file are coded.
struct WaveFormat: Hashable, Sendable {
  let channels: Int
  let sampleRate: Int
  /// Bytes of one frame.
  let bytesPerFrame: Int
  /// 1 PCM, 3 float, 6 A-law, 7 µ-law, …; what the extensible form stands for.
  let tag: Int
  let bitsPerSample: Int
  let isBigEndian: Bool

  /// - Parameter chunk: the chunk's content.
  init?(_ chunk: [UInt8], bigEndian: Bool) {
    func number(_ offset: Int, _ size: Int) -> Int? {
      chunk.number(at: offset, size: size, bigEndian: bigEndian)
    }
    guard let tag = number(0, 2), let channels = number(2, 2), let rate = number(4, 4),
      let frame = number(12, 2),
      let bits = number(14, 2)
    else { return nil }
    self.tag = tag == 0xFFFE ? number(24, 2) ?? tag : tag
    self.channels = channels
    sampleRate = rate
    bytesPerFrame = frame
    bitsPerSample = bits
    isBigEndian = bigEndian
  }

  /// How libsndfile calls the encoding when it reads without a header; nil when frames are not of one size.
  var rawEncoding: Int32? {
    guard channels > 0, sampleRate > 0, bytesPerFrame > 0, bytesPerFrame % channels == 0 else { return nil }
    let order = Int32(isBigEndian ? SF_ENDIAN_BIG : SF_ENDIAN_LITTLE)
    let bytes = bytesPerFrame / channels
    return switch (tag, bytes) {
    case (1, 1): Int32(SF_FORMAT_PCM_U8)
    case (1, 2): Int32(SF_FORMAT_PCM_16) | order
    case (1, 3): Int32(SF_FORMAT_PCM_24) | order
    case (1, 4): Int32(SF_FORMAT_PCM_32) | order
    case (3, 4): Int32(SF_FORMAT_FLOAT) | order
    case (3, 8): Int32(SF_FORMAT_DOUBLE) | order
    case (6, 1): Int32(SF_FORMAT_ALAW)
    case (7, 1): Int32(SF_FORMAT_ULAW)
    default: nil
    }
  }
}
