// MarkListingTests.swift
// Lists against a plain sort and search, and what has to be replaced from one to the next.

import TestSupport
import Testing

@testable import Marks

@Suite struct MarkListingTests {
  private func marks(_ listing: MarkListing) -> [Mark] { (0..<listing.count).map { listing[$0].mark } }

  @Test func `a list is sorted by each column, and equal ones by their starts`() {
    let document = MarkDocument.random(seed: 5, tiers: 3, marks: 500)
    let all = document.tiers.flatMap(\.marks)
    for isAscending in [true, false] {
      func expected<Key: Comparable>(_ key: (Mark) -> Key) -> [Key] {
        let keys = all.map(key).sorted()
        return isAscending ? keys : keys.reversed()
      }
      for column in MarkListing.Column.allCases {
        let listing = MarkListing(document, order: .init(column, isAscending: isAscending))
        let found = marks(listing)
        #expect(Set(found.map(\.id)) == Set(all.map(\.id)) && listing.total == all.count)
        switch column {
        case .name: #expect(found.map { $0.name.lowercased() } == expected { $0.name.lowercased() })
        case .start: #expect(found.map(\.range.lowerBound) == expected(\.range.lowerBound))
        case .length: #expect(found.map(\.range.count) == expected(\.range.count))
        }
        for row in found.indices.prefix(50) {
          let (mark, tier) = listing[row]
          #expect(document.tiers[tier].marks.contains(mark))
        }
      }
    }
  }

  @Test func `the filter finds text in names and notes, whatever its case`() {
    var document = MarkDocument(sampleRate: 1000)
    let tier = document.addTier("a")
    let texts = [("One", ""), ("two", "ÜBER one"), ("drei", "x"), ("", "")]
    document.add(
      texts.enumerated().map { index, text in
        Mark(id: Mark.ID(number: 0), range: index..<index, name: text.0, note: text.1)
      }, to: tier)
    func found(_ filter: String) -> [Int] {
      marks(MarkListing(document, filter: filter)).map(\.range.lowerBound)
    }
    #expect(found("") == [0, 1, 2, 3])
    #expect(found("oNE") == [0, 1])
    #expect(found("über") == [1])
    #expect(found("e") == [0, 1, 2])
    #expect(found("none") == [])
    #expect(MarkListing(nil).count == 0)
  }

  @Test func `rows are found by the marks that stand in them`() {
    let document = MarkDocument.random(seed: 7, tiers: 2, marks: 40)
    let listing = MarkListing(document, order: MarkListing.Order(.length, isAscending: false))
    #expect(Array(listing.ids) == marks(listing).map(\.id) && !listing.ids.isEmpty)
    for (row, id) in listing.ids.enumerated() { #expect(listing.rows(of: [id]) == [row]) }
  }

  @Test func `the next of a tier is merged, and marks go to a new tier, and back`() throws {
    var document = MarkDocument(sampleRate: 1000)
    let words = document.addTier("words"), other = document.addTier("other")
    func add(_ range: Range<Int>, _ name: String, _ tier: MarkTier.ID) throws -> Mark.ID {
      let (change, id) = try #require(document.adding(range, name: name, to: tier))
      document.apply(change)
      return id
    }
    let one = try add(0..<10, "one", words)
    _ = try add(5..<8, "between", other)
    let two = try add(20..<30, "two", words)
    #expect(document.merging(withNext: two) == nil)
    let before = document
    let merge = try #require(document.merging(withNext: one))
    document.apply(merge)
    #expect(document.tiers[0].marks.map(\.name) == ["one two"] && document.tiers[0].marks[0].range == 0..<30)
    #expect(merge.lostMarks == [two])
    document.apply(merge.inverted)
    #expect(document == before)
    let (change, id) = document.moving([one, two], toNewTier: "new")
    document.apply(change)
    #expect(document.tier(id)?.marks.map(\.name) == ["one", "two"] && document.tiers[0].marks.isEmpty)
    document.apply(change.inverted)
    #expect(document.tiers == before.tiers)
  }
}
