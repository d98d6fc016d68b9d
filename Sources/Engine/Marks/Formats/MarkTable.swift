// MarkTable.swift
// Marks as a table with a header, CSV or TSV: ours, and those of other programs and people, whose columns are found by
// their names. Times are seconds unless the name of the column says otherwise, such as "Start (ms)" or "end_frame".

import Localization
import WaveformCore

/// CSV: commas between the cells.
enum CommaTable: WritableMarkFormat {
  static let name = "CSV"
  static func read(_ text: MarkText, clock: MarkClock) throws(MarkFileError) -> MarkReading {
    try MarkTable.read(text, clock: clock, delimiter: DelimitedTable.delimiter(of: text))
  }
  static func write(_ document: MarkDocument) -> WrittenMarks {
    MarkTable.write(document, name: name, delimiter: DelimitedTable.comma)
  }
}

/// TSV: tabs between the cells.
enum TabTable: WritableMarkFormat {
  static let name = "TSV"
  /// Whether it begins as a table that ELAN exports without a header.
  static func isOfELAN(_ text: MarkText) -> Bool {
    guard let first = text.lines.first(where: { _ in true }) else { return false }
    let cells = first.bytes.split(separator: DelimitedTable.tab, omittingEmptySubsequences: false)
    let row = TableRow(line: 1, cells: cells.map { String(decoding: $0, as: UTF8.self) })
    return MarkColumns(tiers: row) != nil
  }

  static func read(_ text: MarkText, clock: MarkClock) throws(MarkFileError) -> MarkReading {
    try MarkTable.read(text, clock: clock, delimiter: DelimitedTable.tab)
  }
  static func write(_ document: MarkDocument) -> WrittenMarks {
    MarkTable.write(document, name: name, delimiter: DelimitedTable.tab)
  }
}

enum MarkTable {
  private static let header = ["Tier", "Name", "Start (s)", "End (s)", "Note", "Low (Hz)", "High (Hz)"]

  static func write(_ document: MarkDocument, name: String, delimiter: UInt8) -> WrittenMarks {
    let clock = MarkClock(sampleRate: document.sampleRate)
    var losses = MarkLosses(name, of: document, abilities: [.notes, .bands, .tiers, .lines, .early])
    var bytes = DelimitedTable.line(header, delimiter: delimiter)
    for tier in document.tiers {
      for mark in tier.marks {
        losses.add(.name, count: mark.name.utf8.contains(0) || mark.note.utf8.contains(0) ? 1 : 0)
        bytes += DelimitedTable.line(
          [
            DelimitedTable.guarded(tier.name), DelimitedTable.guarded(mark.name),
            clock.seconds(mark.range.lowerBound),
            mark.isPoint ? "" : clock.seconds(mark.range.upperBound), DelimitedTable.guarded(mark.note),
            mark.band.map { "\($0.low)" } ?? "", mark.band.map { "\($0.high)" } ?? "",
          ], delimiter: delimiter)
      }
    }
    return WrittenMarks(bytes: bytes, losses: losses.sentences)
  }

  static func read(_ text: MarkText, clock: MarkClock, delimiter: UInt8) throws(MarkFileError) -> MarkReading
  {
    let rows = try DelimitedTable.rows(text, delimiter: delimiter)
    var marks = MarkGathering(clock, remarks: text.remarks)
    marks.remark(text.cutRemark)
    guard let first = rows.first else { throw MarkFileError(Sentence("it holds no table")) }
    var columns: MarkColumns
    if DecimalNumber(Array(first.cells[0].utf8), comma: true) != nil {
      columns = MarkColumns(plain: first)
      marks.remark(Sentence("The table has no header: its columns were taken as start, end and name."))
    } else {
      columns = MarkColumns(header: first)
      // A word of the first annotation may be called as a column is.
      if let plain = MarkColumns(tiers: first) {
        columns = plain
        marks.remark(
          Sentence(
            "The table has no header: its columns were taken as tier, start, end and name, as ELAN writes them."
          ))
      } else if columns.hasStart {
        marks.remark(columns.unknownRemark)
      } else {
        throw MarkFileError(line: first.line, Sentence("no column is called “Start”, “Begin” or “Time”"))
      }
    }
    columns.isGuarded = true
    for row in rows.dropFirst(columns.hasHeader ? 1 : 0) { try columns.add(row, clock, to: &marks) }
    return marks.reading()
  }
}

