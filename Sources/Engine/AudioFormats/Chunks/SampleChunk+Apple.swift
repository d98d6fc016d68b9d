// SampleChunk+Apple.swift
// The containers of other machines: AIFF and AIFF-C (Apple, 1991), CAF (Apple Core Audio Format specification 1.0)
// and Sun's and NeXT's AU. Their numbers are big-endian; samples of CAF and AIFF-C may be
// little-endian.

import HostIO

extension SampleChunk {
  package init?(aiff file: some ByteSource, isCompressed: Bool) {
    var format: SampleFormat?
    var frames: Int?
    var loudspeakers: [UInt8] = []
    var offset = 12
    for _ in 0..<1000 {
      let head = file.bytes(at: offset, length: 16)
      guard let size = head.number(at: 4, size: 4, bigEndian: true) else { return nil }
      if head.has("COMM") {
        format = SampleFormat(
          common: file.bytes(at: offset + 8, length: min(size, 22)), isCompressed: isCompressed)
        frames = head.number(at: 10, size: 4, bigEndian: true)
      } else if head.has("CHAN") {
        loudspeakers = file.bytes(at: offset + 8, length: min(size, Self.longestLayout))
      } else if head.has("SSND") {
        let skip = head.number(at: 8, size: 4, bigEndian: true) ?? 0
        self.init(
          .aiff, offset: offset + 16 + skip, declared: max(0, size - 8 - skip), is32Bit: true,
          byteCount: file.count, format: format?.with(coreAudio: loudspeakers))
        framesTold = frames
        return
      }
      offset += 8 + size + size & 1
    }
    return nil
  }

  package init?(caf file: some ByteSource) {
    var format: SampleFormat?
    var loudspeakers: [UInt8] = []
    var offset = 8
    for _ in 0..<1000 {
      let head = file.bytes(at: offset, length: 12)
      guard head.count == 12 else { return nil }
      let size = head.number(at: 4, size: 8, bigEndian: true)
      if head.has("desc") {
        format = SampleFormat(core: file.bytes(at: offset + 12, length: 32))
      } else if head.has("chan"), let size {
        loudspeakers = file.bytes(at: offset + 12, length: min(size, Self.longestLayout))
      } else if head.has("data") {
        // −1 means "to the end of the file". Four bytes of edit count come first.
        self.init(
          .caf, offset: offset + 16, declared: size.map { max(0, $0 - 4) }, is32Bit: false,
          byteCount: file.count, format: format?.with(coreAudio: loudspeakers))
        return
      }
      guard let size, size < 1 << 60 else { return nil }
      offset += 12 + size
      if offset > file.count { return nil }
    }
    return nil
  }

  /// Bytes of a description of as many channels as any file may have.
  private static let longestLayout = 12 + 20 * 1024

  package init?(au head: [UInt8], byteCount: Int) {
    let isBig = head.has(".snd")
    func number(_ index: Int) -> Int? { head.number(at: 4 * index, size: 4, bigEndian: isBig) }
    guard let offset = number(1), let bytes = number(2), let code = number(3), let rate = number(4),
      let channels = number(5)
    else { return nil }
    let encoding: SampleEncoding? =
      switch code {
      case 1: .ulaw
      case 2...5: SampleFormat.integer(bytes: code - 1, bigEndian: isBig)
      case 6, 7: SampleFormat.float(bytes: code == 6 ? 4 : 8, bigEndian: isBig)
      case 27: .alaw
      default: nil
      }
    self.init(
      .au, offset: offset, declared: bytes, is32Bit: true, byteCount: byteCount,
      format: SampleFormat(channels: channels, sampleRate: rate, encoding: encoding, isUsual: true))
  }
}

extension SampleFormat {
  /// - Parameter chunk: Apple's description of the channels; empty where there is none.
  fileprivate func with(coreAudio chunk: [UInt8]) -> SampleFormat {
    channels > 0 ? with(.of(coreAudio: chunk, channels: channels)) : self
  }

