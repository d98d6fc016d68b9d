// OpusModes.swift
// How the packets of an Opus file are coded, by the first byte of each (RFC 6716, section 3.1). The state of CELT
// decays: after two seconds, a decoder that began at another place gives the same samples, bit for bit. The state of
// SILK, alone or below CELT, does not. Reads the whole file, 0.1 s for two hours, so it runs on background threads.

import HostIO

/// Tells which of its two codecs an Opus file uses.
package enum OpusModes {
  /// True when every packet is CELT and every page is whole, so that decoding can begin at any place.
  ///
  /// False also for several streams in one (more than two channels), because their packets are not examined.
  package static func areOnlyCELT(in source: some ByteSource, goesOn: () -> Bool = { true }) -> Bool {
    var walk = OggWalk(source)
    /// Pages and packets of each stream that is Opus, from its beginning.
    var streams: [Int: (pages: Int, packets: Int)] = [:]
    var pages = 0
    while let (page, start) = walk.page() {
      guard !walk.isBroken, walk.isIntact(page, at: start) else { return false }
      pages += 1
      if pages & 0xFF == 0, !goesOn() { return false }
      if page.isFirst {
        guard OggContents.codec(walk.bytes, at: page.body) == .opus else {
          streams[page.stream] = nil
          continue
        }
        // Mapping family 0 is one stream of one or two channels (RFC 7845, section 5.1.1).
        guard page.body + 18 < walk.bytes.count, walk.bytes[page.body + 18] == 0 else { return false }
        streams[page.stream] = (page.number, 0)
      }
      guard let stream = streams[page.stream] else { continue }
      // A missing page leaves a hole.
      guard stream.pages == page.number else { return false }
      var count = stream.packets
      var place = page.body
      var begins = !page.isContinued
      for index in start + 27..<page.body {
        let size = Int(walk.bytes[index])
        if begins {
          // Two packets of headers come first.
          if count > 1, size == 0 || walk.bytes[place] >> 3 < firstOfCELT { return false }
          count += 1
        }
        place += size
        begins = size < 255
      }
      streams[page.stream] = (stream.pages + 1, count)
    }
    return !walk.isBroken && streams.values.contains { $0.packets > 2 }
  }

  /// The lowest configuration that is CELT alone.
  private static let firstOfCELT: UInt8 = 16
}
