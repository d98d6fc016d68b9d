// ID3Metadata+Writing.swift
// Writes an ID3 tag for a new file: version 2.4 in UTF-8. The frames of an old tag are kept unchanged, in its version.

import AudioFormats

extension ID3Metadata {
  /// A complete tag; empty when there are no metadata.
  package static func tag(_ metadata: RecordingMetadata, sampleRate: Int, withChapters: Bool) -> [UInt8] {
    var frames: [UInt8] = []
    let version = metadata.frames.isEmpty ? 4 : metadata.framesVersion
    for block in metadata.frames { frames += frame(block.name, block.bytes, version) }
    let isCarried = !metadata.frames.isEmpty
    let tags = metadata.tags.dropFirst(isCarried ? metadata.tagsInFrames : 0)
    let pictures = metadata.pictures.dropFirst(isCarried ? metadata.picturesInFrames : 0)
    for (name, body) in bodies(tags, version) + pictures.map({ ("APIC", picture($0)) }) {
      frames += frame(name, body, version)
    }
    if withChapters { frames += chapters(metadata, sampleRate, version) }
    return frames.isEmpty ? [] : Array("ID3".utf8) + [UInt8(version), 0, 0] + safe(frames.count) + frames
  }

  /// Texts as frames.
  private static func bodies(
    _ tags: some Collection<RecordingMetadata.Tag>, _ version: Int
  ) -> [(String, [UInt8])] {
    let groups = Dictionary(grouping: tags, by: \.name)
    var done: Set<String> = []
    return tags.compactMap { tag in
      guard done.insert(tag.name).inserted, let values = groups[tag.name]?.map(\.value) else { return nil }
      let all = values.joined(separator: "\0")
      if let frame = ID3Names.frames[tag.name] {
        // Version 3 has other names for these.
        let older = ["TDRC": "TYER", "TDOR": "TORY"][frame]
        return (version == 3 ? older ?? frame : frame, text([all], version))
      }
      if let (frame, description) = languageText(tag) {
        // Each description may occur once, so several values become one text.
        let fields = text([description, values.joined(separator: "\n")], version)
        return (frame, fields.prefix(1) + Array("XXX".utf8) + fields.dropFirst())
      }
      if tag.name.utf8.count == 4, tag.name.hasPrefix("W"), tag.name != "WXXX", values.count == 1,
        tag.name.utf8.allSatisfy({ 65...90 ~= $0 })
      {
        return (tag.name, Array(all.utf8))
      }
      return ("TXXX", text([tag.key, all], version))
    }
  }

  private static func picture(_ picture: RecordingMetadata.Picture) -> [UInt8] {
    // The description is in UTF-16 if necessary, which both versions allow.
    let description = text(
      [picture.description, ""], picture.description.utf8.allSatisfy { $0 < 128 } ? 4 : 3)
    let isPlain = description[0] == 3
    return [isPlain ? 0 : 1] + Array(picture.type.utf8) + [0, UInt8(clamping: picture.kind)]
      + description[1...].dropLast(isPlain ? 0 : 2) + picture.bytes
  }

  /// "COMMENT" and "COMMENT:what", and the same of lyrics.
  private static func languageText(_ tag: RecordingMetadata.Tag) -> (frame: String, description: String)? {
    for (word, frame) in [("COMMENT", "COMM"), ("LYRICS", "USLT")] {
      if tag.name == word { return (frame, "") }
      if tag.name.hasPrefix(word + ":") { return (frame, String(tag.key.dropFirst(word.count + 1))) }
    }
    return nil
  }

  private static func chapters(_ metadata: RecordingMetadata, _ sampleRate: Int, _ version: Int) -> [UInt8] {
    let cues = metadata.cues.sorted { $0.frame < $1.frame }
    func milliseconds(_ frame: Int) -> Int {
      min(Int((Double(frame) / Double(sampleRate) * 1000).rounded()), 0xFFFF_FFFE)
    }
    var bytes: [UInt8] = []
    let names = cues.indices.map { Array("chp\($0)".utf8) + [0] }
    if !cues.isEmpty, cues.count < 256 {
      bytes += frame("CTOC", Array("toc".utf8) + [0, 3, UInt8(cues.count)] + names.flatMap { $0 }, version)
    }
    for (index, cue) in cues.enumerated() {
      let end =
        cue.length > 0 ? cue.frame + cue.length : index + 1 < cues.count ? cues[index + 1].frame : cue.frame
      let title = cue.name.isEmpty ? [] : frame("TIT2", text([cue.name], version), version)
      bytes += frame(
        "CHAP",
        names[index] + TextBytes.big(milliseconds(cue.frame)) + TextBytes.big(milliseconds(end))
          + [UInt8](repeating: 0xFF, count: 8) + title, version)
    }
    return bytes
  }

  /// The encoding, and the texts with terminators between them. Version 3 has no UTF-8.
  private static func text(_ texts: [String], _ version: Int) -> [UInt8] {
    if version == 4 { return [3] + Array(texts.joined(separator: "\0").utf8) }
    var bytes: [UInt8] = [1]
    for (index, text) in texts.enumerated() {
      bytes += index == 0 ? [0xFF, 0xFE] : [0, 0, 0xFF, 0xFE]
      for unit in text.utf16 { bytes += TextBytes.little(Int(unit), 2) }
    }
    return bytes
  }

  private static func frame(_ name: String, _ body: [UInt8], _ version: Int) -> [UInt8] {
    Array(name.utf8) + (version == 4 ? safe(body.count) : TextBytes.big(body.count)) + [0, 0] + body
  }

  /// A size as four bytes of seven bits.
  private static func safe(_ value: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(value >> (7 * $0) & 0x7F) }
  }
}
