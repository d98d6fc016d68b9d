// SampleFormat.swift
// How the samples are coded according to a header, in any container. A pure value: nothing in it has been checked.

/// Channels, rate and coding of the samples in a file of chunks.
package struct SampleFormat: Hashable, Sendable {
  package let channels: Int
  /// What they stand for, as far as that is said.
  package let layout: ChannelLayout
  /// Frames per second.
  package let sampleRate: Int
  /// Nil when the samples are not plain.
  package let encoding: SampleEncoding?
  /// True where nobody else need be asked: samples fill their bytes, and there are no loudspeakers but left and right.
  package let isUsual: Bool

  package init(
    channels: Int, layout: ChannelLayout? = nil, sampleRate: Int, encoding: SampleEncoding?,
    isUsual: Bool = false
  ) {
    (self.channels, self.sampleRate) = (channels, sampleRate)
    self.layout = layout.flatMap { $0.channels == channels ? $0 : nil } ?? .usual(channels)
    (self.encoding, self.isUsual) = (encoding, isUsual && channels <= 2)
  }

  /// The same with what another chunk says of the channels.
  package func with(_ layout: ChannelLayout?) -> SampleFormat {
    SampleFormat(
      channels: channels, layout: layout ?? self.layout, sampleRate: sampleRate, encoding: encoding,
      isUsual: isUsual)
  }

  /// The plain samples from byte `offset` on; nil when they are not plain, or the header
  /// has no channel or no rate.
  package func raw(at offset: Int) -> RawFormat? {
    guard let encoding, channels > 0, sampleRate > 0 else { return nil }
    return RawFormat(encoding: encoding, channels: channels, sampleRate: sampleRate, dataOffset: offset)
  }

  /// Signed integers of `bytes` bytes; nil when there is no such encoding.
  static func integer(bytes: Int, bigEndian: Bool) -> SampleEncoding? {
    switch bytes {
    case 1: .s8
    case 2: bigEndian ? .s16be : .s16le
    case 3: bigEndian ? .s24be : .s24le
    case 4: bigEndian ? .s32be : .s32le
    default: nil
    }
  }

  /// Floating-point numbers of `bytes` bytes; nil when there is no such encoding.
  package static func float(bytes: Int, bigEndian: Bool) -> SampleEncoding? {
    switch bytes {
    case 4: bigEndian ? .f32be : .f32le
    case 8: bigEndian ? .f64be : .f64le
    default: nil
    }
  }
}

extension SampleFormat {
  /// Reads the `fmt ` chunk of WAV, RF64 and W64 files (WAVEFORMATEX and WAVEFORMATEXTENSIBLE).
  ///
  /// - Parameter chunk: the content of a `fmt ` chunk.
  /// - Returns: nil when it is too short.
  package init?(wave chunk: [UInt8], bigEndian: Bool) {
    func number(_ offset: Int, _ size: Int) -> Int? {
      chunk.number(at: offset, size: size, bigEndian: bigEndian)
    }
    guard let tag = number(0, 2), let channels = number(2, 2), let rate = number(4, 4),
      let bytesPerFrame = number(12, 2)
    else { return nil }
    var encoding: SampleEncoding?
    if channels > 0, bytesPerFrame % channels == 0 {
      let bytes = bytesPerFrame / channels
      // WAVEFORMATEXTENSIBLE has the same tag 24 bytes further on.
      encoding =
        switch tag == 0xFFFE ? number(24, 2) ?? tag : tag {
        case 1: bytes == 1 ? .u8 : Self.integer(bytes: bytes, bigEndian: bigEndian)
        case 3: Self.float(bytes: bytes, bigEndian: bigEndian)
        case 6: bytes == 1 ? .alaw : nil
        case 7: bytes == 1 ? .ulaw : nil
        default: nil
        }
    }
    let isFull = number(14, 2).map { $0 * channels == bytesPerFrame * 8 } ?? false
    let mask = tag == 0xFFFE ? number(20, 4) : nil
    self.init(
      channels: channels, layout: mask.map { .of(mask: $0, channels: channels) }, sampleRate: rate,
      encoding: encoding,
      isUsual: isFull
        && (tag != 0xFFFE
          || Self.isUsual(extension: chunk, bits: number(14, 2), mask: mask, valid: number(18, 2)))
    )
  }

  /// - Parameters:
  ///   - valid: bits that count of each sample.
  ///   - mask: a bit for each loudspeaker; the two lowest are left and right.
  private static func isUsual(extension chunk: [UInt8], bits: Int?, mask: Int?, valid: Int?) -> Bool {
    // What follows the two bytes of the tag: KSDATAFORMAT_SUBTYPE_*.
    let kind: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    return valid == bits && mask.map { [0, 3, 4].contains($0) } == true && chunk.count >= 40
      && Array(chunk[26..<40]) == kind
  }
}
