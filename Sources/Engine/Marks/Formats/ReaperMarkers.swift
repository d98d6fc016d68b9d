// ReaperMarkers.swift
// The table of markers and regions that Reaper's Region/Marker Manager exports: "#,Name,Start,End,Length", with rows M1,
// M2 … and R1, R2 …. Its times are written as the project's ruler has them.

import Localization

enum ReaperMarkers: WritableMarkFormat {
  // Translators: begins a sentence such as “… has no tiers: …”
  static var name: String { localized("Reaper's table of markers") }

  /// True for a text that begins as such a table.
  static func isLikely(_ text: MarkText) -> Bool { text.bytes.starts(with: "#,Name,Start".utf8) }

  static func read(_ text: MarkText, clock: MarkClock) throws(MarkFileError) -> MarkReading {
    let rows = try DelimitedTable.rows(text, delimiter: DelimitedTable.comma)
    guard let header = rows.first?.cells, header.starts(with: ["#", "Name", "Start"]) else {
      throw MarkFileError(line: 1, Sentence("the first line is not “#,Name,Start,End,Length”"))
    }
    var marks = MarkGathering(clock, remarks: text.remarks)
    marks.remark(text.cutRemark)
    let end = header.firstIndex(of: "End")
    for row in rows.dropFirst() {
      let kind = row.cell(0).utf8.first
      guard kind == UInt8(ascii: "M") || kind == UInt8(ascii: "R") else {
        throw MarkFileError(
          line: row.line,
          Sentence("\(MarkFileError.quoted(row.cell(0).utf8)) is neither a marker (M1) nor a region (R1)"))
      }
      let start = try time(row.cell(2), row.line, clock)
      var last = start
      if kind == UInt8(ascii: "R") { last = try time(row.cell(end), row.line, clock) }
      try marks.add(from: start, to: last, name: row.cells[1], line: row.line)
    }
    return marks.reading()
  }

  private static func time(_ cell: String, _ line: Int, _ clock: MarkClock) throws(MarkFileError) -> Int {
    let bytes = Array(cell.utf8)
    // The ruler may count samples.
    if !bytes.isEmpty, bytes.allSatisfy({ 0x30...0x39 ~= $0 }), let frame = Int(cell), frame <= Mark.furthest
    {
      return frame
    }
    if bytes.count(where: { $0 == UInt8(ascii: ".") }) > 1 {
      throw MarkFileError(
        line: line,
        Sentence(
          "\(MarkFileError.quoted(bytes)) is in measures and beats; choose minutes and seconds as Reaper's time unit"
        )
      )
    }
    if bytes.count(where: { $0 == UInt8(ascii: ":") }) > 2 {
      throw MarkFileError(
        line: line,
        Sentence(
          "\(MarkFileError.quoted(bytes)) is in frames of a film; choose minutes and seconds as Reaper's time unit"
        )
      )
    }
    guard let frame = clock.frame(clock: bytes) else {
      throw MarkFileError(line: line, Sentence("\(MarkFileError.quoted(bytes)) is no time"))
    }
    return frame
  }

  static func write(_ document: MarkDocument) -> WrittenMarks {
    let clock = MarkClock(sampleRate: document.sampleRate)
    var losses = MarkLosses(name, of: document, abilities: [])
    var bytes = Array("#,Name,Start,End,Length\n".utf8)
    var points = 0, ranges = 0
    for mark in document.flat(cuttingEarly: &losses) {
      let name = losses.oneLine(mark.name)
      let start = clock.clock(mark.range.lowerBound)
      if mark.isPoint {
        points += 1
        bytes += DelimitedTable.line(["M\(points)", name, start, "", ""], delimiter: DelimitedTable.comma)
      } else {
        ranges += 1
        let cells = [
          "R\(ranges)", name, start, clock.clock(mark.range.upperBound), clock.clock(mark.range.count),
        ]
        bytes += DelimitedTable.line(cells, delimiter: DelimitedTable.comma)
      }
    }
    return WrittenMarks(bytes: bytes, losses: losses.sentences)
  }
}
