// FFMetadataChapters.swift
// Chapters as ffmpeg reads and writes them (ffmpeg's documentation, "Metadata"): whole numbers of a time base of its
// own, so that frames are exact. Sections of other kinds are about the file as a whole and pass unread.

import Localization

enum FFMetadataChapters: WritableMarkFormat {
  // Translators: begins a sentence such as “… has no tiers: …”
  static var name: String { localized("ffmpeg's metadata") }
  private static let signature = ";FFMETADATA"

  static func isLikely(_ text: MarkText) -> Bool { text.bytes.starts(with: signature.utf8) }

  /// A chapter in the making.
  private struct Chapter {
    let line: Int
    var numerator = 1, denominator = 1_000_000_000
    var start: Int?, end: Int?
    var title = "", comment = ""
  }

  static func read(_ text: MarkText, clock: MarkClock) throws(MarkFileError) -> MarkReading {
    guard isLikely(text) else {
      throw MarkFileError(line: 1, Sentence("the first line is not “;FFMETADATA1”"))
    }
    var marks = MarkGathering(clock, remarks: text.remarks)
    marks.remark(text.cutRemark)
    var chapter: Chapter?, other = 0
    func finish(_ marks: inout MarkGathering) throws(MarkFileError) {
      guard let chapter else { return }
      func frame(_ ticks: Int) throws(MarkFileError) -> Int {
        let (scaled, isOver) = ticks.multipliedReportingOverflow(by: chapter.numerator)
        guard !isOver, let frame = clock.frame(of: scaled, ticksPerSecond: chapter.denominator) else {
          throw MarkFileError(line: chapter.line, Sentence("the chapter lies too far away"))
        }
        return frame
      }
      guard let start = chapter.start else {
        throw MarkFileError(line: chapter.line, Sentence("the chapter that begins there has no START"))
      }
      guard let end = chapter.end else {
        throw MarkFileError(line: chapter.line, Sentence("the chapter that begins there has no END"))
      }
      try marks.add(
        from: try frame(start), to: try frame(end), name: chapter.title, note: chapter.comment,
        line: chapter.line)
    }
    for (line, bytes) in Self.lines(text) {
      guard let first = bytes.first, first != UInt8(ascii: ";"), first != UInt8(ascii: "#") else { continue }
      if first == UInt8(ascii: "[") {
        try finish(&marks)
        chapter = bytes.starts(with: "[CHAPTER]".utf8) ? Chapter(line: line) : nil
        continue
      }
      guard let (key, value) = Self.parts(bytes) else {
        throw MarkFileError(line: line, Sentence("a name and a value with “=” between them were expected"))
      }
      guard chapter != nil else { continue }
      switch key {
      case "TIMEBASE":
        let parts = value.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, let top = Int(String(decoding: parts[0], as: UTF8.self)),
          let bottom = Int(String(decoding: parts[1], as: UTF8.self)), 1...1_000_000_000 ~= top,
          1...1_000_000_000 ~= bottom
        else {
          throw MarkFileError(
            line: line, Sentence("\(MarkFileError.quoted(value.utf8)) is no time base like 1/1000"))
        }
        chapter?.numerator = top
        chapter?.denominator = bottom
      case "START", "END":
        guard let ticks = Int(value) else {
          throw MarkFileError(line: line, Sentence("\(MarkFileError.quoted(value.utf8)) is no whole number"))
        }
        if key == "START" { chapter?.start = ticks } else { chapter?.end = ticks }
      case "title": chapter?.title = value
      case "comment": chapter?.comment = value
      default: other += 1
      }
    }
    try finish(&marks)
    if other > 0 {
      marks.remark(
        Sentence(
          "\(other) other entries of the chapters were left out.",
          plural: "\(other) other entries of the chapters were left out.", count: other))
    }
    return marks.reading()
  }

  /// Lines with the numbers at which they begin; a line goes on behind a backslash.
  private static func lines(_ text: MarkText) -> [(Int, ArraySlice<UInt8>)] {
    let bytes = text.bytes
    var lines: [(Int, ArraySlice<UInt8>)] = []
    var place = 0, start = 0, number = 1, first = 1
    while place < bytes.count {
      let byte = bytes[place]
      // What follows a backslash is part of the line, also its end.
      if byte == UInt8(ascii: "\\"), place + 1 < bytes.count {
        if bytes[place + 1] == 0x0A { number += 1 }
        place += 2
        continue
      }
      if byte == 0x0A {
        lines.append((first, Self.withoutReturn(bytes[start..<place])))
        number += 1
        (start, first) = (place + 1, number)
      }
      place += 1
    }
    if start < bytes.count { lines.append((first, Self.withoutReturn(bytes[start...]))) }
    return lines
  }

  private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard line.last == 0x0D, line.dropLast().last != UInt8(ascii: "\\") else { return line }
    return line.dropLast()
  }

  /// A name and a value, with what backslashes protect as it was meant.
  private static func parts(_ line: ArraySlice<UInt8>) -> (String, String)? {
    var key: [UInt8]?, text: [UInt8] = [], place = line.startIndex
    while place < line.endIndex {
      let byte = line[place]
      if byte == UInt8(ascii: "\\"), place + 1 < line.endIndex {
        text.append(line[place + 1])
        place += 1
      } else if byte == UInt8(ascii: "="), key == nil {
        key = text
        text = []
      } else {
        text.append(byte)
      }
      place += 1
    }
    return key.map { (String(decoding: $0, as: UTF8.self), String(decoding: text, as: UTF8.self)) }
  }

  static func write(_ document: MarkDocument) -> WrittenMarks {
    var losses = MarkLosses(name, of: document, abilities: [.notes, .lines])
    var bytes = Array(";FFMETADATA1\n".utf8)
    for mark in document.flat(cuttingEarly: &losses) {
      losses.add(.name, count: mark.name.utf8.contains(0) || mark.note.utf8.contains(0) ? 1 : 0)
      bytes += "[CHAPTER]\nTIMEBASE=1/\(document.sampleRate)\n".utf8
      bytes += "START=\(mark.range.lowerBound)\nEND=\(mark.range.upperBound)\n".utf8
      bytes += "title=".utf8 + protected(mark.name) + [0x0A]
      if !mark.note.isEmpty { bytes += "comment=".utf8 + protected(mark.note) + [0x0A] }
    }
    return WrittenMarks(bytes: bytes, losses: losses.sentences)
  }

  private static func protected(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text.utf8 where byte != 0 {
      if "=;#\\\n\r".utf8.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    return bytes
  }
}
