// FLACLayout.swift
// The loudspeakers of a FLAC file: those of its fixed order, or those that a tag tells. A pure function of bytes.
// Format: RFC 9639, sections 8.6.2 and 9.1.3.

import HostIO

extension ChannelLayout {
  /// The name of the tag with WAVEFORMATEXTENSIBLE's mask.
  package static let maskTag = "WAVEFORMATEXTENSIBLE_CHANNEL_MASK"

  /// - Parameters:
  ///   - file: a FLAC file.
  ///   - channels: 1 to 8.
  package static func of(flac file: some ByteSource, channels: Int) -> ChannelLayout {
    guard channels > 1 else { return .usual(channels) }
    guard let mask = mask(in: file) else { return SpeakerLayouts.flac(channels) }
    // 0 says that nobody knows, as in WAV; what makes no sense says nothing.
    let told = ChannelLayout.of(mask: mask, channels: channels)
    return mask == 0 || told.speakers != nil ? told : SpeakerLayouts.flac(channels)
  }

  /// The mask of the tag; nil where there is none, or none that can be read.
  private static func mask(in file: some ByteSource) -> Int? {
    var offset = ID3Tag.length(in: file)
    guard file.bytes(at: offset, length: 4).has("fLaC") else { return nil }
    offset += 4
    // Files have at most some dozens of blocks; a file of zeros looks like an endless row of them.
    for _ in 0..<4096 {
      let head = file.bytes(at: offset, length: 4)
      guard let size = head.number(at: 1, size: 3, bigEndian: true) else { return nil }
      if head[0] & 0x7F == 4 {
        return VorbisComments(file.bytes(at: offset + 4, length: size)[...])?.entries.lazy
          .compactMap { mask(of: $0) }.first
      }
      if head[0] & 0x80 != 0 { return nil }
      offset += 4 + size
    }
    return nil
  }

  private static func mask(of entry: ArraySlice<UInt8>) -> Int? {
    guard entry.count <= maskTag.utf8.count + 11 else { return nil }
    let parts = TextBytes.text(entry).split(separator: "=", maxSplits: 1)
    guard parts.count == 2, parts[0].uppercased() == maskTag else { return nil }
    let value = parts[1].lowercased()
    return value.hasPrefix("0x") ? Int(value.dropFirst(2), radix: 16) : Int(value)
  }
}
