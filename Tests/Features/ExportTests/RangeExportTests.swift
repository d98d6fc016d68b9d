// RangeExportTests.swift
// Every range of marks as a file of its own: what is in it, what it is called, and what happens on the way.

import AudioDecoding
import AudioExport
import Foundation
import Marks
import ModelTestSupport
import Playback
import SystemPackage
import Testing
import WaveformCore

@testable import Export
@testable import MarkEditor
@testable import WaveformModel

@MainActor @Suite struct `Ranges of marks as files` {
  private let folder: String = {
    let path = NSTemporaryDirectory() + "barline-ranges-\(UInt32.random(in: 0...(.max)))"
    try? FileManager.default.createDirectory(atPath: path + "/out", withIntermediateDirectories: true)
    return path
  }()

  private var out: FilePath { FilePath(folder + "/out") }
  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: out.string)) ?? []).sorted()
  }

  private func clean() { try? FileManager.default.removeItem(atPath: folder) }

  private func opened(_ labels: [String: String]) async throws -> DiagramViewModel {
    let path = "\(folder)/speech.wav"
    try FileManager.default.copyItem(atPath: Recordings.speech.string, toPath: path)
    let diagram = DiagramViewModel(player: ManualClock())
    diagram.navigation.setWidth(1000)
    diagram.lanes.insert(PlotViewModel(path: FilePath(path)))
    try await wait { diagram.plots[0].isComplete && diagram.marks.document != nil }
    for (name, text) in labels.sorted(by: { $0.key < $1.key }) {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).txt"))
      var isTaken = false
      diagram.marks.take(FilePath("\(folder)/\(name).txt")) { isTaken = $0.isDone }
      try await wait { isTaken }
    }
    return diagram
  }

  private func model(_ diagram: DiagramViewModel) throws -> ExportViewModel {
    let model = try #require(ExportViewModel(diagram))
    model.part = .ranges
    model.kind = .sound(.wav16)
    return model
  }

  private func samples(_ path: FilePath) throws -> [Float] {
    var reader = try AudioFileReader(path: path)
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096)
    defer { buffer.deallocate() }
    var samples: [Float] = []
    while case let count = try reader.read(into: buffer), count > 0 { samples += buffer[..<count] }
    return samples
  }

  @Test func `each range has its own samples, and what has no length is told`() async throws {
    defer { clean() }
    let diagram = try await opened([
      "words": "1\t2\tone\n3\t3\tpoint\n2.5\t4\ttwo/2\n14\t99\tend\n50\t60\tgone\n", "other": "5\t6\tone\n",
    ])
    let model = try model(diagram)
    #expect(model.problem == nil && model.tiers.map(\.name) == ["other", "words"])
    #expect(
      model.summary.split(separator: "\n").dropFirst() == [
        "4 files", "1 name occurs again and gets a number.", "1 mark is a point and left out.",
        "1 range lies outside of it and is left out.", "1 range ends with the recording.",
      ])
    model.tier = 1
    let plan = model.rangePlanner.plan(in: out)
    #expect(
      plan.paths.map(\.lastComponent!.string) == ["one.wav", "two-2.wav", "end.wav"] && plan.taken == 0)
    let progress = ExportProgress()
    progress.start(model, plan)
    #expect(progress.isRunning)
    try await wait { !progress.isRunning }
    #expect(progress.state == .done("3 files exported into “out”.", isWhole: true))
    #expect(files == ["end.wav", "one.wav", "two-2.wav"])
    let whole = try samples(FilePath("\(folder)/speech.wav"))
    #expect(try samples(out.appending("one.wav")) == Array(whole[16_000..<32_000]))
    #expect(try samples(out.appending("two-2.wav")) == Array(whole[40_000..<64_000]))
    #expect(try samples(out.appending("end.wav")) == Array(whole[224_000...]))
    // What is there stays.
    let again = model.rangePlanner.plan(in: out)
    #expect(again.paths.map(\.lastComponent!.string) == ["one 2.wav", "two-2 2.wav", "end 2.wav"])
    #expect(again.taken == 3)
  }

  @Test func `an export goes on when its waveform is removed`() async throws {
    defer { clean() }
    let diagram = try await opened(["words": "0\t1\ta\n1\t2\tb\n"])
    let model = try model(diagram), progress = ExportProgress()
    progress.start(model, model.rangePlanner.plan(in: out))
    diagram.removeAll()
    try await wait { !progress.isRunning }
    #expect(progress.state == .done("2 files exported into “out”.", isWhole: true))
    #expect(files == ["a.wav", "b.wav"])
  }

  @Test func `cancelling leaves no half of a file, and an error says what is there`() async throws {
    defer { clean() }
    let diagram = try await opened(["words": "0\t1\ta\n1\t2\tb\n2\t3\tc\n"])
    let model = try model(diagram), plan = model.rangePlanner.plan(in: out)
    let lock = NSLock()
    nonisolated(unsafe) var ends: [String] = [], running: ExportBatch?
    let batch = try model.export(plan) { event in
      lock.withLock {
        switch event {
        case .progress(_, let written): if written == 1 { running?.cancel() }
        case .finished: ends.append("finished")
        case .cancelled: ends.append("cancelled")
        case .failed(let error, let written): ends.append("\(written) \(error.message)")
        }
      }
    }
    running = batch
    batch.runNow()
    #expect(ends == ["cancelled"] && files == ["a.wav"])
    // Meanwhile somebody else took a name.
    try Data().write(to: URL(fileURLWithPath: "\(out.string)/a 2.wav"))
    let second = try model.export(
      RangePlan(
        folder: out,
        paths: plan.paths.map { $0.removingLastComponent().appending("x" + $0.lastComponent!.string) }
          .dropLast() + [out.appending("a 2.wav")], ranges: plan.ranges, taken: 0)
    ) { event in
      lock.withLock {
        if case .failed(let error, let written) = event { ends.append("\(written) \(error.message)") }
      }
    }
    second.runNow()
    #expect(ends.count == 2 && ends[1].hasPrefix("2 ") && ends[1].contains("by now"), "\(ends)")
    #expect(files == ["a 2.wav", "a.wav", "xa.wav", "xb.wav"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: "\(out.string)/a 2.wav")).isEmpty)
  }

  @Test func `a video and a recording without such ranges are refused`() async throws {
    defer { clean() }
    let diagram = try await opened(["words": "1\t1\tpoint\n"])
    #expect(try #require(ExportViewModel(diagram)).parts == [.whole])
    let far = DiagramViewModel(player: ManualClock())
    far.navigation.setWidth(1000)
    far.lanes.insert(PlotViewModel(path: FilePath("\(folder)/speech.wav")))
    try await wait { far.plots[0].isComplete && far.marks.document?.isEmpty == false }
    far.marks.add(over: 400_000..<400_001)
    let model = try model(far)
    #expect(model.problem?.hasPrefix("No range of marks lies in it.") == true)
    model.kind = .video
    #expect(model.problem?.contains("whole") == true)
  }

  @Test func `names are safe for files, and no two are the same`() {
    let long = String(repeating: "ü", count: 200)
    let names = RangeNames(
      ["a/b:c", "..", " x. ", "A", "a", "a", "line\none", "", "\u{202E}turned", long, long], stem: "re/c",
      suffix: "flac"
    ) { $0 == "A.flac" }
    #expect(
      names.names.prefix(9) == [
        "a-b-c.flac", "re-c 02.flac", "x.flac", "A 2.flac", "a.flac", "a 3.flac", "line one.flac",
        "re-c 08.flac", "turned.flac",
      ])
    #expect(names.names[9] == String(repeating: "ü", count: 90) + ".flac")
    #expect(names.names[10] == String(repeating: "ü", count: 90) + " 2.flac")
    #expect(names.doubled == 2 && names.taken == 1)
  }
}
