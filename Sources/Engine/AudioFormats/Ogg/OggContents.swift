// OggContents.swift
// What an Ogg file holds: the streams at its beginning, and which recordings of a chain are shown as one (RFC 3533,
// section 4). Pure values.

import HostIO

/// The streams at the beginning of an Ogg file: the first pages of all streams that run side by side come before any
/// other page (RFC 3533, section 4), and the first packet says what the stream is.
package struct OggContents: Hashable {
  package enum Codec: Hashable {
    case vorbis, opus, flac, speex
    /// Video, text, a skeleton: any stream that is not sound.
    case silent
  }

  /// The codecs of the streams, by serial number.
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

  /// The codec of the sound; nil unless exactly one stream is sound.
  package var sound: Codec? {
    let sounds = streams.values.filter { $0 != .silent }
    return sounds.count == 1 ? sounds[0] : nil
  }

  /// True when sound begins on the page that ends the headers of the only Vorbis stream. The format forbids that
  /// (Vorbis I, section A.2): libvorbisfile counts the samples on that page, but begins to decode behind it.
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

  /// The codec of a stream according to its first packet.
  package static func codec(_ bytes: [UInt8], at packet: Int) -> Codec {
    if bytes.has("vorbis", at: packet + 1) { return .vorbis }
    if bytes.has("OpusHead", at: packet) { return .opus }
    if bytes.has("FLAC", at: packet + 1) { return .flac }
    if bytes.has("Speex", at: packet) { return .speex }
    return .silent
  }
}

/// The recordings at the beginning of a chained Ogg file that can be shown as one: those with the channels and the rate
/// of the first.
package struct OggLinks: Hashable, Sendable {
  /// One recording of the chain.
  package struct Link: Hashable, Sendable {
    package let channels: Int
    package let sampleRate: Int
    package let frames: Int

    package init(channels: Int, sampleRate: Int, frames: Int) {
      self.channels = channels
      self.sampleRate = sampleRate
      self.frames = frames
    }
  }

  /// At least 1.
  package let channels: Int
  /// Frames per second; at least 1.
  package let sampleRate: Int
  /// The number of links that are read, from the first on.
  package let count: Int
  /// The frames of all of them.
  package let frames: Int
  /// The link after them, which has other channels or another rate; nil when all fit.
  package let next: Link?

  /// - Returns: nil when there is no link, or a number is impossible.
  package init?(_ links: [Link]) {
    guard let first = links.first, first.channels > 0, first.sampleRate > 0 else { return nil }
    let fitting = links.prefix { $0.channels == first.channels && $0.sampleRate == first.sampleRate }
    var frames = 0
    for link in fitting {
      let (sum, overflow) = frames.addingReportingOverflow(link.frames)
      guard link.frames >= 0, !overflow else { return nil }
      frames = sum
    }
    channels = first.channels
    sampleRate = first.sampleRate
    count = fitting.count
    self.frames = frames
    next = links.dropFirst(fitting.count).first
  }
}
