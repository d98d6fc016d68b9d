// MPEGLength.swift
// Whether an MP3 file says how long it is. Without that, decoders guess from the first frame's bit rate: 42 %
// too short was seen with a variable one.
// Format: Xing/Info and VBRI tags in the first frame (gabriel.mp3-tech.org/mp3infotag.html).

import HostIO

package enum MPEGLength {
  /// The frames of the stream, as a Xing or Info tag in the first frame says; and how many samples in front come
  /// from encoder and decoder, where the encoder says so, in its extension of the tag.
  ///
  /// - Parameter start: where the first frame begins.
  /// - Returns: nil without a tag.
  package static func tag(in file: some ByteSource, at start: Int) -> (frames: Int?, delay: Int)? {
    let bytes = file.bytes(at: start, length: 256)
    guard let place = (4...40).first(where: { bytes.has("Xing", at: $0) || bytes.has("Info", at: $0) }),
      let flags = bytes.number(at: place + 4, size: 4, bigEndian: true)
    else { return nil }
    let frames = flags & 1 == 1 ? bytes.number(at: place + 8, size: 4, bigEndian: true) : nil
    // Each flag stands for a field: frames, bytes, a table of 100 bytes, quality. A name of nine bytes follows.
    let extended = place + 8 + [4, 4, 100, 4].enumerated().reduce(0) { $0 + (flags >> $1.0 & 1) * $1.1 }
    guard let delays = bytes.number(at: extended + 21, size: 3, bigEndian: true), delays > 0 else {
      return (frames, 0)
    }
    return (frames, delays >> 12 + decoderDelay)
  }

  /// Samples by which every decoder of layer III is late.
  private static let decoderDelay = 529

  /// True when the first frame is a tag with the number of frames.
  ///
  /// - Parameter start: where the first frame begins; nil: behind the tag.
  package static func isStated(in file: some ByteSource, from start: Int? = nil) -> Bool {
    let start = start ?? ID3Tag.length(in: file)
    let bytes = file.bytes(at: start, length: 4096)
    guard
      let sync = bytes.indices.dropLast().first(where: { bytes[$0] == 0xFF && bytes[$0 + 1] & 0xE0 == 0xE0 })
    else { return false }
    // The tag stands after the frame's header and side information, at most 36 bytes in; VBRI exactly at 36.
    for offset in sync + 4...sync + 40 {
      if bytes.has("Xing", at: offset) || bytes.has("Info", at: offset) {
        let flags = bytes.number(at: offset + 4, size: 4, bigEndian: true) ?? 0
        return flags & 1 == 1
      }
      if bytes.has("VBRI", at: offset) { return true }
    }
    return false
  }
}
