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
    diagram.marks.add(over: 1000..<1000)
    #expect(diagram.marks.naming?.isNew == true && names(diagram) == [" 1000..<1000"])
    diagram.marks.endNaming("a point")
    diagram.marks.add(over: 2000..<5000)
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
    diagram.marks.add(over: 0..<0)
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
    diagram.marks.add(over: 0..<0)
    diagram.marks.endNaming(nil)
    #expect(diagram.marks.isEmpty && diagram.marks.selected == nil && diagram.lanes.undoChange == nil)
    diagram.marks.add(over: 0..<0)
    diagram.marks.endNaming("kept")
    diagram.marks.beginNaming(try #require(diagram.marks.selected))
    diagram.marks.endNaming(nil)
    #expect(names(diagram) == ["kept 0..<0"])
  }

  @Test func `a mark is dragged and removed`() async throws {
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
    diagram.marks.select(mark.id)
    diagram.marks.removeSelected()
    #expect(names(diagram) == ["b 2000..<2500", "c 9000..<9000"] && diagram.marks.selected == nil)
    diagram.lanes.undo()
    #expect(names(diagram) == ["b 2000..<2500", "a 4000..<6000", "c 9000..<9000"])
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
    diagram.marks.add(over: 1500..<2500)
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
}
