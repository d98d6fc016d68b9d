// RecordingMarksTests.swift
// Marks of a real recording in a folder of its own: added, named, moved, taken back, and there again at the next opening.

import Foundation
import Marks
import Playback
import SystemPackage
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct `Marks of a recording` {
  private let folder: String = {
    let path = NSTemporaryDirectory() + "barline-marks-\(UInt32.random(in: 0...(.max)))"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }()

  private func recording(_ name: String = "speech.wav") throws -> FilePath {
    let path = "\(folder)/\(name)"
    if !FileManager.default.fileExists(atPath: path) {
      try FileManager.default.copyItem(atPath: Recordings.speech.string, toPath: path)
    }
    return FilePath(path)
  }

  private func opened(_ path: FilePath) async throws -> DiagramViewModel {
    let diagram = DiagramViewModel(player: ManualClock())
    diagram.navigation.setWidth(1000)
    diagram.lanes.insert(PlotViewModel(path: path))
    try await wait { diagram.plots[0].isComplete && diagram.marks.document != nil }
    return diagram
  }

  private func names(_ diagram: DiagramViewModel) -> [String] {
    diagram.marks.tiers.flatMap(\.marks).map { "\($0.name) \($0.range)" }
  }

  private func clean() { try? FileManager.default.removeItem(atPath: folder) }

  @Test func `nothing is written before the first mark, and each change at once`() async throws {
    defer { clean() }
    let path = try recording(), file = path.string + ".barline-marks.json"
    let diagram = try await opened(path)
    #expect(!FileManager.default.fileExists(atPath: file) && diagram.marks.isEmpty)
    diagram.transport.movePlayhead(to: 1000)
    diagram.addMark()
    #expect(diagram.marks.naming?.isNew == true && names(diagram) == [" 1000..<1000"])
    diagram.marks.endNaming("a point")
    diagram.select(Selection(2000..<5000))
    diagram.addMark()
    diagram.marks.endNaming("a range")
    #expect(names(diagram) == ["a point 1000..<1000", "a range 2000..<5000"])
    diagram.marks.finish()
    let again = try await opened(path)
    #expect(names(again) == names(diagram) && again.lanes.undoChange == nil)
    #expect(again.marks.tiers.map(\.name) == ["Marks"])
  }

  @Test func `a mark and its name are undone together, in the one history`() async throws {
    defer { clean() }
    let diagram = try await opened(try recording())
    diagram.lanes.change(diagram.plots[0], .renamed) { $0.name = "lane" }
    diagram.addMark()
    diagram.marks.endNaming("one")
    diagram.lanes.change(diagram.plots[0], .recolored) { $0.color = 3 }
    diagram.lanes.undo()
    #expect(diagram.plots[0].settings.color == 0 && names(diagram) == ["one 0..<0"])
    diagram.lanes.undo()
    #expect(diagram.marks.isEmpty && diagram.plots[0].settings.name == "lane")
    diagram.lanes.undo()
    #expect(diagram.plots[0].settings.name == nil)
    for _ in 0..<3 { diagram.lanes.redo() }
    #expect(names(diagram) == ["one 0..<0"] && diagram.plots[0].settings.color == 3)
    let id = try #require(diagram.marks.tiers.first?.marks.first?.id)
    diagram.marks.beginNaming(id)
    diagram.marks.endNaming("two")
    #expect(names(diagram) == ["two 0..<0"])
    diagram.lanes.undo()
    #expect(names(diagram) == ["one 0..<0"])
  }

  @Test func `Escape takes a new mark back, and an old one keeps its name`() async throws {
    defer { clean() }
    let diagram = try await opened(try recording())
    diagram.addMark()
    diagram.marks.endNaming(nil)
    #expect(diagram.marks.isEmpty && diagram.marks.selected == nil && diagram.lanes.undoChange == nil)
    diagram.addMark()
    diagram.marks.endNaming("kept")
    diagram.marks.beginNaming(try #require(diagram.marks.selected))
    diagram.marks.endNaming(nil)
    #expect(names(diagram) == ["kept 0..<0"])
  }

  @Test func `a mark is dragged, found by keys and removed`() async throws {
    defer { clean() }
    let diagram = try await opened(try recording())
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

  @Test func `two windows keep the marks of both`() async throws {
    defer { clean() }
    let path = try recording()
    let one = try await opened(path), other = try await opened(path)
    one.marks.add(over: 100..<200)
    one.marks.endNaming("one")
    one.marks.finish()
    other.marks.add(over: 300..<400)
    other.marks.endNaming("other")
    other.marks.finish()
    try await wait { other.marks.tiers.flatMap(\.marks).count == 2 }
    #expect(names(other) == ["one 100..<200", "other 300..<400"])
    #expect(names(try await opened(path)) == names(other))
    // What the second window added is taken back there, and the first one's mark stays.
    other.lanes.undo()
    other.marks.finish()
    #expect(names(try await opened(path)) == ["one 100..<200"])
  }

  @Test func `two windows see each other's marks`() async throws {
    defer { clean() }
    let path = try recording()
    let one = try await opened(path), other = try await opened(path)
    one.marks.add(over: 100..<200)
    one.marks.endNaming("one")
    try await wait { names(other) == ["one 100..<200"] }
    other.marks.add(over: 300..<400)
    other.marks.endNaming("other")
    try await wait { names(one) == ["one 100..<200", "other 300..<400"] }
    // Each takes back what was done there, and nothing is said of the other window.
    other.lanes.undo()
    try await wait { names(one) == ["one 100..<200"] }
    one.lanes.undo()
    try await wait { names(other) == [] }
    #expect(one.marks.notice.count == 0 && other.marks.notice.count == 0)
  }

  @Test func `two windows come to rest whatever is done to tiers`() async throws {
    defer { clean() }
    let path = try recording()
    let one = try await opened(path), other = try await opened(path)
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
    #expect(tiers(try await opened(path)) == tiers(one))
  }

  @Test func `a file of marks that was emptied is written again`() async throws {
    defer { clean() }
    let path = try recording()
    let diagram = try await opened(path)
    diagram.marks.add(over: 100..<200)
    diagram.marks.endNaming("a")
    diagram.marks.finish()
    try Data().write(to: URL(fileURLWithPath: path.string + ".barline-marks.json"))
    diagram.marks.add(over: 300..<400)
    diagram.marks.endNaming("b")
    diagram.marks.finish()
    #expect(diagram.marks.notice.text == "")
    #expect(names(try await opened(path)) == ["a 100..<200", "b 300..<400"])
  }

  @Test func `what another program does is taken as one step, and merged with what was done here`()
    async throws
  {
    defer { clean() }
    let path = try recording(), file = path.string + ".barline-marks.json"
    func write(_ marks: String) throws {
      let text =
        "{\"format\": \"barline-marks\", \"version\": 1, \"sampleRate\": 16000, \"tiers\": [{\"name\": \"Marks\", \"marks\": [\(marks)]}]}"
      try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    }
    let a = "{\"start\": 100, \"end\": 200, \"name\": \"a\"}", b = "{\"start\": 300, \"name\": \"b\"}"
    let diagram = try await opened(path)
    // A file that was not there before.
    try write("\(a), \(b)")
    try await wait { names(diagram) == ["a 100..<200", "b 300..<300"] }
    #expect(diagram.marks.notice.text == "Another program changed the marks: 2 added.")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("\"tiers\": [{\"name\""), "it was written again for nothing")
    diagram.lanes.undo()
    #expect(names(diagram) == [])
    diagram.lanes.redo()
    diagram.marks.finish()
    // Both change something: that of both is kept.
    try write(b)
    diagram.marks.add(over: 5000..<6000)
    diagram.marks.endNaming("own")
    try await wait { names(diagram) == ["b 300..<300", "own 5000..<6000"] }
    diagram.marks.finish()
    try await wait { (try? String(contentsOfFile: file, encoding: .utf8))?.contains("own") == true }
    #expect(names(try await opened(path)) == ["b 300..<300", "own 5000..<6000"])
    // What cannot be read is told, and what is shown stays.
    try Data("{".utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    try await wait { diagram.marks.notice.text.contains("cannot be read") }
    #expect(names(diagram) == ["b 300..<300", "own 5000..<6000"])
    try write(a)
    try await wait { names(diagram).first == "a 100..<200" }
  }

  @Test func `a damaged file is told and never written over`() async throws {
    defer { clean() }
    let path = try recording(), file = path.string + ".barline-marks.json"
    try Data("{\"format\": \"barline-marks\",\n".utf8).write(to: URL(fileURLWithPath: file))
    let diagram = DiagramViewModel(player: ManualClock())
    diagram.lanes.insert(PlotViewModel(path: path))
    try await wait { diagram.marks.notice.count == 1 }
    #expect(diagram.marks.notice.text.contains("line 2"))
    #expect(!diagram.marks.add(over: 0..<5) && diagram.marks.notice.count == 2)
    diagram.marks.finish()
    #expect(try String(contentsOfFile: file, encoding: .utf8).count < 40)
  }

  @Test func `without a folder that can be written, marks are kept with the user's data, and that is said`()
    throws
  {
    defer { clean() }
    let data = FilePath(folder)
    let kept = KeptMarks(of: "/proc/version") { $0 == "XDG_DATA_HOME" ? data : nil }
    var document = MarkDocument(sampleRate: 8000)
    document.apply(try #require(document.adding(1..<5, name: "a")).change)
    let none = try kept.load(rate: 8000)
    #expect(none?.document == nil)
    let saving = try kept.save(document)
    #expect(saving.isElsewhere && saving.path.string.hasPrefix(folder + "/barline/marks/"))
    let again = KeptMarks(of: "/proc/version") { $0 == "XDG_DATA_HOME" ? data : nil }
    #expect(try again.load(rate: 8000)?.document.count == 1)
  }

  @Test func `marks lie where their recording lies`() async throws {
    defer { clean() }
    let diagram = try await opened(try recording())
    diagram.lanes.change(diagram.plots[0], .shifted(lane: 0)) { $0.offset = 500 }
    diagram.select(Selection(1500..<2500))
    diagram.addMark()
    #expect(names(diagram) == [" 1000..<2000"])
    #expect(diagram.marks.axisRange(of: diagram.marks.tiers[0].marks[0]) == 1500..<2500)
  }

  private func withMarks(_ marks: [(FrameRange, String)]) async throws -> DiagramViewModel {
    let diagram = try await opened(try recording())
    for (range, name) in marks {
      diagram.marks.add(over: range)
      diagram.marks.endNaming(name)
    }
    return diagram
  }

  private func kind(_ diagram: DiagramViewModel) -> MarkStep.Kind? {
    diagram.lanes.undoChange?.own(MarkStep.self)?.kind
  }

  @Test func `a range is split at the playhead again and again, and merged`() async throws {
    defer { clean() }
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
    defer { clean() }
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
    defer { clean() }
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
    defer { clean() }
    let diagram = try await withMarks([(0..<10, "a"), (20..<30, "b"), (40..<50, "c")])
    let all = diagram.marks.tiers[0].marks.map(\.id)
    diagram.marks.beginNaming(all[0])
    #expect(diagram.nameNext(after: "A", isForward: true) && diagram.marks.naming?.id == all[1])
    #expect(diagram.selection?.range == 20..<30)
    #expect(diagram.nameNext(after: "b", isForward: true))
    #expect(!diagram.nameNext(after: "C", isForward: true) && diagram.marks.naming == nil)
    #expect(diagram.marks.tiers[0].marks.map(\.name) == ["A", "b", "C"])
  }

  @Test func `a selected range is looped when nothing else is selected`() async throws {
    defer { clean() }
    let diagram = try await withMarks([(1000..<4000, "a")])
    diagram.toggleLoop()
    #expect(diagram.transport.loop == 1000..<4000 && diagram.selection?.range == 1000..<4000)
    diagram.toggleLoop()
    diagram.select(Selection(50..<60))
    diagram.settleSelection()
    diagram.toggleLoop()
    #expect(diagram.transport.loop == 50..<60)
  }

  @Test func `the list selects, shows, removes and names`() async throws {
    defer { clean() }
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
