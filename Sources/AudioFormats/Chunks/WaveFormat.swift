// WaveFormat.swift
// The `fmt ` chunk of WAV, RF64 and W64 files (WAVEFORMATEX and WAVEFORMATEXTENSIBLE).

extension SampleFormat {
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
      // The extensible form says the same 24 bytes in.
      encoding =
        switch tag == 0xFFFE ? number(24, 2) ?? tag : tag {
        case 1: bytes == 1 ? .u8 : Self.integer(bytes: bytes, bigEndian: bigEndian)
        case 3: Self.float(bytes: bytes, bigEndian: bigEndian)
        case 6: bytes == 1 ? .alaw : nil
        case 7: bytes == 1 ? .ulaw : nil
        default: nil
        }
    }
    self.init(channels: channels, sampleRate: rate, encoding: encoding)
  }
}
