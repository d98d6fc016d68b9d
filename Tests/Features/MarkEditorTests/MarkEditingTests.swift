// MarkEditingTests.swift
// What is done with the marks of a real recording: added, found, split, merged, named one after the other, put into tiers,
// and listed.

import Marks
import ModelTestSupport
import Playback
import Testing
import WaveformCore
import WaveformModel

@testable import MarkEditor

@MainActor @Suite struct `Marks that are edited` {
  private let folder = RecordingFolder()

  private func names(_ diagram: DiagramViewModel) -> [String] {
    diagram.marks.tiers.flatMap(\.marks).map { "\($0.name) \($0.range)" }
  }

  private func withMarks(_ marks: [(FrameRange, String)]) async throws -> DiagramViewModel {
    let diagram = try await folder.opened()
    for (range, name) in marks {
      diagram.marks.add(over: range)
      diagram.marks.endNaming(name)
    }
    return diagram
  }

  private func kind(_ diagram: DiagramViewModel) -> MarkStep.Kind? {
    diagram.lanes.undoChange?.own(MarkStep.self)?.kind
  }

  @Test func `the selection is marked with its frequencies, or without one the playhead`() async throws {
    defer { folder.remove() }
    let diagram = try await folder.opened()
    diagram.transport.movePlayhead(to: 1000)
    diagram.addMark()
    #expect(diagram.marks.naming?.isNew == true && names(diagram) == [" 1000..<1000"])
    diagram.marks.endNaming("a point")
    let band = FrequencyBand(low: 100, high: 200)
    diagram.select(Selection(anchor: 2000, head: 5000, band: band))
    diagram.addMark()
    diagram.marks.endNaming("a range")
    #expect(names(diagram) == ["a point 1000..<1000", "a range 2000..<5000"])
    let mark = diagram.marks.tiers[0].marks[1]
    #expect(mark.band == band)
    diagram.clearSelection()
    diagram.select(mark)
    #expect(diagram.selection == Selection(anchor: 2000, head: 5000, band: band) && diagram.playhead == 2000)
  }

  @Test func `a mark is dragged, found by keys and removed`() async throws {
    defer { folder.remove() }
    let diagram = try await folder.opened()
    for (range, name) in [(1000..<3000, "a"), (2000..<2500, "b"), (9000..<9000, "c")] {
      #expect(diagram.marks.add(over: range))
      diagram.marks.endNaming(name)
    }
    let mark = try #require(diagram.marks.tiers[0].marks.first)
    diagram.marks.drag(mark, to: 4000..<6000)
    #expect(names(diagram)[0] == "a 1000..<3000" && diagram.marks.draft?.range == 4000..<6000)
    diagram.marks.endDrag(isTaken: true)
    #expect(names(diagram) == ["b 2000..<2500", "a 4000..<6000", "c 9000..<9000"])
    diagram.transport.movePlayhead(to: 0)
    var found: [Double] = []
    for _ in 0..<4 {
      diagram.selectMark(forward: true)
      found.append(diagram.playhead)
    }
    #expect(found == [2000, 4000, 9000, 9000] && diagram.selection == nil)
    diagram.selectMark(forward: false)
    #expect(diagram.selection?.range == 4000..<6000)
    diagram.marks.removeSelected()
    #expect(names(diagram) == ["b 2000..<2500", "c 9000..<9000"] && diagram.marks.selected == nil)
    diagram.lanes.undo()
    #expect(names(diagram) == ["b 2000..<2500", "a 4000..<6000", "c 9000..<9000"])
    // What was selected on the way lies in the same history.
    while case .selection = diagram.lanes.undoChange { diagram.lanes.undo() }
    diagram.lanes.undo()
    #expect(names(diagram)[0] == "a 1000..<3000")
  }

