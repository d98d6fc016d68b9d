// MarkFileTests.swift
// Marks of other programs in a recording that is shown, and back into files: tiers of their own, one step, and a sentence.

import AudioExport
import Foundation
import Marks
import ModelTestSupport
import Playback
import SystemPackage
import Testing
import WaveformModel

@testable import MarkEditor

@MainActor @Suite struct `Files of marks` {
  private let folder = RecordingFolder()

  private func file(_ name: String, _ text: String) throws -> FilePath {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    return FilePath("\(folder.path)/\(name)")
  }

  private func take(_ path: FilePath, into diagram: DiagramViewModel) async throws -> MarkFileOutcome {
    var outcome: MarkFileOutcome?
    diagram.marks.take(path) { outcome = $0 }
    try await wait { outcome != nil }
    return outcome!
  }

  private func write(_ model: MarkExportViewModel, to name: String) async throws -> MarkFileOutcome {
    var outcome: MarkFileOutcome?
    model.write(to: FilePath("\(folder.path)/\(name)")) { outcome = $0 }
    try await wait { outcome != nil }
    return outcome!
  }

  private func tiers(_ diagram: DiagramViewModel) -> [String] {
    diagram.marks.tiers.map {
      "\($0.name): \($0.marks.map { "\($0.name) \($0.range)" }.joined(separator: ", "))"
    }
  }

  @Test func `marks of a file stand in tiers of their own, and are one step`() async throws {
    defer { folder.remove() }
    let diagram = try await folder.opened()
    diagram.marks.add(over: 100..<200)
    diagram.marks.endNaming("own")
    // In the frames of the recording, 16,000 in a second.
    let labels = try file("words.txt", "1\t2\tone\n99\t99\tfar\n")
    let outcome = try await take(labels, into: diagram)
    #expect(outcome.isDone && outcome.isIncomplete)
    #expect(outcome.text == "2 marks from “words.txt”. 1 mark reaches beyond the recording.")
    #expect(tiers(diagram) == ["Marks: own 100..<200", "words: one 16000..<32000, far 1584000..<1584000"])
    // A second time it is told apart.
    _ = try await take(labels, into: diagram)
    #expect(diagram.marks.tiers.map(\.name) == ["Marks", "words", "words 2"])
    #expect(diagram.marks.tiers.map(\.color) == [0, 1, 2])
    diagram.lanes.undo()
    #expect(diagram.marks.tiers.map(\.name) == ["Marks", "words"])
    diagram.lanes.undo()
    #expect(tiers(diagram) == ["Marks: own 100..<200"])
    diagram.lanes.redo()
    #expect(diagram.marks.document?.count == 3)
  }

  @Test func `what cannot be read is told, and nothing changes`() async throws {
    defer { folder.remove() }
    let diagram = try await folder.opened()
    let damaged = try await take(try file("bad.txt", "1\t2\ta\nx\n"), into: diagram)
    #expect(
      damaged.text
        == "“bad.txt” could not be read: line 2: two times and a name between tabs were expected.")
    let empty = try await take(try file("none.srt", ""), into: diagram)
    #expect(empty.text == "“none.srt” is empty: it is 0 bytes long.")
    #expect(!damaged.isDone && !empty.isDone && diagram.marks.isEmpty && diagram.lanes.undoChange == nil)
  }

  @Test func `what a format cannot hold is known before it is written`() async throws {
    defer { folder.remove() }
    let diagram = try await folder.opened()
    #expect(MarkExportViewModel(diagram.marks) == nil)
    for name in ["one", "two"] {
      _ = try await take(try file("\(name).txt", "1\t2\t\(name)\n3\t3\tpoint\n"), into: diagram)
    }
    let model = try #require(MarkExportViewModel(diagram.marks))
    #expect(model.chosen == .list(.audacity) && model.summary == "4 marks in 2 tiers")
    try await wait { model.losses != nil }
    #expect(model.losses == ["Audacity's list of labels has no tiers: the marks of 2 tiers become one list."])
    model.target = try #require(model.targets.firstIndex(of: .list(.srt)))
    model.tier = 1
    try await wait { model.losses != nil }
    #expect(model.summary == "2 marks")
    #expect(model.losses == ["SubRip has no tiers: the name of the tier is left out."])
    #expect(model.named(FilePath("/x/a")) == "/x/a.srt" && model.newName.plain == "speech.srt")
    let outcome = try await write(model, to: "out.srt")
    #expect(outcome.isDone && outcome.text.hasPrefix("2 marks written into “out.srt”. SubRip has no "))
    let text = try String(contentsOfFile: "\(folder.path)/out.srt", encoding: .utf8)
    #expect(text.hasPrefix("1\n00:00:01,000 --> 00:00:02,000\ntwo\n"))
  }

  @Test func `a copy of the recording holds the marks, and its samples are the same`() async throws {
    defer { folder.remove() }
    let diagram = try await folder.opened()
    _ = try await take(try file("one.txt", "1\t2\tone\n"), into: diagram)
    let model = try #require(MarkExportViewModel(diagram.marks, isCopy: true))
    #expect(model.chosen == .list(.wav) && model.newName.plain == "speech with marks.wav")
    #expect(try await write(model, to: "copy.wav").isDone)
    let old = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/speech.wav"))
    let new = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/copy.wav"))
    #expect(new[8..<old.count] == old[8...])
    #expect(try MarkTransfer.read(FilePath("\(folder.path)/copy.wav")).reading.document.count == 1)
    let over = try await write(model, to: "speech.wav")
    #expect(!over.isDone && over.text.contains("it is the file that is read"))
  }

  @Test func `cue points of a recording without marks are offered, and shown as a tier`() async throws {
    defer { folder.remove() }
    let diagram = try await folder.opened()
    _ = try await take(try file("one.txt", "1\t2\tone\n3\t3\ttwo\n"), into: diagram)
    #expect(diagram.marks.offer == 0)
    let model = try #require(MarkExportViewModel(diagram.marks, isCopy: true))
    #expect(try await write(model, to: "copy.wav").isDone)
    let other = DiagramViewModel(player: ManualClock())
    other.navigation.setWidth(1000)
    other.lanes.insert(PlotViewModel(path: FilePath("\(folder.path)/copy.wav")))
    try await wait { other.marks.offer == 2 }
    #expect(other.marks.isEmpty)
    var outcome: MarkFileOutcome?
    other.marks.takeOwn { outcome = $0 }
    try await wait { outcome != nil }
    #expect(tiers(other) == ["Cue Points: one 16000..<32000, two 48000..<48000"] && other.marks.offer == 0)
  }
}
