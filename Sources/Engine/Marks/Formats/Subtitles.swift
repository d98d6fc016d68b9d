// Subtitles.swift
// What SubRip and WebVTT share: "start --> end", and texts that an empty line ends.

import Localization
import WaveformCore

/// The line with the two times of a subtitle.
enum SubtitleTiming {
  /// True for a line that means to be one.
  static func isLikely(_ line: TextLine) -> Bool { Array(line.bytes).firstRange(of: "-->".utf8) != nil }

  /// The line with the times of a block that begins with `first`: that one, or the next where `first` is the number or
  /// the identifier of the block.
  static func line(after first: TextLine, in lines: inout MarkText.Lines) throws(MarkFileError) -> TextLine {
    if isLikely(first) { return first }
    if let next = lines.next(), isLikely(next) { return next }
    throw MarkFileError(
      line: first.number,
      Sentence("\(MarkFileError.quoted(first.trimmed)) is not followed by two times with “-->” between them"))
  }

  /// - Parameter parts: how many numbers stand in a time: hours may be left out in WebVTT.
  static func times(
    _ line: TextLine, _ clock: MarkClock, parts: ClosedRange<Int>
  ) throws(MarkFileError) -> (start: Int, end: Int, hasSettings: Bool) {
    let bytes = Array(line.bytes)
    guard let arrow = bytes.firstRange(of: "-->".utf8) else {
      throw MarkFileError(line: line.number, Sentence("two times with “-->” between them were expected"))
    }
    let before = MarkText.trimmed(bytes[..<arrow.lowerBound])
    let words = bytes[arrow.upperBound...].split { $0 == 0x20 || $0 == 0x09 }
    guard let start = clock.frame(clock: before, parts: parts) else {
      throw MarkFileError(
        line: line.number, Sentence("\(MarkFileError.quoted(before)) is no time like 00:01:02,345"))
    }
    guard let after = words.first, let end = clock.frame(clock: after, parts: parts) else {
      throw MarkFileError(
        line: line.number, Sentence("\(MarkFileError.quoted(words.first ?? [])) is no time like 00:01:02,345")
      )
    }
    return (start, end, words.count > 1)
  }

  /// The lines of a text: up to an empty line, or up to the next times where that one is missing (WebVTT ends a cue there,
  /// and many programs read SubRip so). The number of the next subtitle is no part of the text.
  ///
  /// - Returns: the lines, and false for a missing empty line.
  static func text(
    _ lines: inout MarkText.Lines, _ clock: MarkClock, parts: ClosedRange<Int>
  ) -> (lines: [TextLine], isEnded: Bool) {
    var text: [TextLine] = []
    func isTiming(_ line: TextLine) -> Bool {
      isLikely(line) && (try? times(line, clock, parts: parts)) != nil
    }
    while true {
      var ahead = lines
      guard let line = ahead.next(), !line.isBlank else {
        lines = ahead
        return (text, true)
      }
      var further = ahead
      let isNumber = !line.trimmed.isEmpty && line.trimmed.allSatisfy { 0x30...0x39 ~= $0 }
      if isTiming(line) || isNumber && further.next().map(isTiming) == true { return (text, false) }
      lines = ahead
      text.append(line)
    }
  }

  /// "01:02:03,456"; hours have as many digits as they need.
  static func text(_ milliseconds: Int, point: String) -> String {
    let seconds = milliseconds / 1000
    let hours = MarkClock.padded(seconds / 3600, 2), minutes = MarkClock.padded(seconds / 60 % 60, 2)
    return
      "\(hours):\(minutes):\(MarkClock.padded(seconds % 60, 2))\(point)\(MarkClock.padded(milliseconds % 1000, 3))"
  }
}

/// A subtitle as it stands in a list.
struct SubtitleBlock {
  /// The number of the line with its times.
  let line: Int
  let start: Int, end: Int
  /// True when more than the times stands in that line.
  let hasSettings: Bool
  let text: [TextLine]
}

/// What is passed over in a list of subtitles, so that the rest can be read.
struct SubtitleFaults {
  private var unended = 0, firstUnended: Int?
  private var bad = 0, first: MarkFileError?

  /// The subtitles that were read.
  private var count = 0