/// Which column of a table holds what.
struct MarkColumns {
  private(set) var hasHeader = true
  /// True where texts may be kept from being taken for formulas (`DelimitedTable.guarded`).
  var isGuarded = false
  private var columns: [Field: Int] = [:]
  /// The unit of each column of times.
  private var units: [Int: Unit] = [:]
  private var unknown: [String] = []

  private enum Unit { case seconds, milliseconds, frames }
  private enum Field: CaseIterable { case start, end, length, name, tier, note, low, high }

  /// What columns are called, the best name first.
  private static let names: [Field: [String]] = [
    .start: [
      "start", "begin", "onset", "start time", "begin time", "from", "tmin", "xmin", "time", "position",
    ],
    // "Offset" beside "Onset": see `init(header:)`.
    .end: ["end", "stop", "end time", "stop time", "to", "tmax", "xmax", "finish", "offset"],
    .length: ["length", "duration", "delta time"],
    .name: [
      "name", "label", "annotation", "text", "title", "species", "common name", "tags", "transcript", "word",
      "trial type", "value",
    ],
    .tier: ["tier", "track", "layer"], .note: ["note", "notes", "comment", "comments", "description"],
    .low: ["low", "low freq", "low frequency", "freq low", "min frequency", "minimum frequency", "fmin"],
    .high: [
      "high", "high freq", "high frequency", "freq high", "max frequency", "maximum frequency", "fmax",
    ],
  ]

  /// Without a header: a start, an end if the second cell is a number as well, and a name.
  init(plain row: TableRow) {
    hasHeader = false
    columns[.start] = 0
    let hasEnd = row.cells.count > 1 && DecimalNumber(Array(row.cells[1].utf8), comma: true) != nil
    if hasEnd { columns[.end] = 1 }
    let name = hasEnd ? 2 : 1
    if row.cells.count > name { columns[.name] = name }
  }

  /// Without a header, as ELAN exports annotations: the tier, perhaps a participant, start, end and length, each as a clock,
  /// in seconds or in both forms, and the text.
  ///
  /// - Returns: nil for any other row.
  init?(tiers row: TableRow) {
    hasHeader = false
    let cells = row.cells.map { Array($0.utf8) }
    let clock = MarkClock(sampleRate: 1000)
    /// Columns and their times; the last cell is the text.
    func times(_ time: ([UInt8]) -> Int?) -> [(column: Int, time: Int)] {
      cells.indices.dropFirst().dropLast().compactMap { column in time(cells[column]).map { (column, $0) } }
    }
    var found = times { $0.count { $0 == UInt8(ascii: ":") } == 2 ? clock.frame(clock: $0) : nil }
    if found.isEmpty {
      found = times { clock.frame(seconds: $0) }
      // ELAN writes three digits behind the point of seconds, and milliseconds without one.
      if found.allSatisfy({ !cells[$0.column].contains(UInt8(ascii: ".")) }) {
        for (column, _) in found { units[column] = .milliseconds }
      }
    }
    guard DecimalNumber(cells.first ?? [], comma: true) == nil, 2...3 ~= found.count,
      found[0].time <= found[1].time,
      found.count == 2 || abs(found[1].time - found[0].time - found[2].time) <= 1
    else { return nil }
    (columns[.tier], columns[.start], columns[.end]) = (0, found[0].column, found[1].column)
    columns[.name] = cells.count - 1
  }

  init(header row: TableRow) {
    var ranks: [Field: Int] = [:]
    let hasOnset = row.cells.contains { Self.parts(of: $0).0 == "onset" }
    for (index, cell) in row.cells.enumerated() {
      let (name, unit) = Self.parts(of: cell)
      // By itself it may be a shift of anything.
      if name == "offset", !hasOnset {
        unknown.append(MarkText.oneLine(cell))
        continue
      }
      let found = Field.allCases.lazy
        .compactMap { field in Self.names[field]?.firstIndex(of: name).map { (field, $0) } }.first
      guard let (field, rank) = found, rank < ranks[field] ?? .max else {
        if !name.isEmpty { unknown.append(MarkText.oneLine(cell)) }
        continue
      }
      if let old = columns[field] { unknown.append(MarkText.oneLine(row.cells[old])) }
      ranks[field] = rank
      columns[field] = index
      units[index] = unit
    }
  }

  var hasStart: Bool { columns[.start] != nil }

