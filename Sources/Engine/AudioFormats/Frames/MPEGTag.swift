// MPEGTag.swift
// What the first frame of an MP3 tells of the whole, where it is a tag and no sound. Without one nobody knows how long
// the file is: decoders guess by the first frame's bit rate, and 42 % too short was seen with a variable one.
// Format: Xing and Info tags, with LAME's extension (gabriel.mp3-tech.org/mp3infotag.html).

import HostIO

package struct MPEGTag {
  /// Frames that follow; nil when it does not say.
  package let frames: Int?
  /// Samples in front and at the end that encoder and decoder have added.
  package let delay: Int, padding: Int

  /// Bytes of the file, from the frame's first one on, that are looked at.
  static let reach = 256
  /// Samples by which every decoder of layer III is late.
  private static let decoderDelay = 529

  /// - Parameter start: where the first frame begins.
  /// - Returns: nil without a tag.
  package init?(in file: some ByteSource, at start: Int) {
    let bytes = file.bytes(at: start, length: Self.reach)
    guard let place = (4...40).first(where: { bytes.has("Xing", at: $0) || bytes.has("Info", at: $0) }),
      let flags = bytes.number(at: place + 4, size: 4, bigEndian: true)
    else { return nil }
    // Recorders write 0 until they know.
    frames =
      flags & 1 == 1
      ? bytes.number(at: place + 8, size: 4, bigEndian: true).flatMap { $0 > 0 ? $0 : nil } : nil
    // Each flag stands for a field: frames, bytes, a table of 100 bytes, quality. A name of nine bytes follows.
    let extended = place + 8 + [4, 4, 100, 4].enumerated().reduce(0) { $0 + (flags >> $1.0 & 1) * $1.1 }
    guard frames != nil, extended < bytes.count, bytes[extended] != 0,
      let both = bytes.number(at: extended + 21, size: 3, bigEndian: true)
    else {
      (delay, padding) = (0, 0)
      return
    }
    delay = both >> 12 + Self.decoderDelay
    padding = max(0, both & 0xFFF - Self.decoderDelay)
  }
}
