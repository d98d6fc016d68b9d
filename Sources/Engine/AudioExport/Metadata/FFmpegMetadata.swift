// FFmpegMetadata.swift
// Parses ffmpeg's metadata of a file, in its own line format ("FFmpeg formats: metadata"): texts and chapters of
// formats that this program does not parse itself. A pure function of any bytes.

import AudioFormats

struct FFmpegMetadata: Hashable {
  /// The texts, by ffmpeg's names.
  private(set) var tags: [RecordingMetadata.Tag] = []
  private(set) var chapters: [Chapter] = []

  struct Chapter: Hashable {
    /// Seconds.
    var start = 0.0
    var title = ""
  }

  init(_ bytes: some Collection<UInt8>) {
    var section = ""
    var unit = 1e-9
    for line in Self.lines(bytes) where !line.isEmpty {
      if line == ["[CHAPTER]"] || line == ["[STREAM]"] {
        section = line[0]
        if section == "[CHAPTER]" { chapters.append(Chapter()) }
        continue
      }
      guard line.count == 2, chapters.count <= RecordingMetadata.cueLimit else { continue }
      switch (section, line[0]) {
      case ("", _): tags.append(.init(key: line[0], value: line[1]))
      case ("[CHAPTER]", "TIMEBASE"):
        let parts = line[1].split(separator: "/").compactMap { Double($0) }
        unit = parts.count == 2 && parts[1] > 0 ? parts[0] / parts[1] : 1e-9
      case ("[CHAPTER]", "START"): chapters[chapters.count - 1].start = (Double(line[1]) ?? 0) * unit
      case ("[CHAPTER]", "title"): chapters[chapters.count - 1].title = line[1]
      default: break
      }
    }
  }

  /// Splits lines into a name and a value, or one word; comments are empty. A backslash makes the next letter literal.
  private static func lines(_ bytes: some Collection<UInt8>) -> [[String]] {
    var lines: [[String]] = []
    var parts: [[UInt8]] = [[]]
    var isEscaped = false, isComment = false
    func end() {
      lines.append(isComment ? [] : parts.map { TextBytes.text($0) })
      parts = [[]]
      isComment = false
    }
    for byte in bytes {
      if isEscaped {
        isEscaped = false
        parts[parts.count - 1].append(byte)
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\n") {
        end()
      } else if byte == UInt8(ascii: "="), parts.count == 1 {
        parts.append([])
      } else {
        if byte == UInt8(ascii: ";"), parts == [[]] { isComment = true }
        parts[parts.count - 1].append(byte)
      }
    }
    end()
    return lines
  }

  /// Adds chapters, and texts as well if no other parser has read them.
  ///
  /// - Parameter origin: the second of the file's clock at which the recording begins.
  func add(to metadata: inout RecordingMetadata, sampleRate: Int, origin: Double = 0, withTags: Bool) {
    if withTags {
      metadata.addMissing(
        tags.filter { $0.name != "LANGUAGE" || $0.value != "und" }.map {
          .init(key: Self.names[$0.key.lowercased()] ?? $0.key, value: $0.value)
        })
    }
    guard metadata.cues.isEmpty else { return }
    for (index, chapter) in chapters.enumerated() {
      let frame = (max(0, chapter.start - origin) * Double(sampleRate)).rounded()
      guard frame < 0x1p53 else { continue }
      metadata.add(.init(identifier: index + 1, frame: Int(frame), name: chapter.title))
    }
  }

  private static let names = [
    "title": "TITLE", "artist": "ARTIST", "album": "ALBUM", "album_artist": "ALBUMARTIST",
    "track": "TRACKNUMBER",
    "disc": "DISCNUMBER", "date": "DATE", "genre": "GENRE", "comment": "COMMENT", "composer": "COMPOSER",
    "copyright": "COPYRIGHT", "publisher": "ORGANIZATION", "encoded_by": "ENCODED-BY",
    "performer": "PERFORMER",
    "description": "DESCRIPTION", "language": "LANGUAGE", "lyrics": "LYRICS",
  ]
}