  /// "Start (ms)", "start_ms" and "StartFrame" in words, and the unit.
  private static func parts(of cell: String) -> (String, Unit) {
    var words: [String] = [], word = "", wasLower = false
    for character in cell.prefix(100) {
      let isBreak = !(character.isLetter || character.isNumber)
      if isBreak || character.isUppercase && wasLower {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if !isBreak { word += character.lowercased() }
      wasLower = character.isLowercase
    }
    if !word.isEmpty { words.append(word) }
    var unit = Unit.seconds
    // ELAN's names: "Begin Time - hh:mm:ss.ms", "… - ss.msec", "… - msec".
    for end in [["hh", "mm", "ss", "ms"], ["ss", "msec"]]
    where words.count > end.count && words.suffix(end.count) == end[...] {
      return (words.dropLast(end.count).joined(separator: " "), unit)
    }
    if words.count > 1, let last = words.last {
      switch last {
      case "s", "sec", "secs", "second", "seconds", "hz": words.removeLast()
      case "ms", "msec", "millisecond", "milliseconds":
        unit = .milliseconds
        words.removeLast()
      case "frame", "frames", "sample", "samples":
        unit = .frames
        words.removeLast()
      default: break
      }
    }
    return (words.joined(separator: " "), unit)
  }

  /// What was not taken from the table.
  var unknownRemark: Sentence? {
    guard !unknown.isEmpty else { return nil }
    let names = unknown.prefix(8).map { "“\($0)”" }.joined(separator: ", ")
    return unknown.count > 8
      ? Sentence("Columns that are not about marks were left out: \(names) and others.")
      : Sentence("Columns that are not about marks were left out: \(names).")
  }

  func add(_ row: TableRow, _ clock: MarkClock, to marks: inout MarkGathering) throws(MarkFileError) {
    guard let start = try time(row, columns[.start], clock) else {
      throw MarkFileError(line: row.line, Sentence("there is no start"))
    }
    var end = try time(row, columns[.end], clock)
    if end == nil, let length = try time(row, columns[.length], clock) { end = start + length }
    let tier = columns[.tier].map { raw(row, $0) }
    try marks.add(
      from: start, to: end ?? start, name: raw(row, columns[.name]), note: raw(row, columns[.note]),
      band: try band(row),
      tier: try marks.tier(tier ?? MarkTier.plainName, line: row.line), line: row.line)
  }

  /// A text as it stands there: spaces at its ends belong to it.
  private func raw(_ row: TableRow, _ index: Int?) -> String {
    guard let index, index < row.cells.count else { return "" }
    return isGuarded ? DelimitedTable.unguarded(row.cells[index]) : row.cells[index]
  }

  /// - Returns: nil for an empty cell.
  private func time(_ row: TableRow, _ index: Int?, _ clock: MarkClock) throws(MarkFileError) -> Int? {
    let cell = Array(row.cell(index).utf8)
    // BIDS writes "n/a" for what is not known.
    guard let index, !cell.isEmpty, !cell.elementsEqual("n/a".utf8) else { return nil }
    let frame: Int? =
      switch units[index] ?? .seconds {
      case .seconds: cell.contains(UInt8(ascii: ":")) ? clock.frame(clock: cell) : clock.frame(seconds: cell)
      case .milliseconds:
        // A thousandth of the unit is a thousand times the rate.
        MarkClock(sampleRate: 1_000_000).frame(seconds: cell).flatMap {
          clock.frame(of: $0, ticksPerSecond: 1_000_000_000)
        }
      case .frames:
        Int(String(decoding: cell, as: UTF8.self)).flatMap { $0.magnitude <= Mark.furthest ? $0 : nil }
      }
    guard let frame else {
      throw MarkFileError(line: row.line, Sentence("\(MarkFileError.quoted(cell)) is no time"))
    }
    return frame
  }

  private func band(_ row: TableRow) throws(MarkFileError) -> FrequencyBand? {
    let low = row.cell(columns[.low]), high = row.cell(columns[.high])
    guard !low.isEmpty || !high.isEmpty else { return nil }
    guard let lower = DecimalNumber(Array(low.utf8), comma: true)?.value,
      let upper = DecimalNumber(Array(high.utf8), comma: true)?.value,
      let band = FrequencyBand(low: min(lower, upper), high: max(lower, upper))
    else {
      throw MarkFileError(
        line: row.line, Sentence("\(MarkFileError.quoted("\(low) … \(high)".utf8)) are no frequencies"))
    }
    return band
  }
}
