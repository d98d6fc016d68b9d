// OggCommentFilter.swift
// Puts comments into an Ogg stream while it is written: takes the encoder's pages, adds to the comments in its second
// packet, and renumbers the pages that follow (RFC 3533, section 6). It never seeks in the file. One thread.

import AudioFormats

/// Adds comments to the pages of an encoder.
final class OggCommentFilter {
  private let entries: [[UInt8]]
  /// Bytes before the comments in their packet: "\3vorbis", "OpusTags".
  private let skipped: Int
  /// Packets of the header behind the first one: comments, and for Vorbis the codebooks.
  private let packetCount: Int
  /// Bytes that are not a whole page yet.
  private var rest: [UInt8] = []
  private var packets: [[UInt8]] = [[]]
  /// The number that is added to the number of each page; nil before the header is complete.
  private var shift: Int?
  private var isBegun = false

  /// - Parameter entries: "NAME=value" each.
  init(_ entries: [[UInt8]], isOpus: Bool) {
    self.entries = entries
    skipped = isOpus ? 8 : 7
    packetCount = isOpus ? 1 : 2
  }

  /// Takes bytes from the encoder.
  ///
  /// - Returns: the bytes to write instead; may be empty.
  func take(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    rest += bytes
    var result: [UInt8] = []
    var start = 0
    while let page = OggPage(rest, at: start), let end = page.end, end <= rest.count {
      if !isBegun {
        isBegun = true
        result += rest[start..<end]
      } else if let shift {
        result += Self.sealed(Array(rest[start..<end]), number: page.number + shift)
      } else {
        collect(page, start)
        if packets.count > packetCount { result += header(of: page) }
      }
      start = end
    }
    rest.removeFirst(start)
    return result
  }

  private func collect(_ page: OggPage, _ start: Int) {
    var place = page.body
    for size in rest[(start + 27)..<page.body] {
      packets[packets.count - 1] += rest[place..<place + Int(size)]
      place += Int(size)
      if size < 255 { packets.append([]) }
    }
  }

  /// The pages of the header. The sound begins on a new page behind them.
  private func header(of last: OggPage) -> [UInt8] {
    packets.removeLast()
    if let comments = VorbisComments(packets[0].dropFirst(skipped)) {
      packets[0] =
        packets[0].prefix(skipped)
        + VorbisComments.bytes(vendor: comments.vendor, comments.entries.map { Array($0) } + entries)
      // The comments of Vorbis end with a framing bit.
      if packetCount > 1 { packets[0].append(1) }
    }
    var sizes: [UInt8] = []
    for packet in packets {
      sizes += [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
    }
    let content = packets.flatMap { $0 }
    var result: [UInt8] = []
    var number = 0, place = 0, isContinued = false
    for first in stride(from: 0, to: sizes.count, by: 255) {
      let part = sizes[first..<min(first + 255, sizes.count)]
      let count = part.reduce(0) { $0 + Int($1) }
      number += 1
      // 0, because no packet that ends here has samples; −1 when no packet ends here.
      let granule = [UInt8](repeating: part.contains { $0 < 255 } ? 0 : 0xFF, count: 8)
      let head =
        Array("OggS".utf8) + [0, isContinued ? 1 : 0] + granule + TextBytes.little(last.stream)
        + TextBytes.little(number) + [0, 0, 0, 0, UInt8(part.count)]
      result += Self.sealed(head + part + content[place..<place + count], number: number)
      place += count
      isContinued = part.last == 255
    }
    shift = number - last.number
    packets = []
    return result
  }

  /// A page with its number and its checksum.
  private static func sealed(_ page: [UInt8], number: Int) -> [UInt8] {
    var page = page
    page.replaceSubrange(18..<22, with: TextBytes.little(number))
    let checksum = page.withUnsafeBytes { OggChecksum.of($0) }
    page.replaceSubrange(22..<26, with: TextBytes.little(Int(checksum)))
    return page
  }
}
