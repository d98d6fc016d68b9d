// StoredChecksum.swift
// Which checksum of its sound a file carries. Only the heads of files are read.

import AudioFormats
import HostIO

/// The checksum of its sound that a file carries.
public enum StoredChecksum: Hashable, Sendable {
  /// The file has none: nobody can tell from it whether its samples are still those that were written.
  case none
  /// An MD5 of all samples, as FLAC has it (RFC 9639, section 8.2): 32 hexadecimal digits. It was computed of integers
  /// of so many bits, 4…32.
  case samples(md5: String, bits: Int)
  /// FLAC whose encoder left the MD5 open; each frame has a checksum nevertheless.
  case frames
  /// Each page of an Ogg file has one (RFC 3533, section 6).
  case pages

  /// - Parameter file: an open file of any kind.
  package init(of file: some ByteSource) {
    let head = file.bytes(at: 0, length: 27 + 255 + 16)
    let isOgg = head.has("OggS")
    guard isOgg || head.has("fLaC") || head.has("ID3") else {
      self = .none
      return
    }
    guard let info = Self.streamInfo(of: file, isOgg ? head : nil) else {
      self = isOgg ? .pages : .none
      return
    }
    let sum = info.suffix(16)
    // Rate, channels, bits and length follow each other without regard to bytes.
    let bits = Int(info[12] & 1) << 4 | Int(info[13] >> 4)
    self =
      sum.contains { $0 != 0 } ? .samples(md5: hexadecimal(sum), bits: bits + 1) : isOgg ? .pages : .frames
  }

  /// The content of FLAC's first block; nil for another format.
  ///
  /// - Parameter page: the beginning of an Ogg file; nil for another one.
  private static func streamInfo(of file: some ByteSource, _ page: [UInt8]?) -> [UInt8]? {
    let length = 34
    var start = 0
    if let page {
      // The first page has one packet: nine bytes about the mapping, then a FLAC file as usual.
      guard let body = OggPage(page, at: 0)?.body, OggContents.codec(page, at: body) == .flac else {
        return nil
      }
      start = body + 9
    } else {
      start = ID3Tag.length(in: file)
    }
    let head = file.bytes(at: start, length: 8 + length)
    guard head.has("fLaC"), head.count == 8 + length, head[4] & 0x7F == 0,
      head.number(at: 5, size: 3, bigEndian: true) ?? 0 >= length
    else { return nil }
    return Array(head[8..<8 + length])
  }
}
