// MarkListing.swift
// The marks of a document as a list that is read: sorted and filtered. A pure value, made anew with each change. A row is
// two numbers; what is written in it is asked for when it comes into view.

import WaveformCore

/// Marks in the order of a list.
public struct MarkListing: Sendable {
  /// By what a list is sorted.
  public enum Column: Int, CaseIterable, Sendable { case name, start, length }

  /// How a list is sorted. Equal marks stand in the order of their starts.
  public struct Order: Hashable, Sendable {
    public var column: Column, isAscending: Bool

    public init(_ column: Column = .start, isAscending: Bool = true) {
      self.column = column
      self.isAscending = isAscending
    }
  }

  /// Marks without the filter.
  public let total: Int
  private let tiers: [MarkTier]
  private var rows: [Row] = []

  private struct Row {
    let tier: Int32, place: Int32
  }

  /// - Parameters:
  ///   - document: nil: no marks.
  ///   - filter: what is to be found in a name or a note, whatever the case is; empty for all marks.
  /// - Complexity: O(n) for one tier by start, else O(n log n)
  public init(_ document: MarkDocument?, order: Order = Order(), filter: String = "") {
    tiers = document?.tiers ?? []
    total = document?.count ?? 0
    rows.reserveCapacity(total)
    let needle = Array(filter.lowercased().utf8)
    for (tier, each) in tiers.enumerated() {
      for place in each.marks.indices where Self.has(needle, each.marks[place]) {
        rows.append(Row(tier: Int32(tier), place: Int32(place)))
      }
    }
    let used = tiers.count { !$0.marks.isEmpty }
    if used > 1 { sort { $0.range.lowerBound } }
    switch order.column {
    case .name: sort { $0.name.lowercased() }
    case .length: sort { $0.range.count }
    case .start: break
    }
    if !order.isAscending { rows.reverse() }
  }

  public var count: Int { rows.count }

  /// The mark of a row, and the place of its tier.
  public subscript(row: Int) -> (mark: Mark, tier: Int) {
    let row = rows[row]
    return (tiers[Int(row.tier)].marks[Int(row.place)], Int(row.tier))
  }

  public func tier(_ place: Int) -> MarkTier { tiers[place] }

  /// The rows of some marks, from top to bottom.
  ///
  /// - Complexity: O(n)
  public func rows(of ids: Set<Mark.ID>) -> [Int] {
    guard !ids.isEmpty else { return [] }
    var found: [Int] = []
    for (row, id) in self.ids.enumerated() where ids.contains(id) {
      found.append(row)
      if found.count == ids.count { break }
    }
    return found
  }

  /// The marks of all rows, by which two lists can be compared.
  public var ids: some RandomAccessCollection<Mark.ID> {
    rows.lazy.map { [tiers] in tiers[Int($0.tier)].marks[Int($0.place)].id }
  }

  private mutating func sort<Key: Comparable>(by key: (Mark) -> Key) {
    let keyed = rows.enumerated().map { (key(tiers[Int($1.tier)].marks[Int($1.place)]), $0, $1) }
    rows = keyed.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  private static func has(_ needle: [UInt8], _ mark: Mark) -> Bool {
    needle.isEmpty || contains(needle, mark.name) || !mark.note.isEmpty && contains(needle, mark.note)
  }

  /// - Parameter needle: not empty.
  private static func contains(_ needle: [UInt8], _ text: String) -> Bool {
    var text = text.lowercased()
    return text.withUTF8 { text in
      guard text.count >= needle.count else { return false }
      return (0...text.count - needle.count).contains { start in
        text[start] == needle[0] && needle.indices.allSatisfy { text[start + $0] == needle[$0] }
      }
    }
  }
}