  /// Reads the subtitle that begins with `line`.
  ///
  /// - Parameter parts: how many numbers stand in a time.
  /// - Returns: nil where there is none; what stands there is passed over.
  mutating func block(
    from line: TextLine, _ lines: inout MarkText.Lines, _ clock: MarkClock, parts: ClosedRange<Int>
  ) -> SubtitleBlock? {
    do throws(MarkFileError) {
      let timing = try SubtitleTiming.line(after: line, in: &lines)
      let times = try SubtitleTiming.times(timing, clock, parts: parts)
      let text = SubtitleTiming.text(&lines, clock, parts: parts)
      if !text.isEnded {
        unended += 1
        firstUnended = firstUnended ?? timing.number
      }
      count += 1
      return SubtitleBlock(
        line: timing.number, start: times.start, end: times.end, hasSettings: times.hasSettings,
        text: text.lines)
    } catch {
      bad += 1
      first = first ?? error
      _ = SubtitleTiming.text(&lines, clock, parts: parts)
      return nil
    }
  }

  /// Tells what was passed over, with its line.
  ///
  /// - Throws: the first fault where nothing else is there.
  func tell(_ marks: inout MarkGathering) throws(MarkFileError) {
    if let firstUnended {
      marks.remark(
        // Translators: the number of subtitles, and the line of the first one
        Sentence(
          "An empty line is missing behind \(unended) subtitle (line \(firstUnended)): it ends where the next one begins.",
          plural:
            "An empty line is missing behind \(unended) subtitles (the first in line \(firstUnended)): they end where the next ones begin.",
          count: unended))
    }
    guard let first else { return }
    if count == 0 { throw first }
    marks.remark(
      // Translators: a number, and what is wrong with the first one: “line 3: … is no time”
      Sentence(
        "\(bad) part of the list is no subtitle and was left out: \(first.sentence).",
        plural: "\(bad) parts of the list are no subtitles and were left out; the first: \(first.sentence).",
        count: bad))
  }
}

extension MarkLosses {
  /// The times of a mark in milliseconds, and what is lost by that.
  mutating func milliseconds(_ range: FrameRange, _ clock: MarkClock) -> (start: Int, end: Int) {
    let start = clock.milliseconds(of: range.lowerBound), end = clock.milliseconds(of: range.upperBound)
    let isExact =
      clock.frame(milliseconds: start) == range.lowerBound
      && clock.frame(milliseconds: end) == range.upperBound
    if !isExact { add(.rounded) }
    return (start, end)
  }

  /// A name as the lines of a subtitle: without empty lines, which would end it.
  mutating func subtitle(_ name: String) -> String {
    let lines = MarkText.filledLines(name)
    if lines != name { add(.blankLines) }
    return lines
  }
}

/// SubRip's subtitles: a number, two times, a text, an empty line (the format has no document; VideoLAN's wiki and its
/// use describe it). Milliseconds.
enum SubRip: WritableMarkFormat {
  static let name = "SubRip"

  static func read(_ text: MarkText, clock: MarkClock) throws(MarkFileError) -> MarkReading {
    var marks = MarkGathering(clock, remarks: text.remarks)
    marks.remark(text.cutRemark)
    var lines = text.lines
    var faults = SubtitleFaults()
    while let first = lines.next() {
      guard !first.isBlank, let block = faults.block(from: first, &lines, clock, parts: 3...3) else {
        continue
      }
      let name = block.text.map(\.text).joined(separator: "\n")
      try marks.add(from: block.start, to: block.end, name: name, line: block.line)
    }
    try faults.tell(&marks)
    return marks.reading()
  }

  static func write(_ document: MarkDocument) -> WrittenMarks {
    let clock = MarkClock(sampleRate: document.sampleRate)
    var losses = MarkLosses(name, of: document, abilities: [.lines])
    var bytes: [UInt8] = []
    for (index, mark) in document.flat(cuttingEarly: &losses).enumerated() {
      let (start, end) = losses.milliseconds(mark.range, clock)
      if start == end, !mark.isPoint { losses.add(.shortened) }
      let times = "\(SubtitleTiming.text(start, point: ",")) --> \(SubtitleTiming.text(end, point: ","))"
      let name = losses.subtitle(mark.name)
      bytes += "\(index + 1)\n\(times)\n\(name)\(name.isEmpty ? "" : "\n")\n".utf8
    }
    return WrittenMarks(bytes: bytes, losses: losses.sentences)
  }
}

/// WebVTT (W3C, "WebVTT: The Web Video Text Tracks Format"). Milliseconds.
enum WebVTT: WritableMarkFormat {
  static let name = "WebVTT"