  @Test func `two windows come to rest whatever is done to tiers`() async throws {
    defer { folder.remove() }
    let one = try await folder.opened(), other = try await folder.opened()
    func tiers(_ diagram: DiagramViewModel) -> [String] { diagram.marks.tiers.map(\.name).sorted() }
    func rest() async throws {
      var last = -1
      while last != one.marks.savings + other.marks.savings {
        last = one.marks.savings + other.marks.savings
        try await Task.sleep(for: .milliseconds(400))
        try #require(last < 40, "the file is written again and again")
      }
    }
    one.marks.add(over: 100..<200)
    one.marks.endNaming("a")
    one.marks.addTier("second", color: nil)
    one.marks.add(over: 300..<400)
    one.marks.endNaming("b")
    try await wait { names(other).count == 2 && tiers(one) == tiers(other) }
    let first = try #require(one.marks.tiers.first?.id)
    one.marks.change(first, name: "x", color: 3)
    try await wait { tiers(one) == tiers(other) && tiers(one).contains("x") }
    try await rest()
    // One without marks is kept as well.
    one.marks.select(nil)
    one.marks.addTier("empty", color: nil)
    try await wait { tiers(other).contains("empty") }
    try await rest()
    #expect(tiers(one) == tiers(other) && tiers(one).contains("empty"))
    #expect(tiers(try await folder.opened()) == tiers(one))
  }

  @Test func `a range is split at the playhead again and again, and merged`() async throws {
    defer { folder.remove() }
    let diagram = try await withMarks([(1000..<4000, "a")])
    diagram.transport.movePlayhead(to: 500)
    #expect(!diagram.splitMark())
    for place in [2000, 3000] {
      diagram.transport.movePlayhead(to: Double(place))
      #expect(diagram.splitMark() && kind(diagram) == .split)
    }
    #expect(names(diagram) == ["a 1000..<2000", "a 2000..<3000", "a 3000..<4000"])
    #expect(!diagram.marks.mergeSelected(), "nothing comes behind the last one")
    let all = diagram.marks.tiers[0].marks
    diagram.marks.select(all[0].id)
    #expect(diagram.marks.mergeSelected() && kind(diagram) == .merged)
    #expect(names(diagram) == ["a a 1000..<3000", "a 3000..<4000"])
    diagram.lanes.undo()
    diagram.marks.select([all[0].id, all[2].id], last: all[2].id)
    #expect(diagram.marks.mergeSelected())
    #expect(names(diagram) == ["a a 1000..<4000", "a 2000..<3000"])
    for _ in 0..<3 { diagram.lanes.undo() }
    #expect(names(diagram) == ["a 1000..<4000"])
  }

  @Test func `marks go to another tier, and new ones to the tier that was used last`() async throws {
    defer { folder.remove() }
    let diagram = try await withMarks([(0..<10, "a"), (20..<30, "b"), (40..<50, "c")])
    let marks = diagram.marks, all = marks.tiers[0].marks.map(\.id)
    marks.select([all[0], all[1]], last: all[1])
    marks.addTier("words", color: 2)
    #expect(marks.tiers.map(\.name) == ["Marks", "words"] && marks.tiers[1].marks.map(\.name) == ["a", "b"])
    #expect(kind(diagram) == .tierAdded && marks.currentTier?.name == "words")
    marks.add(over: 60..<70)
    marks.endNaming("d")
    #expect(marks.tiers[1].marks.map(\.name) == ["a", "b", "d"])
    marks.select(all[2])
    marks.moveSelected(to: marks.tiers[1].id)
    #expect(marks.tiers.map(\.marks.count) == [0, 4] && kind(diagram) == .exchanged)
    marks.change(marks.tiers[1].id, name: "lines", color: 3)
    #expect(marks.tiers[1].name == "lines" && marks.tiers[1].color == 3 && kind(diagram) == .tierChanged)
    marks.select([all[0], all[2]], last: all[0])
    marks.remove(marks.tiers[1].id)
    #expect(marks.tiers.map(\.name) == ["Marks"] && marks.isEmpty && marks.selection.all.isEmpty)
    // The tier is gone, so the first one is used.
    marks.add(over: 5..<6)
    marks.endNaming("e")
    #expect(marks.tiers[0].marks.map(\.name) == ["e"])
    for _ in 0..<2 { diagram.lanes.undo() }
    #expect(marks.tiers.map(\.marks.count) == [0, 4])
    for _ in 0..<4 { diagram.lanes.undo() }
    #expect(marks.tiers.map(\.name) == ["Marks"] && marks.document?.count == 3)
  }

