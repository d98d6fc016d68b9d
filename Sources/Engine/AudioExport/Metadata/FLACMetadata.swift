// FLACMetadata.swift
// The blocks before the samples of a FLAC file (RFC 9639, section 8): reads them, and
// writes them for a new file.

import AudioFormats
import HostIO

enum FLACMetadata {
  /// The name of the block with a disc's table of contents.
  static let cueSheet = "5"

  /// Reads all blocks. Memory is allocated only for bytes that exist.
  static func read(_ file: some ByteSource, sampleRate: Int, into metadata: inout RecordingMetadata) {
    var offset = ID3Tag.length(in: file)
    guard file.bytes(at: offset, length: 4).has("fLaC") else { return }
    offset += 4
    for _ in 0..<4096 {
      let head = file.bytes(at: offset, length: 4)
      guard let size = head.number(at: 1, size: 3, bigEndian: true) else { break }
      let kind = Int(head[0] & 0x7F)
      if [2, 4, 5, 6].contains(kind) {
        take(kind, file.bytes(at: offset + 4, length: min(size, file.count)), size, sampleRate, &metadata)
      }
      offset += 4 + size
      if head[0] & 0x80 != 0 { break }
    }
  }

  /// Reads one block, also of FLAC in Ogg.
  static func take(
    _ kind: Int, _ bytes: [UInt8], _ size: Int, _ sampleRate: Int, _ metadata: inout RecordingMetadata
  ) {
    guard bytes.count == size else {
      metadata.isDamaged = true
      return
    }
    switch kind {
    case 4:
      guard let comments = VorbisComments(bytes[...]) else { return metadata.isDamaged = true }
      comments.add(to: &metadata, sampleRate: sampleRate)
    case 6:
      guard let picture = RecordingMetadata.Picture(flac: bytes[...]) else {
        return metadata.isDamaged = true
      }
      metadata.add(picture)
    case 2 where bytes.has("riff") || bytes.has("aiff") || bytes.has("w64 "):
      // The header of the original WAV or AIFF file, kept to restore that file exactly. It does not fit the new sound.
      break
    case 2, 5:
      // No recording has thousands of small blocks.
      if metadata.blocks.count < 64 { metadata.blocks.append(.init(name: "\(kind)", bytes: bytes)) }
    default: break
    }
  }

  /// Blocks for a new file, none of them marked as the last one.
  ///
  /// - Parameter mask: of its loudspeakers; nil where they are those of FLAC's own order.
  static func blocks(
    _ metadata: RecordingMetadata, vendor: [UInt8], mask: Int?, sampleRate: Int
  ) -> [UInt8] {
    let layout = mask.map {
      Array("\(ChannelLayout.maskTag)=0x\(String($0, radix: 16, uppercase: true))".utf8)
    }
    let comments = VorbisComments.bytes(
      vendor: vendor,
      [layout].compactMap(\.self)
        + VorbisComments.entries(metadata, sampleRate: sampleRate, withPictures: false))
    var bytes = block(4, comments)
    for picture in metadata.pictures { bytes += block(6, picture.flac) }
    for other in metadata.blocks { bytes += block(Int(other.name) ?? 1, other.bytes) }
    return bytes
  }

  private static func block(_ kind: Int, _ bytes: [UInt8]) -> [UInt8] {
    [UInt8(kind)] + TextBytes.big(bytes.count, 3) + bytes
  }
}