  /// - Parameter chunk: the content of an AIFF file's `COMM` chunk.
  fileprivate init?(common chunk: [UInt8], isCompressed: Bool) {
    guard let channels = chunk.number(at: 0, size: 2, bigEndian: true),
      let bits = chunk.number(at: 6, size: 2, bigEndian: true), chunk.count >= 18
    else { return nil }
    // An impossible rate counts as missing: libsndfile turns zero into 1 Hz, and infinity into 67 MHz.
    let rate = Self.extended(chunk, at: 8) ?? 0
    // Samples take the least number of whole bytes, and lie in their upper bits.
    let integer = Self.integer(bytes: (bits + 7) / 8, bigEndian: true)
    var encoding = isCompressed ? nil : integer
    if isCompressed {
      if chunk.has("NONE", at: 18) || chunk.has("twos", at: 18) { encoding = integer }
      if chunk.has("sowt", at: 18) { encoding = Self.integer(bytes: (bits + 7) / 8, bigEndian: false) }
      if chunk.has("fl32", at: 18) || chunk.has("FL32", at: 18) { encoding = .f32be }
      if chunk.has("fl64", at: 18) || chunk.has("FL64", at: 18) { encoding = .f64be }
      if chunk.has("ulaw", at: 18) || chunk.has("ULAW", at: 18) { encoding = .ulaw }
      if chunk.has("alaw", at: 18) || chunk.has("ALAW", at: 18) { encoding = .alaw }
      if chunk.has("in24", at: 18) { encoding = .s24be }
      if chunk.has("in32", at: 18) { encoding = .s32be }
      if chunk.has("42ni", at: 18) || chunk.has("42n1", at: 18) { encoding = .s24le }
      if chunk.has("23ni", at: 18) { encoding = .s32le }
      if chunk.has("raw ", at: 18), bits == 8 { encoding = .u8 }
    }
    let isFull = encoding.map { [1, 2, 3, 4, 8].contains($0.byteCount) && bits == 8 * $0.byteCount } ?? false
    self.init(channels: channels, sampleRate: rate, encoding: encoding, isUsual: isFull)
  }

  /// - Parameter chunk: the content of a CAF file's `desc` chunk.
  fileprivate init?(core chunk: [UInt8]) {
    func number(_ offset: Int) -> Int? { chunk.number(at: offset, size: 4, bigEndian: true) }
    guard let high = number(0), let low = number(4), let flags = number(12), let bytes = number(16),
      let perPacket = number(20), let channels = number(24)
    else { return nil }
    let rate = Double(bitPattern: UInt64(high) << 32 | UInt64(low))
    guard rate >= 1, rate < 0x1p31 else { return nil }
    var encoding: SampleEncoding?
    if perPacket == 1, channels > 0, bytes % channels == 0 {
      let width = bytes / channels, isBig = flags & 2 == 0
      if chunk.has("lpcm", at: 8) {
        encoding =
          flags & 1 == 1
          ? Self.float(bytes: width, bigEndian: isBig) : Self.integer(bytes: width, bigEndian: isBig)
      } else if width == 1 {
        encoding = chunk.has("ulaw", at: 8) ? .ulaw : chunk.has("alaw", at: 8) ? .alaw : nil
      }
    }
    let isFull = encoding.map { number(28) == 8 * $0.byteCount } ?? false
    self.init(channels: channels, sampleRate: Int(rate.rounded()), encoding: encoding, isUsual: isFull)
  }

  /// A positive number of 80 bits (IEEE 754 extended), rounded; nil when it cannot be a rate.
  private static func extended(_ bytes: [UInt8], at offset: Int) -> Int? {
    guard let exponent = bytes.number(at: offset, size: 2, bigEndian: true),
      let high = bytes.number(at: offset + 2, size: 4, bigEndian: true),
      let low = bytes.number(at: offset + 6, size: 4, bigEndian: true), 16_383..<16_383 + 31 ~= exponent
    else { return nil }
    let significand = Double(UInt64(high) << 32 | UInt64(low))
    return Int(
      (significand * Double(sign: .plus, exponent: exponent - 16_383 - 63, significand: 1)).rounded())
  }
}
