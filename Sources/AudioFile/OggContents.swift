// OggContents.swift
// What an Ogg file begins with: the first pages of all streams that run side by side come before any other page
// (RFC 3533, section 4), and the first packet says what the stream is.

/// The streams at the beginning of an Ogg file.
struct OggContents: Hashable {
  enum Codec: Hashable {
    case vorbis, opus, flac, speex
    /// Pictures, words, a skeleton: anything that is not heard.
    case silent
  }

  /// By serial number.
  private(set) var streams: [Int: Codec] = [:]

  init(of file: some ByteSource) {
    var offset = 0
    for _ in 0..<100 {
      let bytes = file.bytes(at: offset, length: 27 + 255 + 16)
      guard let page = OggPage(bytes, at: 0), page.isFirst, let end = page.end else { break }
      streams[page.stream] = Self.codec(bytes, at: page.body)
      offset += end
    }
  }

  /// What is heard, when it is one stream only.
  var sound: Codec? {
    let sounds = streams.values.filter { $0 != .silent }
    return sounds.count == 1 ? sounds[0] : nil
  }

  /// What a stream is, by its first packet.
  static func codec(_ bytes: [UInt8], at packet: Int) -> Codec {
    if bytes.has("vorbis", at: packet + 1) { return .vorbis }
    if bytes.has("OpusHead", at: packet) { return .opus }
    if bytes.has("FLAC", at: packet + 1) { return .flac }
    if bytes.has("Speex", at: packet) { return .speex }
    return .silent
  }
}
