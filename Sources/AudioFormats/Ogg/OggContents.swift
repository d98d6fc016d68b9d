// OggContents.swift
// What an Ogg file begins with: the first pages of all streams that run side by side come before any other page
// (RFC 3533, section 4), and the first packet says what the stream is.

import HostIO

/// The streams at the beginning of an Ogg file.
package struct OggContents: Hashable {
  package enum Codec: Hashable {
    case vorbis, opus, flac, speex
    /// Pictures, words, a skeleton: anything that is not heard.
    case silent
  }

  /// By serial number.
  package private(set) var streams: [Int: Codec] = [:]

  package init(of file: some ByteSource) {
    var offset = 0
    for _ in 0..<100 {
      let bytes = file.bytes(at: offset, length: 27 + 255 + 16)
      guard let page = OggPage(bytes, at: 0), page.isFirst, let end = page.end else { break }
      streams[page.stream] = Self.codec(bytes, at: page.body)
      offset += end
    }
  }

  /// What is heard, when it is one stream only.
  package var sound: Codec? {
    let sounds = streams.values.filter { $0 != .silent }
    return sounds.count == 1 ? sounds[0] : nil
  }

  /// True when sound begins on the page that ends the headers of the only Vorbis stream, which it must not (Vorbis I,
  /// section A.2): libvorbisfile counts what is on it, and then begins behind it.
  package static func vorbisBeginsTooEarly(in file: some ByteSource) -> Bool {
    guard let stream = OggContents(of: file).streams.first(where: { $0.value == .vorbis })?.key else {
      return false
    }
    var walk = OggWalk(file)
    var packets = 0
    for _ in 0..<1000 {
      guard let (page, start) = walk.page() else { return false }
      guard page.stream == stream else { continue }
      let ends = walk.bytes[start + 27..<page.body].count { $0 < 255 }
      if packets < 3, packets + ends > 3 { return true }
      packets += ends
      if packets >= 3 { return false }
    }
    return false
  }

  /// What a stream is, by its first packet.
  package static func codec(_ bytes: [UInt8], at packet: Int) -> Codec {
    if bytes.has("vorbis", at: packet + 1) { return .vorbis }
    if bytes.has("OpusHead", at: packet) { return .opus }
    if bytes.has("FLAC", at: packet + 1) { return .flac }
    if bytes.has("Speex", at: packet) { return .speex }
    return .silent
  }
}
