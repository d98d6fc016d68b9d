// AIFFMetadata.swift
// Reads the metadata of AIFF and AIFF-C files ("Audio Interchange File Format", Apple, 1989): texts, markers,
// and the ID3 tag that newer programs add.

import AudioFormats
import HostIO
import Localization

enum AIFFMetadata {
  static func read(_ file: some ByteSource, sampleRate: Int, into metadata: inout RecordingMetadata) {
    var id3: [UInt8] = []
    var offset = 12
    for _ in 0..<1000 where offset + 8 <= file.count {
      let head = file.bytes(at: offset, length: 8)
      guard let size = head.number(at: 4, size: 4, bigEndian: true) else { break }
      let name = String(decoding: head[..<4], as: UTF8.self)
      if !ignored.contains(name) {
        let bytes = file.bytes(at: offset + 8, length: min(size, RecordingMetadata.blockLimit, file.count))
        if bytes.count < size { metadata.isDamaged = true }
        if name == "ID3 " {
          id3 = bytes
        } else {
          take(name, bytes, &metadata)
        }
      }
      offset += 8 + size + size & 1
    }
    guard !id3.isEmpty else { return }
    var tagged = RecordingMetadata()
    ID3Metadata.read(id3, sampleRate: sampleRate, into: &tagged)
    metadata.take(tagged)
  }

  private static let ignored: Set<String> = ["COMM", "SSND", "FVER", "CHAN", "PEAK", "FLLR", "\0\0\0\0"]
  private static let texts = ["NAME": "TITLE", "AUTH": "ARTIST", "(c) ": "COPYRIGHT", "ANNO": "COMMENT"]

  private static func take(_ name: String, _ bytes: [UInt8], _ metadata: inout RecordingMetadata) {
    switch name {
    case "MARK": marks(bytes, &metadata)
    case "COMT":
      // Each comment is a time, a marker, and a text with its length.
      var offset = 2
      while let size = bytes.number(at: offset + 6, size: 2, bigEndian: true),
        offset + 8 + size <= bytes.count
      {
        metadata.add("COMMENT", TextBytes.text(bytes[(offset + 8)..<(offset + 8 + size)]))
        offset += 8 + size + size & 1
      }
    default:
      if let key = texts[name] {
        metadata.add(key, TextBytes.text(bytes))
      } else {
        metadata.lose(.fields(1, of: Sentence(verbatim: "AIFF")))
      }
    }
  }

  /// Reads the markers: each is a number, a position, and a name with its length before it.
  private static func marks(_ bytes: [UInt8], _ metadata: inout RecordingMetadata) {
    let count = bytes.number(at: 0, size: 2, bigEndian: true) ?? 0
    var offset = 2
    for _ in 0..<count {
      guard let identifier = bytes.number(at: offset, size: 2, bigEndian: true),
        let frame = bytes.number(at: offset + 2, size: 4, bigEndian: true), offset + 6 < bytes.count,
        case let size = Int(bytes[offset + 6]), offset + 7 + size <= bytes.count
      else { return metadata.isDamaged = true }
      metadata.add(
        .init(
          identifier: identifier, frame: frame,
          name: TextBytes.text(bytes[(offset + 7)..<(offset + 7 + size)])))
      offset += 7 + size + (size + 1) & 1
    }
  }
}