  @Test func `several marks are removed and edited as one step each`() async throws {
    defer { folder.remove() }
    let diagram = try await withMarks([(0..<10, "a"), (20..<30, "b"), (40..<50, "c")])
    let marks = diagram.marks, all = marks.tiers[0].marks.map(\.id)
    marks.edit(all[1], name: "B", note: "loud", band: FrequencyBand(low: 100, high: 200))
    #expect(marks.tiers[0].marks[1].note == "loud" && kind(diagram) == .edited)
    marks.select(Set(all.prefix(2)), last: all[0])
    marks.removeSelected()
    #expect(marks.tiers[0].marks.map(\.name) == ["c"] && kind(diagram) == .removed)
    diagram.lanes.undo()
    #expect(marks.tiers[0].marks.map(\.name) == ["a", "B", "c"])
    marks.select(Set(all), last: all[0])
    diagram.lanes.redo()
    #expect(marks.selection.all == [all[2]] && marks.selected == all[2], "what is gone is not selected")
  }

  @Test func `naming goes from mark to mark`() async throws {
    defer { folder.remove() }
    let diagram = try await withMarks([(0..<10, "a"), (20..<30, "b"), (40..<50, "c")])
    let all = diagram.marks.tiers[0].marks.map(\.id)
    diagram.marks.beginNaming(all[0])
    #expect(diagram.nameNext(after: "A", isForward: true) && diagram.marks.naming?.id == all[1])
    #expect(diagram.selection?.range == 20..<30)
    #expect(diagram.nameNext(after: "b", isForward: true))
    #expect(!diagram.nameNext(after: "C", isForward: true) && diagram.marks.naming == nil)
    #expect(diagram.marks.tiers[0].marks.map(\.name) == ["A", "b", "C"])
  }

  @Test func `the list selects, shows, removes and names`() async throws {
    defer { folder.remove() }
    let diagram = try await withMarks([(0..<10, "b"), (2000..<2300, "a"), (4000..<4000, "c")])
    let list = MarkListModel(diagram)
    list.order = .init(.name)
    #expect((0..<3).map { list.listing[$0].mark.name } == ["a", "b", "c"] && list.summary == "3 marks")
    list.select([2])
    #expect(diagram.playhead == 4000 && diagram.selection == nil && list.selectedRows == [2])
    list.select([0])
    #expect(diagram.selection?.range == 2000..<2300)
    #expect(
      list.spoken(0, in: list.listing).hasPrefix("a, ")
        && list.spoken(0, in: list.listing).contains(", length "))
    #expect(list.spoken(2, in: list.listing).hasSuffix(", point"))
    list.select([0, 1])
    #expect(diagram.playhead == 2000 && diagram.marks.selection.all.count == 2)
    // A name that sorts the list anew does not lose the next row.
    list.select([0])
    diagram.marks.beginNaming(try #require(diagram.marks.selected), in: .list)
    #expect(list.nameNext(after: "z", isForward: true) && diagram.marks.selectedMark?.name == "b")
    diagram.marks.endNaming(nil)
    list.filter = "C"
    #expect(list.listing.count == 1 && list.summary == "1 of 3 marks")
    list.filter = ""
    list.select([0])
    list.removeSelected()
    #expect(list.listing.count == 2 && diagram.marks.selectedMark?.name == "c", "the next row")
  }

  @Test func `frequencies are typed as they come`() {
    func typed(_ low: String, _ high: String) -> TypedBand { TypedBand(low: low, high: high, highest: 4000) }
    #expect(typed("", " ") == .band(nil))
    #expect(typed("100", "") == .band(FrequencyBand(low: 100, high: 4000)))
    #expect(typed("", "1,5") == .band(FrequencyBand(low: 0, high: 1.5)))
    #expect(typed("2 000", "3000.25") == .band(FrequencyBand(low: 2000, high: 3000.25)))
    for (low, high) in [("x", "5"), ("5", "1 k"), ("-1", "5"), ("nan", "5"), ("1", "inf"), ("6", "5")] {
      guard case .problem(let text) = typed(low, high) else {
        Issue.record("\(low) to \(high) was taken")
        continue
      }
      #expect(text.hasSuffix("."))
    }
  }
}
