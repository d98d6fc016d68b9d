// WaveFormat.swift
// The `fmt ` chunk of a WAV file: plain samples are read without libsndfile.

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

  /// How plain samples are coded; nil when they are not plain.
  var sampleEncoding: SampleEncoding? {
    guard channels > 0, sampleRate > 0, bytesPerFrame > 0, bytesPerFrame % channels == 0 else { return nil }
    return switch (tag, bytesPerFrame / channels) {
    case (1, 1): .u8
    case (1, 2): isBigEndian ? .s16be : .s16le
    case (1, 3): isBigEndian ? .s24be : .s24le
    case (1, 4): isBigEndian ? .s32be : .s32le
    case (3, 4): isBigEndian ? .f32be : .f32le
    case (3, 8): isBigEndian ? .f64be : .f64le
    case (6, 1): .alaw
    case (7, 1): .ulaw
    default: nil
    }
  }

  /// The plain samples from byte `offset` on; nil when they are not plain.
  func raw(at offset: Int) -> RawFormat? {
    sampleEncoding.map {
      RawFormat(encoding: $0, channels: channels, sampleRate: sampleRate, dataOffset: offset)
    }
  }
}
