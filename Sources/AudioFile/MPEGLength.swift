// MPEGLength.swift
// Whether an MP3 file says how long it is. Without that, decoders guess from the first frame's bit rate: 42 %
// too short was seen with a variable one.
// Format: Xing/Info and VBRI tags in the first frame (gabriel.mp3-tech.org/mp3infotag.html).

enum MPEGLength {
  /// True when the first frame is a tag with the number of frames.
  ///
  /// - Parameter start: where the first frame begins; nil: behind the tag.
  static func isStated(in file: some ByteSource, from start: Int? = nil) -> Bool {
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