  static func read(_ text: MarkText, clock: MarkClock) throws(MarkFileError) -> MarkReading {
    var marks = MarkGathering(clock, remarks: text.remarks)
    marks.remark(text.cutRemark)
    var lines = text.lines
    guard let signature = lines.next(), signature.bytes.starts(with: "WEBVTT".utf8),
      [nil, 0x20, 0x09].contains(signature.bytes.dropFirst(6).first)
    else { throw MarkFileError(line: 1, Sentence("the first line is not “WEBVTT”")) }
    // What follows the signature up to an empty line is its header.
    while let line = lines.next(), !line.isBlank {
      guard !SubtitleTiming.isLikely(line) else {
        throw MarkFileError(line: line.number, Sentence("an empty line is missing before the first cue"))
      }
    }
    var settings = 0, formatted = 0
    var faults = SubtitleFaults()
    while let first = lines.next() {
      guard !first.isBlank else { continue }
      guard !isAside(first) else {
        while let line = lines.next(), !line.isBlank {}
        continue
      }
      guard let block = faults.block(from: first, &lines, clock, parts: 2...3) else { continue }
      if block.hasSettings { settings += 1 }
      let plain = Self.plain(Array(block.text.map(\.bytes).joined(separator: [0x0A])))
      if plain.hadTags { formatted += 1 }
      try marks.add(from: block.start, to: block.end, name: plain.text, line: block.line)
    }
    try faults.tell(&marks)
    if settings > 0 {
      marks.remark(
        Sentence(
          "The places on the screen of \(settings) cues were left out.",
          plural: "The places on the screen of \(settings) cues were left out.", count: settings))
    }
    if formatted > 0 {
      marks.remark(
        Sentence(
          "Formatting and voices in the texts of \(formatted) cues were left out.",
          plural: "Formatting and voices in the texts of \(formatted) cues were left out.", count: formatted))
    }
    return marks.reading()
  }

  /// True for the first line of a comment, a style or a region.
  private static func isAside(_ line: TextLine) -> Bool {
    let word = line.bytes.prefix { $0 != 0x20 && $0 != 0x09 }
    return word.elementsEqual("NOTE".utf8) || line.trimmed.elementsEqual("STYLE".utf8)
      || line.trimmed.elementsEqual("REGION".utf8)
  }

  private static let entities: [(String, String)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{A0}"), ("&lrm;", "\u{200E}"),
    ("&rlm;", "\u{200F}"),
  ]

  /// A text without tags and with its entities as characters.
  private static func plain(_ bytes: [UInt8]) -> (text: String, hadTags: Bool) {
    var plain: [UInt8] = [], place = 0, hadTags = false
    let lastEnd = bytes.lastIndex(of: UInt8(ascii: ">")) ?? -1
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "<"), place < lastEnd,
        let end = bytes[place...].firstIndex(of: UInt8(ascii: ">"))
      {
        hadTags = true
        place = end + 1
      } else if bytes[place] == UInt8(ascii: "&"),
        let entity = entities.first(where: { bytes[place...].starts(with: $0.0.utf8) })
      {
        plain += entity.1.utf8
        place += entity.0.utf8.count
      } else {
        plain.append(bytes[place])
        place += 1
      }
    }
    return (String(decoding: plain, as: UTF8.self), hadTags)
  }

  static func write(_ document: MarkDocument) -> WrittenMarks {
    let clock = MarkClock(sampleRate: document.sampleRate)
    var losses = MarkLosses(name, of: document, abilities: [.lines])
    var bytes = Array("WEBVTT\n\n".utf8)
    for mark in document.flat(cuttingEarly: &losses) {
      let (start, finish) = losses.milliseconds(mark.range, clock)
      // A cue ends after it begins.
      let end = max(finish, start + 1)
      if mark.isPoint { losses.add(.point) }
      let name = losses.subtitle(mark.name)
      bytes += "\(SubtitleTiming.text(start, point: ".")) --> \(SubtitleTiming.text(end, point: "."))\n".utf8
      for byte in name.utf8 {
        switch byte {
        case UInt8(ascii: "&"): bytes += "&amp;".utf8
        case UInt8(ascii: "<"): bytes += "&lt;".utf8
        case UInt8(ascii: ">"): bytes += "&gt;".utf8
        default: bytes.append(byte)
        }
      }
      bytes += (name.isEmpty ? "\n" : "\n\n").utf8
    }
    return WrittenMarks(bytes: bytes, losses: losses.sentences)
  }
}
