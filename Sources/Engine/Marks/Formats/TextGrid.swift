// TextGrid.swift
// Praat's TextGrid, long and short (Praat manual, "TextGrid file formats"). Praat itself reads both in the same way:
// numbers and texts that stand free are the data, everything else is for people. Seconds.

import Localization

enum TextGrid: WritableMarkFormat {
  // Translators: begins a sentence such as “… has no tiers: …”
  static var name: String { localized("Praat's TextGrid") }

  static func read(_ text: MarkText, clock: MarkClock) throws(MarkFileError) -> MarkReading {
    guard !text.bytes.starts(with: "ooBinaryFile".utf8) else {
      throw MarkFileError(Sentence("it is a binary TextGrid; save it as a text file in Praat"))
    }
    var tokens = TextGridTokens(text.bytes)
    guard let kind = try? tokens.text(), kind.hasPrefix("ooTextFile") else {
      throw MarkFileError(line: 1, Sentence("it does not begin as a text file of Praat"))
    }
    let content = try tokens.text()
    guard content == "TextGrid" else {
      throw MarkFileError(
        line: tokens.line,
        Sentence("it is a file of Praat, but a \(MarkFileError.quoted(content.utf8)), no TextGrid"))
    }
    var marks = MarkGathering(clock, remarks: text.remarks)
    _ = try tokens.frame(clock)
    let end = try tokens.frame(clock)
    guard try tokens.flag() == "exists" else {
      try tokens.end()
      return marks.reading(length: end > 0 ? end : nil)
    }
    for _ in 0..<(try tokens.count()) {
      let kind = try tokens.text()
      let line = tokens.line
      guard kind == "IntervalTier" || kind == "TextTier" else {
        throw MarkFileError(line: line, Sentence("\(MarkFileError.quoted(kind.utf8)) is no kind of tier"))
      }
      let tier = try marks.addTier(try tokens.text(), line: line)
      _ = try tokens.frame(clock)
      _ = try tokens.frame(clock)
      for _ in 0..<(try tokens.count()) {
        let start = try tokens.frame(clock)
        let end = kind == "TextTier" ? start : try tokens.frame(clock)
        let line = tokens.line
        let name = try tokens.text()
        // Intervals without a name fill the gaps between the others.
        guard kind == "TextTier" || !name.isEmpty else { continue }
        try marks.add(from: start, to: end, name: name, tier: tier, line: line)
      }
    }
    try tokens.end()
    return marks.reading(length: end > 0 ? end : nil)
  }

  static func write(_ document: MarkDocument) -> WrittenMarks {
    TextGridWriter(document, isShort: false).written
  }
}

/// The short kind: the same numbers and texts without names.
enum ShortTextGrid: WritableMarkFormat {
  static var name: String { TextGrid.name }

  static func read(_ text: MarkText, clock: MarkClock) throws(MarkFileError) -> MarkReading {
    try TextGrid.read(text, clock: clock)
  }

  static func write(_ document: MarkDocument) -> WrittenMarks {
    TextGridWriter(document, isShort: true).written
  }
}

/// The numbers and texts of a file of Praat, in their order.
private struct TextGridTokens {
  private let bytes: [UInt8]
  private var place = 0
  /// The line of the last one.
  private(set) var line = 1
  private var lineNow = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private enum Token { case number(ArraySlice<UInt8>), text(String), flag(String) }

  private mutating func next() throws(MarkFileError) -> Token? {
    while place < bytes.count {
      let byte = bytes[place]
      if byte <= 0x20 {
        step()
      } else if byte == UInt8(ascii: "!") {
        while place < bytes.count, bytes[place] != 0x0A, bytes[place] != 0x0D { place += 1 }
      } else if byte == UInt8(ascii: "\"") {
        line = lineNow
        return .text(try quoted())
      } else {
        let start = place
        while place < bytes.count, bytes[place] > 0x20 { place += 1 }
        let word = bytes[start..<place]
        line = lineNow
        if byte == UInt8(ascii: "<"), word.last == UInt8(ascii: ">") {
          return .flag(String(decoding: word.dropFirst().dropLast(), as: UTF8.self))
        }
        if DecimalNumber(word, comma: false) != nil { return .number(word) }
      }
    }
    line = lineNow
    return nil
  }

  /// Goes one byte on, and counts lines.
  private mutating func step() {
    let byte = bytes[place]
    place += 1
    if byte == 0x0A || byte == 0x0D && (place == bytes.count || bytes[place] != 0x0A) { lineNow += 1 }
  }

  private mutating func quoted() throws(MarkFileError) -> String {
    step()
    var text: [UInt8] = []
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "\"") {
        guard place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "\"") else {
          place += 1
          return String(decoding: text, as: UTF8.self)
        }
        place += 1
      }
      text.append(bytes[place])
      step()
    }
    throw MarkFileError(line: line, Sentence("the text that begins there does not end: the file is cut off"))
  }

  private func cut(_ problem: Sentence) -> MarkFileError { MarkFileError(line: line, problem) }

  mutating func text() throws(MarkFileError) -> String {
    switch try next() {
    case .text(let text): return text
    case nil: throw cut(Sentence("the file ends where a text was expected: it is cut off"))
    default: throw MarkFileError(line: line, Sentence("a text in quotation marks was expected"))
    }
  }

  mutating func flag() throws(MarkFileError) -> String {
    switch try next() {
    case .flag(let flag): return flag
    case nil: throw cut(Sentence("the file ends where “<exists>” was expected: it is cut off"))
    default: throw MarkFileError(line: line, Sentence("“<exists>” was expected"))
    }
  }

  mutating func frame(_ clock: MarkClock) throws(MarkFileError) -> Int {
    switch try next() {
    case .number(let word):
      guard let frame = clock.frame(seconds: word, comma: false) else {
        throw MarkFileError(line: line, Sentence("\(MarkFileError.quoted(word)) is no time in seconds"))
      }
      return frame
    case nil: throw cut(Sentence("the file ends where a time was expected: it is cut off"))
    default: throw MarkFileError(line: line, Sentence("a time in seconds was expected"))
    }
  }

  mutating func count() throws(MarkFileError) -> Int {
    switch try next() {
    case .number(let word):
      guard let number = DecimalNumber(word, comma: false), number.part == 0, !number.isNegative else {
        throw MarkFileError(line: line, Sentence("\(MarkFileError.quoted(word)) is no number of parts"))
      }
      return number.whole
    case nil: throw cut(Sentence("the file ends where a number was expected: it is cut off"))
    default: throw MarkFileError(line: line, Sentence("a number of parts was expected"))
    }
  }

  /// Half a list must not be taken for the whole.
  mutating func end() throws(MarkFileError) {
    guard try next() == nil else {
      throw MarkFileError(line: line, Sentence("more follows than the file announces"))
    }
  }
}
