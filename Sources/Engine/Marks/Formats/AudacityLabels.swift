// AudacityLabels.swift
// Audacity's labels: a line for each, start, end and name between tabs, and since 2.1 a line "\ low high" behind it
// for its frequencies (Audacity manual, "Importing and Exporting Labels"). Seconds.

import Localization
import WaveformCore

enum AudacityLabels: WritableMarkFormat {
  // Translators: begins a sentence such as “… has no tiers: …”
  static var name: String { localized("Audacity's list of labels") }

  static func read(_ text: MarkText, clock: MarkClock) throws(MarkFileError) -> MarkReading {
    var marks = MarkGathering(clock, remarks: text.remarks)
    marks.remark(text.cutRemark)
    // A label waits for the line of its frequencies.
    var last: (start: Int, end: Int, name: String, line: Int)?
    for line in text.lines where !line.isBlank {
      let fields = line.bytes.split(separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false)
      if MarkText.trimmed(fields[0]) == [UInt8(ascii: "\\")] {
        guard let label = last else {
          throw MarkFileError(
            line: line.number, Sentence("frequencies stand there without a label before them"))
        }
        guard fields.count == 3, let low = Self.frequency(fields[1]), let high = Self.frequency(fields[2])
        else {
          throw MarkFileError(
            line: line.number, Sentence("a backslash and two frequencies between tabs were expected"))
        }
        // Below 0 Audacity means that there is no limit.
        let band = FrequencyBand(low: max(0, min(low, high)), high: max(0, max(low, high)))
        try marks.add(from: label.start, to: label.end, name: label.name, band: band, line: label.line)
        last = nil
        continue
      }
      if let label = last {
        try marks.add(from: label.start, to: label.end, name: label.name, line: label.line)
      }
      guard fields.count > 1 else {
        throw MarkFileError(line: line.number, Sentence("two times and a name between tabs were expected"))
      }
      guard let start = clock.frame(seconds: fields[0]) else {
        throw MarkFileError(
          line: line.number, Sentence("\(MarkFileError.quoted(fields[0])) is no time in seconds"))
      }
      guard let end = clock.frame(seconds: fields[1]) else {
        throw MarkFileError(
          line: line.number, Sentence("\(MarkFileError.quoted(fields[1])) is no time in seconds"))
      }
      last = (start, end, fields.count == 3 ? String(decoding: fields[2], as: UTF8.self) : "", line.number)
    }
    if let label = last {
      try marks.add(from: label.start, to: label.end, name: label.name, line: label.line)
    }
    return marks.reading()
  }

  private static func frequency(_ text: ArraySlice<UInt8>) -> Double? {
    DecimalNumber(text, comma: true)?.value
  }

  static func write(_ document: MarkDocument) -> WrittenMarks {
    let clock = MarkClock(sampleRate: document.sampleRate)
    var losses = MarkLosses(name, of: document, abilities: [.bands, .early])
    var bytes: [UInt8] = []
    for mark in document.flat() {
      let name = losses.oneLine(mark.name)
      bytes +=
        "\(clock.seconds(mark.range.lowerBound))\t\(clock.seconds(mark.range.upperBound))\t\(name)\n".utf8
      if let band = mark.band { bytes += "\\\t\(band.low)\t\(band.high)\n".utf8 }
    }
    return WrittenMarks(bytes: bytes, losses: losses.sentences)
  }
}
