// RowTableTests.swift
// A table of a great many rows: how many of them there are at once, which are in view, which columns have room.

import XCTest

@testable import GtkBridge

final class RowTableTests: DisplayTestCase {
  @MainActor private static let columns: [RowTable.Column] = [
    .init("Name", isWide: true), .init("Picture", .picture(width: 120, most: 380, height: 32)),
    .init("Length", .text("00:00:00"), isNumeric: true), .init("Format", .text("WAV"), importance: 2),
    .init("Label", .text("0"), importance: 1),
  ]

  func testColumnsGiveWayInTheirOrderAndPicturesGrow() {
    MainActor.assumeIsolated {
      let widths = [1: 134, 2: 80, 3: 100, 4: 60]
      @MainActor func layout(_ width: Int) -> [Int?] { RowTableRoom.layout(Self.columns, widths, in: width) }
      XCTAssertEqual(layout(0), [0, 134, 80, nil, nil], "those that stay are there at every width")
      var before = 0
      for width in 300...2000 {
        let all = layout(width), shown = all.count { $0 != nil }
        XCTAssertGreaterThanOrEqual(shown, before)
        XCTAssertTrue(all[4] != nil || all[3] == nil, "the label stays longer than the format")
        let taken = all.reduce(0) { $0 + ($1 ?? 0) }
        if width >= 350 { XCTAssertLessThanOrEqual(taken, width - 120, "\(width)") }
        before = shown
      }
      XCTAssertEqual(layout(2000), [0, 400, 80, 100, 60])
    }
  }

  func testTheDifferenceOfTwoListsMakesTheOneOfTheOther() {
    // Every list of up to four of three rows, and every pair of them.
    var lists: [[Int]] = [[]], longest: [[Int]] = [[]]
    for _ in 0..<4 {
      longest = longest.flatMap { list in (0..<3).map { list + [$0] } }
      lists += longest
    }
    for past in lists {
      for next in lists {
        let rows = RowDifference(from: past, to: next)
        var made = past
        made.replaceSubrange(
          rows.start..<rows.start + rows.removed, with: next[rows.start..<rows.start + rows.added])
        XCTAssertEqual(made, next, "\(past)")
        if past == next { XCTAssertEqual(rows, RowDifference(start: past.count, removed: 0, added: 0)) }
      }
    }
    XCTAssertEqual(
      RowDifference(from: [1, 2, 3, 4], to: [1, 5, 6, 3, 4]), RowDifference(start: 1, removed: 1, added: 2))
  }

  func testOfTenThousandRowsFewAreMadeAndThoseInViewAreTold() {
    MainActor.assumeIsolated {
      assertNothingLeft {
        let stage = Stage()
        let table = RowTable(Self.columns, sorted: 0)
        var asked: Set<Int> = [], drawn: Set<Int> = []
        var seen = 0..<0, revision = 0
        var contents = RowTable.Contents(
          text: { row, _ in
            asked.insert(row)
            return "row \(row)"
          }, spoken: { "row \($0)" })
        contents.seen = { seen = $0 }
        contents.revision = { $0 == 3 ? revision : 0 }
        contents.picture = { row, _ in
          drawn.insert(row)
          return nil
        }
        table.contents = contents
        table.set("hexpand", true)
        stage.append(table)
        table.replace(RowDifference(removed: 0, added: 10_000))
        turnLoop { seen.count > 3 && !drawn.isEmpty }
        XCTAssertEqual(seen.lowerBound, 0)
        XCTAssertLessThan(asked.count, 300, "rows that GTK makes")
        XCTAssertLessThan(drawn.count, 100, "pictures of rows in view")
        // Only what has changed is written again.
        asked = []
        revision = 1
        table.refreshChanged()
        XCTAssertEqual(asked, [3])
        table.scroll(to: 9_999)
        turnLoop { seen.contains(9_999) }
        XCTAssertFalse(seen.contains(0))
        stage.close()
      }
    }
  }
}
