// OggMetadata.swift
// Reads the comments of an Ogg stream: in its second packet, or in FLAC's own blocks. Pages are joined up to a limit.

import AudioFormats
import HostIO

enum OggMetadata {
  /// Longer comments are not read.
  private static let limit = 64 << 20

  /// Reads the comments of the first stream of sound.
  static func read(_ file: some ByteSource, sampleRate: Int, into metadata: inout RecordingMetadata) {
    let streams = OggContents(of: file).streams.filter { $0.value != .silent }
    guard let (stream, codec) = streams.min(by: { $0.key < $1.key }) else { return }
    let packets = packets(of: stream, in: file, upTo: codec == .flac ? 64 : 2)
    if codec == .flac {
      for packet in packets.dropFirst() {
        guard let size = packet.number(at: 1, size: 3, bigEndian: true), packet[0] != 0xFF else { break }
        FLACMetadata.take(Int(packet[0] & 0x7F), Array(packet.dropFirst(4)), size, sampleRate, &metadata)
        if packet[0] & 0x80 != 0 { break }
      }
      return
    }
    guard packets.count == 2 else { return metadata.isDamaged = true }
    // "\3vorbis", "OpusTags"; Speex has no such bytes before its comments.
    let skipped = codec == .vorbis ? 7 : codec == .opus ? 8 : 0
    guard let comments = VorbisComments(packets[1].dropFirst(skipped)) else {
      return metadata.isDamaged = true
    }
    comments.add(to: &metadata, sampleRate: sampleRate)
  }

  /// The first packets of a stream.
  private static func packets(of stream: Int, in file: some ByteSource, upTo count: Int) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    var packet: [UInt8] = []
    var total = 0
    var offset = 0
    while total < limit {
      // The head tells the length: pages may be a thousand times shorter than the longest one.
      let head = file.bytes(at: offset, length: OggPage.longestHead)
      guard let page = OggPage(head, at: 0), let end = page.end, offset + end <= file.count else { break }
      defer {
        offset += end
        total += end
      }
      guard page.stream == stream else { continue }
      let bytes = file.bytes(at: offset, length: end)
      guard bytes.count == end else { break }
      var place = page.body
      for size in bytes[27..<page.body] {
        packet += bytes[place..<place + Int(size)]
        place += Int(size)
        guard size < 255 else { continue }
        packets.append(packet)
        packet = []
        if packets.count == count { return packets }
      }
    }
    return packets
  }
}
