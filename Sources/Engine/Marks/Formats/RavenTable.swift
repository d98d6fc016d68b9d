// RavenTable.swift
// Raven's selection tables: tabs between the cells, no quotation marks, and a row for each view of a selection (Raven
// Pro user's manual, chapter 6). Seconds and hertz.

import Localization

enum RavenTable: WritableMarkFormat {
  // Translators: begins a sentence such as “… has no tiers: …”
  static var name: String { localized("Raven's selection table") }

  /// True for a text that begins as such a table.
  static func isLikely(_ text: MarkText) -> Bool {
    guard let header = text.lines.first(where: { _ in true }) else { return false }
    let cells = header.bytes.split(separator: 0x09).map { String(decoding: $0, as: UTF8.self) }
    return cells.contains("Selection") && cells.contains("Begin Time (s)")
  }

  static func read(_ text: MarkText, clock: MarkClock) throws(MarkFileError) -> MarkReading {
    let rows = try DelimitedTable.rows(text, delimiter: DelimitedTable.tab, hasQuotes: false)
    var marks = MarkGathering(clock, remarks: text.remarks)
    marks.remark(text.cutRemark)
    guard let header = rows.first, let number = header.cells.firstIndex(of: "Selection") else {
      throw MarkFileError(line: 1, Sentence("the first line names no column “Selection”"))
    }
    var cells = header.cells
    // What Raven measures or counts itself is no loss.
    for (index, cell) in cells.enumerated() where ["Selection", "View", "Channel"].contains(cell) {
      cells[index] = ""
    }
    let columns = MarkColumns(header: TableRow(line: header.line, cells: cells))
    guard columns.hasStart else {
      throw MarkFileError(line: header.line, Sentence("no column is called “Begin Time (s)”"))
    }
    marks.remark(columns.unknownRemark)
    var known: Set<String> = []
    for row in rows.dropFirst() {
      let selection = row.cell(number)
      guard selection.isEmpty || known.insert(selection).inserted else { continue }
      try columns.add(row, clock, to: &marks)
    }
    return marks.reading()
  }

  static func write(_ document: MarkDocument) -> WrittenMarks {
    let clock = MarkClock(sampleRate: document.sampleRate)
    var losses = MarkLosses(name, of: document, abilities: [.bands])
    var bytes = Array(
      "Selection\tView\tChannel\tBegin Time (s)\tEnd Time (s)\tLow Freq (Hz)\tHigh Freq (Hz)\tAnnotation\n"
        .utf8)
    for (index, mark) in document.flat(cuttingEarly: &losses).enumerated() {
      let name = losses.oneLine(mark.name)
      let cells = [
        "\(index + 1)", "Spectrogram 1", "1", clock.seconds(mark.range.lowerBound),
        clock.seconds(mark.range.upperBound),
        mark.band.map { "\($0.low)" } ?? "", mark.band.map { "\($0.high)" } ?? "", name,
      ]
      bytes += (cells.joined(separator: "\t") + "\n").utf8
    }
    return WrittenMarks(bytes: bytes, losses: losses.sentences)
  }
}
