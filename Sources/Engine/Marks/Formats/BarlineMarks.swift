// BarlineMarks.swift
// Barline's own format, which holds everything: docs/marks-format.md describes every member. JSON with a line for each
// mark, so that a change of one mark changes one line.

import Localization
import HostIO
import WaveformCore

enum BarlineMarks: WritableMarkFormat {
  // Translators: begins a sentence such as “… has no tiers: …”
  static var name: String { localized("Barline's format") }
  static let format = "barline-marks"
  /// Raised when an older program would misunderstand a file.
  static let version = 1

  static func isLikely(_ json: JSONText) -> Bool { json["format"]?.text == format }

  static func json(_ text: MarkText) throws(MarkFileError) -> JSONText {
    do throws(JSONDamage) { return try JSONText(reading: text.bytes) } catch {
      throw MarkFileError(
        line: error.line, Sentence("there the file stops being JSON: it is cut off or damaged"))
    }
  }

  /// The rate in which a file counts; nil for one of another kind.
  static func sampleRate(_ json: JSONText) -> Int? {
    isLikely(json) ? json["sampleRate"]?.whole.flatMap { 1...MarkDocument.highestRate ~= $0 ? $0 : nil } : nil
  }

  /// - Parameter clock: the file has a rate of its own; the marks are converted when it is another one.
  static func read(_ text: MarkText, clock: MarkClock) throws(MarkFileError) -> MarkReading {
    let json = try json(text)
    guard json["format"]?.text == format, let version = json["version"]?.whole, version > 0 else {
      throw MarkFileError(Sentence("it holds no marks of Barline: “format” or “version” is missing"))
    }
    guard version <= Self.version else {
      throw MarkFileError(
        Sentence("it was saved by a later version of Barline (format \(version)); update Barline to read it"))
    }
    guard let rate = sampleRate(json) else {
      throw MarkFileError(Sentence("its “sampleRate” is no number of frames per second"))
    }
    guard case .list(let tiers) = json["tiers"] else {
      throw MarkFileError(Sentence("it has no list “tiers”"))
    }
    var marks = MarkGathering(MarkClock(sampleRate: rate), remarks: text.remarks)
    for (row, tier) in tiers.enumerated() {
      guard let name = tier["name"]?.text, case .list(let list) = tier["marks"] else {
        throw MarkFileError(Sentence("tier \(row + 1) has no name, or no list “marks”"))
      }
      let place = try marks.addTier(name, color: min(max(tier["color"]?.whole ?? row, 0), 10_000))
      for (index, mark) in list.enumerated() {
        guard let start = mark["start"]?.whole, start.magnitude <= Mark.furthest else {
          throw MarkFileError(Sentence("mark \(index + 1) of tier \(row + 1) has no “start” that can be"))
        }
        let end = mark["end"] == nil ? start : mark["end"]?.whole
        guard let end, end >= start, end <= Mark.furthest else {
          throw MarkFileError(Sentence("mark \(index + 1) of tier \(row + 1) has an “end” that cannot be"))
        }
        var band: FrequencyBand?
        if mark["low"] != nil || mark["high"] != nil {
          guard let low = mark["low"]?.number, let high = mark["high"]?.number,
            let range = FrequencyBand(low: low, high: high)
          else {
            throw MarkFileError(
              Sentence("mark \(index + 1) of tier \(row + 1) has frequencies that cannot be"))
          }
          band = range
        }
        try marks.add(
          from: start, to: end, name: mark["name"]?.text ?? "", note: mark["note"]?.text ?? "", band: band,
          tier: place, line: nil)
      }
    }
    var reading = marks.reading(length: json["length"]?.whole.flatMap { 0...Mark.furthest ~= $0 ? $0 : nil })
    reading.document = reading.document.converted(to: clock.sampleRate)
    return reading
  }

  static func write(_ document: MarkDocument) -> WrittenMarks {
    func quoted(_ text: String) -> String { JSONText.string(text).text() }
    var bytes = Array(
      "{\n  \"format\": \"\(format)\",\n  \"version\": \(version),\n  \"sampleRate\": \(document.sampleRate),\n"
        .utf8)
    if let length = document.length { bytes += "  \"length\": \(length),\n".utf8 }
    bytes += "  \"tiers\": [".utf8
    for (row, tier) in document.tiers.enumerated() {
      bytes += "\(row == 0 ? "" : ",")\n    {\n      \"name\": \(quoted(tier.name)),\n".utf8
      bytes += "      \"color\": \(tier.color),\n      \"marks\": [".utf8
      for (index, mark) in tier.marks.enumerated() {
        bytes += "\(index == 0 ? "" : ",")\n        {\"start\": \(mark.range.lowerBound)".utf8
        if !mark.isPoint { bytes += ", \"end\": \(mark.range.upperBound)".utf8 }
        bytes += ", \"name\": \(quoted(mark.name))".utf8
        if !mark.note.isEmpty { bytes += ", \"note\": \(quoted(mark.note))".utf8 }
        if let band = mark.band { bytes += ", \"low\": \(band.low), \"high\": \(band.high)".utf8 }
        bytes.append(UInt8(ascii: "}"))
      }
      bytes += (tier.marks.isEmpty ? "]\n    }" : "\n      ]\n    }").utf8
    }
    bytes += (document.tiers.isEmpty ? "]\n}\n" : "\n  ]\n}\n").utf8
    return WrittenMarks(bytes: bytes, losses: [])
  }
}
