// MarkListModel.swift
// The list of marks: how it is sorted and filtered, what its rows say, and what a choice of rows does. Main actor.

import Localization
import Marks
import Observation
import WaveformCore
import WaveformModel

/// The marks of a diagram as a list.
@Observable @MainActor final class MarkListModel {
  /// Shows only marks with this text in their name or note; empty: all.
  var filter = ""
  var order = MarkListing.Order()
  /// True while somebody looks at it.
  var isShown = false
  @ObservationIgnored private let diagram: DiagramViewModel
  @ObservationIgnored private var made: (version: Int, order: MarkListing.Order, filter: String, MarkListing)?

  init(_ diagram: DiagramViewModel) { self.diagram = diagram }

  /// The rows.
  ///
  /// - Complexity: that of making a `MarkListing` after a change, else O(1)
  var listing: MarkListing {
    let version = diagram.marks.version
    if let made, made.version == version, made.order == order, made.filter == filter { return made.3 }
    let listing = MarkListing(diagram.marks.document, order: order, filter: filter)
    made = (version, order, filter, listing)
    return listing
  }

  /// How many marks there are, and how many of them are shown.
  var summary: String {
    let shown = listing.count, all = listing.total
    if all == 0 { return localized("No marks") }
    return filter.isEmpty
      ? localized("\(grouped(all)) mark", plural: "\(grouped(all)) marks", count: all)
      : localized(
        "\(grouped(shown)) of \(grouped(all)) mark", plural: "\(grouped(shown)) of \(grouped(all)) marks",
        count: all)
  }

  // MARK: Rows

  /// What a column says of a mark; empty for the length of a point.
  func text(_ column: MarkListing.Column, of mark: Mark) -> String {
    let range = diagram.marks.axisRange(of: mark), rate = max(diagram.sampleRate, 1)
    // With the same digits at every zoom, unlike what stands below the waveform.
    return switch column {
    case .name: mark.name
    case .start:
      Numerals.shown(
        diagram.timeFormat.text(ofFrame: range.lowerBound + diagram.timeOrigin, sampleRate: rate))
    case .length:
      mark.isPoint ? "" : Numerals.shown(diagram.timeFormat.text(ofLength: range.count, sampleRate: rate))
    }
  }

  /// A row as it is read aloud.
  ///
  /// - Parameter listing: the one that is shown, which may be older than `listing`.
  func spoken(_ row: Int, in listing: MarkListing) -> String {
    let (mark, tier) = listing[row]
    let name = mark.name.isEmpty ? localized("unnamed", context: "mark") : mark.name
    let length =
      mark.isPoint ? localized("point", context: "mark") : localized("length \(text(.length, of: mark))")
    let parts = [name, text(.start, of: mark), length]
    return (diagram.marks.tiers.count > 1 ? parts + [listing.tier(tier).name] : parts).joined(separator: ", ")
  }

  // MARK: Choices

  /// The rows of the selected marks.
  var selectedRows: [Int] { listing.rows(of: diagram.marks.selection.all) }

  /// Selects the marks of rows. A single one is shown, and the playhead goes there.
  func select(_ rows: [Int]) {
    let rows = rows.filter { $0 < listing.count }
    guard rows.count != 1 else { return diagram.show(listing[rows[0]].mark) }
    let ids = Set(rows.map { listing[$0].mark.id })
    let last = diagram.marks.selected.flatMap { ids.contains($0) ? $0 : nil }
    diagram.marks.select(ids, last: last ?? rows.last.map { listing[$0].mark.id })
  }

  /// Removes the selected marks, and selects the one that takes their place.
  func removeSelected() {
    let row = selectedRows.first
    diagram.marks.removeSelected()
    guard let row, listing.count > 0 else { return }
    diagram.marks.select(listing[min(row, listing.count - 1)].mark.id)
  }

  /// Ends naming a mark, and names the one of the next row, or of the one before.
  ///
  /// - Parameter name: nil when no name is being typed.
  /// - Returns: false when there is no further row.
  @discardableResult func nameNext(after name: String?, isForward: Bool) -> Bool {
    let row = diagram.marks.selected.flatMap { listing.rows(of: [$0]).first }
    let next = row.map { $0 + (isForward ? 1 : -1) }
    // A new name may sort the list anew.
    let mark = next.flatMap { (0..<listing.count).contains($0) ? listing[$0].mark : nil }
    if let name { diagram.marks.endNaming(name) }
    guard let mark else { return false }
    diagram.show(mark)
    diagram.marks.beginNaming(mark.id, in: .list)
    return true
  }
}
