// WaveHeadEdit.swift
// What the head of a WAV file is to say where libsndfile says something else. Its bytes keep their places and number. A value.

import AudioFormats

struct WaveHeadEdit {
  /// The loudspeakers of WAVEFORMATEXTENSIBLE: libsndfile has its own opinion of four, six and eight channels.
  let mask: Int
  /// Whether all is said without WAVEFORMATEXTENSIBLE: 16 bits of one or two channels. Python's `wave` and small players
  /// read nothing else.
  let isPlain: Bool

  /// Bytes of the head up to the first chunk.
  private static let riff = 12
  /// The format as Microsoft's "Multimedia Programming Interface and Data Specifications 1.0" has it, and as
  /// WAVEFORMATEXTENSIBLE lengthens it.
  private static let plainFormat = 16, longFormat = 40
  private static let extensible = 0xFFFE, pcm = 1

  /// - Parameter header: all up to the samples, as the encoder wrote it.
  func apply(to header: inout [UInt8]) {
    guard header.has("RIFF") || header.has("RF64") else { return }
    var offset = Self.riff
    while let size = header.number(at: offset + 4, size: 4, bigEndian: false) {
      if header.has("fmt ", at: offset) {
        guard size >= Self.longFormat,
          header.number(at: offset + 8, size: 2, bigEndian: false) == Self.extensible,
          header.count >= offset + 8 + size
        else { return }
        header.replaceSubrange(offset + 28..<offset + 32, with: TextBytes.little(mask))
        if isPlain { shorten(&header, at: offset, size) }
        return
      }
      offset += 8 + size + size & 1
    }
  }

  /// Puts a plain format in place of a long one, and of what fills the place of an RF64 file's length before it.
  private func shorten(_ header: inout [UInt8], at offset: Int, _ size: Int) {
    guard header.has("RIFF"), header.has("JUNK", at: Self.riff),
      header.number(at: Self.riff + 4, size: 4, bigEndian: false) == offset - Self.riff - 8,
      header.number(at: offset + 32, size: 2, bigEndian: false) == Self.pcm
    else { return }
    let end = offset + 8 + size
    var new = Array("fmt ".utf8) + TextBytes.little(Self.plainFormat) + TextBytes.little(Self.pcm, 2)
    new += header[offset + 10..<offset + 8 + Self.plainFormat]
    let rest = end - Self.riff - new.count - 8
    new += Array("JUNK".utf8) + TextBytes.little(rest) + [UInt8](repeating: 0, count: rest)
    header.replaceSubrange(Self.riff..<end, with: new)
  }

  /// Corrects the length of the file in the head of RIFF, or in the place where RF64 keeps it.
  static func lengthen(_ header: inout [UInt8], by count: Int) {
    if header.has("RF64"), let size = header.number(at: 20, size: 8, bigEndian: false) {
      header.replaceSubrange(20..<28, with: TextBytes.little(size + count, 8))
    } else if header.has("RIFF"), let size = header.number(at: 4, size: 4, bigEndian: false) {
      header.replaceSubrange(4..<8, with: TextBytes.little(min(size + count, 0xFFFF_FFFF)))
    }
  }
}
