// DelimitedTable.swift
// Tables as text: cells between commas, semicolons or tabs, in quotation marks where a cell holds such a character or a
// line end (RFC 4180).

import Localization

/// A row of a table.
struct TableRow {
  /// Where it begins.
  let line: Int
  let cells: [String]

  /// A cell without the white space around it; empty where the row is too short.
  func cell(_ index: Int?) -> String {
    guard let index, index < cells.count else { return "" }
    return String(decoding: MarkText.trimmed(Array(cells[index].utf8)[...]), as: UTF8.self)
  }
}

package enum DelimitedTable {
  package static let comma = UInt8(ascii: ","), semicolon = UInt8(ascii: ";"), tab: UInt8 = 0x09
  private static let quote = UInt8(ascii: "\"")

  /// The character between the cells of the first line: the one of which there are most.
  static func delimiter(of text: MarkText) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in text.bytes {
      if byte == quote { isQuoted.toggle() }
      if !isQuoted {
        if byte == 0x0A || byte == 0x0D { break }
        counts[byte, default: 0] += 1
      }
    }
    return [comma, semicolon, tab].max { (counts[$0] ?? 0) < (counts[$1] ?? 0) } ?? comma
  }

  /// All rows with something in them.
  ///
  /// - Parameter hasQuotes: false for programs that write quotation marks as they are.
  /// - Complexity: O(n)
  static func rows(
    _ text: MarkText, delimiter: UInt8, hasQuotes: Bool = true
  ) throws(MarkFileError) -> [TableRow] {
    let bytes = text.bytes
    var rows: [TableRow] = [], cells: [String] = [], cell: [UInt8] = []
    var line = 1, start = 1, place = 0
    func endRow(_ cells: [String]) {
      if cells.contains(where: { !$0.utf8.allSatisfy { $0 <= 0x20 } }) {
        rows.append(TableRow(line: start, cells: cells))
      }
    }
    while place < bytes.count {
      let byte = bytes[place]
      if hasQuotes, byte == quote, cell.isEmpty {
        let opened = line
        place += 1
        while true {
          guard place < bytes.count else {
            throw MarkFileError(
              line: opened, Sentence("the quotation mark there is not closed: the file is cut off or damaged")
            )
          }
          if bytes[place] == quote {
            place += 1
            guard place < bytes.count, bytes[place] == quote else { break }
          } else if bytes[place] == 0x0A
            || bytes[place] == 0x0D && (place + 1 == bytes.count || bytes[place + 1] != 0x0A)
          {
            line += 1
          }
          cell.append(bytes[place])
          place += 1
        }
        // What follows the closing mark belongs to the cell, as in spreadsheets.
        while place < bytes.count, bytes[place] != delimiter, bytes[place] != 0x0A, bytes[place] != 0x0D {
          cell.append(bytes[place])
          place += 1
        }
        continue
      }
      place += 1
      switch byte {
      case delimiter:
        cells.append(String(decoding: cell, as: UTF8.self))
        cell = []
      case 0x0A, 0x0D:
        if byte == 0x0D, place < bytes.count, bytes[place] == 0x0A { place += 1 }
        endRow(cells + [String(decoding: cell, as: UTF8.self)])
        (cells, cell) = ([], [])
        line += 1
        start = line
      default: cell.append(byte)
      }
    }
    if !cells.isEmpty || !cell.isEmpty { endRow(cells + [String(decoding: cell, as: UTF8.self)]) }
    return rows
  }

  /// Whether a spreadsheet would take a cell for a formula, and run it; with marks in front that keep it from that.
  private static func isFormula(_ cell: String) -> Bool {
    guard let first = cell.utf8.first(where: { $0 != guardMark }) else { return false }
    return [UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D].contains(
      first)
  }

  /// Spreadsheets take what follows it for a text.
  private static let guardMark = UInt8(ascii: "'")

  /// A text that people typed, as a cell that no spreadsheet takes for a formula.
  static func guarded(_ text: String) -> String { isFormula(text) ? "'" + text : text }

  /// The text of such a cell.
  static func unguarded(_ cell: String) -> String {
    cell.utf8.first == guardMark && isFormula(cell) ? String(cell.dropFirst()) : cell
  }

  /// A row as a line with its end.
  package static func line(_ cells: [String], delimiter: UInt8) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(delimiter) }
      let isSpecial = cell.utf8.contains { $0 == delimiter || $0 == quote || $0 == 0x0A || $0 == 0x0D }
      let hasSpace = cell.utf8.first.map { $0 <= 0x20 } == true || cell.utf8.last.map { $0 <= 0x20 } == true
      guard isSpecial || hasSpace else {
        bytes += cell.utf8
        continue
      }
      bytes.append(quote)
      for byte in cell.utf8 where byte != 0 {
        if byte == quote { bytes.append(byte) }
        bytes.append(byte)
      }
      bytes.append(quote)
    }
    return bytes + [0x0A]
  }
}
