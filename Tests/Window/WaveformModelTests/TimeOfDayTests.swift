// TimeOfDayTests.swift
// Times of a recording that says when it began.

import AudioFormats
import Foundation
import SystemPackage
import TestSupport
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct TimeOfDayTests {
  let diagram = DiagramViewModel(player: RecordingPlayer())

  /// A broadcast WAV file of a second that begins `frames` after midnight.
  private func broadcast(_ frames: UInt64, in folder: URL) throws -> FilePath {
    let bext = BroadcastChunk(timeReference: Int(truncatingIfNeeded: frames), version: 0)
    let wave = WaveFile([Int16](repeating: 0x0101, count: 48_000), rate: 48_000, before: [bext.chunk])
    let path = folder.appendingPathComponent("take-\(frames).wav")
    try Data(wave.bytes).write(to: path)
    return FilePath(path.path)
  }

  private func open(_ path: FilePath) async throws {
    let plot = PlotViewModel(path: path)
    diagram.lanes.insert(plot)
    try await wait { plot.isComplete && plot.information != nil }
  }

  @Test func `a time of day that is typed is the place that has it`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await open(try broadcast(36_000 * 48_000 + 24, in: folder))
    diagram.showsTimeOfDay = true
    for (text, frame) in [
      ("10:00:00.5", 23_976), ("+0.25", 35_976), ("600f", 600), ("50%", 24_000), ("-100f", 23_900),
    ] {
      try diagram.type(text, into: .playhead)
      #expect(diagram.playhead == Double(frame), "\(text)")
    }
    try diagram.type(diagram.time(ofFrame: 24_000), into: .playhead)
    #expect(abs(diagram.playhead - 24_000) < 48, "what is shown can be typed")
    #expect(throws: TypedTimeError.before(0)) { try diagram.type("0:00.5", into: .playhead) }
    diagram.select(Selection(1000..<2000))
    try diagram.type("0:00.5", into: .length)
    #expect(diagram.selection?.range == 1000..<25_000, "lengths have no time of day")
  }

  @Test func `positions are times of day, lengths and frames are not`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await open(try broadcast(36_000 * 48_000 + 24, in: folder))
    #expect(diagram.timeOfDay == 36_000 * 48_000 + 24)
    #expect(diagram.time(ofFrame: 24_000) == "0:00.500", "nobody asked for it")
    diagram.showsTimeOfDay = true
    #expect(diagram.time(ofFrame: 0).hasPrefix("10:00:00.000"))
    #expect(diagram.time(ofFrame: 23_976).hasPrefix("10:00:00.500"))
    #expect(diagram.time(ofLength: 24_000).hasPrefix("0:00.500"))
    diagram.lanes.timeFormat = .pal25
    #expect(diagram.time(ofFrame: 23_976) == "10:00:00:12")
    diagram.lanes.timeFormat = .frames
    #expect(diagram.time(ofFrame: 23_976) == grouped(23_976))
    diagram.lanes.timeFormat = .clock
    // Two recordings need not have begun together.
    try await open(Recordings.speech)
    #expect(diagram.timeOfDay == nil && diagram.timeOrigin == 0)
    diagram.removeAll()
    try await open(try broadcast(.max, in: folder))
    #expect(diagram.timeOfDay == nil)
    diagram.removeAll()
    try await open(try broadcast(96 * 3600 * 48_000, in: folder))
    #expect(diagram.timeOfDay == nil, "days are no time of day")
  }
}
