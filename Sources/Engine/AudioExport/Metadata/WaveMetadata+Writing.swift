// WaveMetadata+Writing.swift
// Writes chunks for a new WAV file. Those of an old WAV file stay unchanged. Of other formats, the texts that `LIST
// INFO` knows go there; if there are more, all go into an `id3 ` chunk as well, so that nothing is lost.

import AudioFormats

extension WaveMetadata {
  /// A chunk for a part of the recording that begins `start` frames later; nil when it counts samples in another way.
  package static func moved(_ chunk: RecordingMetadata.Block, by start: Int) -> RecordingMetadata.Block? {
    var moved = chunk
    switch chunk.name {
    case "bext":
      // The first sample since midnight (EBU Tech 3285, TimeReference).
      guard let time = chunk.bytes.number(at: 338, size: 8, bigEndian: false) else { return chunk }
      moved.bytes.replaceSubrange(338..<346, with: TextBytes.little(time &+ start, 8))
    case "iXML":
      moved.bytes = shifted(
        shifted(chunk.bytes, "BEXT_TIME_REFERENCE_HIGH", "BEXT_TIME_REFERENCE_LOW", by: start),
        "TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI", "TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO", by: start)
    case "cart":
      // Its eight timers count samples (AES46, section 4.2): each is a name and a position.
      guard chunk.bytes.dropFirst(688).prefix(64).allSatisfy({ $0 == 0 }) else { return nil }
    case "LIST", "axml", "chna", "_PMX", "inst", "acid", "DISP": break
    default: return nil
    }
    return moved
  }

  /// Adds to a 64-bit number that is stored as two texts in XML.
  private static func shifted(_ xml: [UInt8], _ high: String, _ low: String, by start: Int) -> [UInt8] {
    func place(_ bytes: [UInt8], _ name: String) -> Range<Int>? {
      let mark = Array("<\(name)>".utf8)
      guard let first = bytes.firstRange(of: mark)?.upperBound,
        let end = bytes[first...].firstIndex(of: UInt8(ascii: "<"))
      else { return nil }
      return first..<end
    }
    func number(_ range: Range<Int>) -> UInt64? { UInt64(TextBytes.text(xml[range])) }
    guard let upper = place(xml, high), let lower = place(xml, low), let above = number(upper),
      let below = number(lower), above < 1 << 32, below < 1 << 32
    else { return xml }
    let sum = (above << 32 | below) &+ UInt64(start)
    var result = xml
    result.replaceSubrange(upper, with: Array("\(sum >> 32)".utf8))
    if let lower = place(result, low) {
      result.replaceSubrange(lower, with: Array("\(sum & 0xFFFF_FFFF)".utf8))
    }
    return result
  }

  /// The bytes of all chunks.
  ///
  /// - Parameter encoding: the encoding of the samples in the new file.
  package static func bytes(
    _ metadata: RecordingMetadata, encoding: SampleEncoding, channels: Int, sampleRate: Int
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var known = RecordingMetadata()
    for block in metadata.chunks where block.name != "LIST" {
      var content = block.bytes
      if block.name == "bext", metadata.encoding != encoding {
        addHistory(to: &content, encoding, channels, sampleRate)
      }
      // libsndfile 1.2.0 finds nothing behind an odd one of these.
      if ["smpl", "acid"].contains(block.name), content.count % 2 == 1 { content.append(0) }
      bytes += WaveCues.chunk(block.name, content)
    }
    for block in metadata.chunks where block.name == "LIST" {
      bytes += WaveCues.chunk("LIST", block.bytes)
      if block.bytes.has("INFO") { info(block.bytes, isBig: false, into: &known) }
    }
    if known.tags.isEmpty {
      let list = infoList(metadata.tags)
      if !list.isEmpty {
        bytes += WaveCues.chunk("LIST", list)
        info(list, isBig: false, into: &known)
      }
    }
    bytes += WaveCues.chunks(metadata.cues)
    // The list holds one value for each name. If that is not everything, all texts go into the tag.
    let said = Set(known.tags.map { [$0.name, $0.value] })
    let isMore =
      !metadata.pictures.isEmpty || !metadata.frames.isEmpty
      || metadata.tags.contains { !said.contains([$0.name, $0.value]) }
    if isMore {
      bytes += WaveCues.chunk("id3 ", ID3Metadata.tag(metadata, sampleRate: sampleRate, withChapters: false))
    }
    return bytes
  }

  /// A line for the history of coding: EBU Tech 3285 asks for one for "each new coding application". A file
  /// that keeps its word length was not coded again, so its history stays unchanged.
  private static func addHistory(
    to bext: inout [UInt8], _ encoding: SampleEncoding, _ channels: Int, _ sampleRate: Int
  ) {
    guard bext.count >= 602 else { return }
    let text = bext[602...].prefix { $0 != 0 }
    let mode = channels == 1 ? ",M=mono" : channels == 2 ? ",M=stereo" : ""
    let line = "A=PCM,F=\(sampleRate),W=\(8 * encoding.byteCount)\(mode),T=Barline\r\n"
    // Zeros behind the old text would end it before the new line.
    bext = bext.prefix(602) + text + (text.isEmpty || text.last == 10 ? [] : [13, 10]) + Array(line.utf8)
  }

  private static func infoList(_ tags: [RecordingMetadata.Tag]) -> [UInt8] {
    let values = Dictionary(grouping: tags, by: \.name)
    var list: [UInt8] = []
    var done: Set<String> = []
    for tag in tags where done.insert(tag.name).inserted {
      guard let name = names[tag.name] ?? plainName(tag.name), let values = values[tag.name] else { continue }
      list += WaveCues.chunk(name, Array(values.map(\.value).joined(separator: "; ").utf8) + [0])
    }
    return list.isEmpty ? [] : Array("INFO".utf8) + list
  }

  /// A name of four letters that was read from such a list.
  private static func plainName(_ key: String) -> String? {
    key.utf8.count == 4 && key.hasPrefix("I") && key.utf8.allSatisfy({ 65...90 ~= $0 }) && key != "ISRC"
      ? key : nil
  }

  private static let names = Dictionary(
    keys.filter { $0.key != "IPRT" }.map { ($0.value, $0.key) }
  ) { first, _ in first }

  /// The same chunks with even lengths, for RF64, because libsndfile 1.2.0 finds no chunk behind an odd one there. What
  /// fills them becomes a part of them: a line end in XML, a zero elsewhere.
  static func even(_ chunks: [UInt8]) -> [UInt8] {
    var bytes = chunks
    var offset = 0
    while let size = bytes.number(at: offset + 4, size: 4, bigEndian: false) {
      if size % 2 == 1, offset + 8 + size < bytes.count {
        bytes.replaceSubrange(offset + 4..<offset + 8, with: TextBytes.little(size + 1))
        if ["iXML", "axml", "_PMX"].contains(where: { bytes.has($0, at: offset) }) {
          bytes[offset + 8 + size] = 10
        }
      }
      offset += 8 + size + size & 1
    }
    return bytes
  }
}
