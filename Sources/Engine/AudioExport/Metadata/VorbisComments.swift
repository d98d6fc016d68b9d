// VorbisComments.swift
// The texts of FLAC, Ogg Vorbis, Opus and Speex ("Ogg Vorbis I format specification: comment field"), with pictures as
// FLAC describes them (RFC 9639, section 8.8) and chapters (Xiph wiki, "Chapter Extension"). Pure functions of bytes.

import AudioFormats
import HostIO

extension VorbisComments {
  /// Adds the comments to the metadata.
  func add(to metadata: inout RecordingMetadata, sampleRate: Int) {
    metadata.isDamaged = metadata.isDamaged || isDamaged
    var chapters: [String: RecordingMetadata.Cue] = [:]
    for entry in entries {
      guard let equals = entry.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = TextBytes.text(entry[..<equals]), key = name.uppercased()
      let value = entry[(equals + 1)...]
      if key == "METADATA_BLOCK_PICTURE" {
        if let picture = Base64.decode(value).flatMap({ RecordingMetadata.Picture(flac: $0[...]) }) {
          metadata.add(picture)
        } else {
          metadata.isDamaged = true
        }
      } else if key.hasPrefix("CHAPTER"), let frame = Self.time(TextBytes.text(value), sampleRate),
        let number = Int(key.dropFirst(7))
      {
        chapters[String(key.dropFirst(7)), default: .init(identifier: number, frame: 0)].frame = frame
      } else if key.hasPrefix("CHAPTER"), key.hasSuffix("NAME"),
        case let number = key.dropFirst(7).dropLast(4),
        chapters[String(number)] != nil
      {
        chapters[String(number)]?.name = TextBytes.text(value)
      } else {
        metadata.add(name, TextBytes.text(value))
      }
    }
    for cue in chapters.values.sorted(by: { ($0.frame, $0.identifier) < ($1.frame, $1.identifier) }) {
      metadata.add(cue)
    }
  }

  /// The metadata as comments; pictures only on request, because FLAC has blocks for them.
  static func entries(_ metadata: RecordingMetadata, sampleRate: Int, withPictures: Bool) -> [[UInt8]] {
    var entries = metadata.tags.map { tag in
      // A name is printable ASCII without "=".
      tag.key.utf8.map { 0x20...0x7D ~= $0 && $0 != 0x3D ? $0 : UInt8(ascii: "_") } + Array("=".utf8)
        + Array(tag.value.utf8)
    }
    for (index, cue) in metadata.cues.sorted(by: { $0.frame < $1.frame }).enumerated() {
      let number = padded(index + 1, 3)
      let milliseconds = Int((Double(cue.frame) / Double(sampleRate) * 1000).rounded())
      let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
      let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
      entries.append(Array("CHAPTER\(number)=\(clock.joined(separator: ":")).\(padded(rest, 3))".utf8))
      if !cue.name.isEmpty { entries.append(Array("CHAPTER\(number)NAME=\(cue.name)".utf8)) }
    }
    if withPictures {
      for picture in metadata.pictures {
        entries.append(Array("METADATA_BLOCK_PICTURE=".utf8) + Base64.encode(picture.flac))
      }
    }
    return entries
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// "01:02:03.004" in frames; nil for anything else.
  private static func time(_ text: String, _ sampleRate: Int) -> Int? {
    let parts = text.split(separator: ":")
    guard parts.count == 3, let hours = Int(parts[0]), let minutes = Int(parts[1]),
      let seconds = Double(parts[2]),
      0..<10_000 ~= hours, 0..<60 ~= minutes, seconds >= 0, seconds < 60
    else { return nil }
    return Int(((Double(hours * 3600 + minutes * 60) + seconds) * Double(sampleRate)).rounded())
  }
}

extension RecordingMetadata.Picture {
  /// Reads a FLAC picture block without its head; nil when it is not complete.
  package init?(flac block: ArraySlice<UInt8>) {
    let bytes = Array(block)
    guard let kind = bytes.number(at: 0, size: 4, bigEndian: true),
      let typeSize = bytes.number(at: 4, size: 4, bigEndian: true), typeSize < 256,
      let textSize = bytes.number(at: 8 + typeSize, size: 4, bigEndian: true), textSize <= bytes.count,
      case let size = 12 + typeSize + textSize,
      let count = bytes.number(at: size + 16, size: 4, bigEndian: true), count <= bytes.count - size - 20
    else { return nil }
    self.init(
      kind: kind, type: TextBytes.text(bytes[8..<8 + typeSize]),
      description: TextBytes.text(bytes[12 + typeSize..<size]),
      bytes: Array(bytes[size + 20..<size + 20 + count]),
      size: Array(bytes[size..<size + 16]))
  }

  /// The picture as a FLAC block without its head.
  package var flac: [UInt8] {
    let type = Array(type.utf8), text = Array(description.utf8)
    return TextBytes.big(kind) + TextBytes.big(type.count) + type + TextBytes.big(text.count) + text + size
      + TextBytes.big(bytes.count) + bytes
  }
}
