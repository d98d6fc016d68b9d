// FindingTests.swift
// From clipped place to clipped place: what is selected, where the playhead goes, and the ends.

import Foundation
import Playback
import SystemPackage
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct FindingTests {
  private let diagram = DiagramViewModel(player: ManualClock())

  /// Ten seconds of a 16-bit mono WAV at 8 kHz, with runs of one value in it.
  private func open(_ runs: [(FrameRange, Int16)]) async throws {
    var samples = (0..<80_000).map { Int16($0 % 2 == 0 ? 100 : -100) }
    for (run, value) in runs { for frame in run { samples[frame] = value } }
    func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let data = samples.withUnsafeBytes(Array.init)
    let format: [UInt8] = [1, 0, 1, 0] + little(8000) + little(16_000) + [2, 0, 16, 0]
    let body = Array("WAVEfmt ".utf8) + little(16) + format + Array("data".utf8) + little(data.count) + data
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(Array("RIFF".utf8) + little(body.count) + body).write(to: path)
    diagram.navigation.setWidth(500)
    diagram.lanes.insert(PlotViewModel(path: FilePath(path.path)))
    try await wait { diagram.plots[0].isComplete }
  }

  @Test func `each place is selected in turn, both ways, and the ends are told`() async throws {
    let clips = [1000..<1003, 20_000..<20_050, 79_990..<80_000]
    try await open(clips.map { ($0, .max) } + [(40_000..<40_100, 0), (50_000..<50_063, 0)])
    for clip in clips {
      #expect(diagram.select(next: .clipping, isForward: true))
      #expect(diagram.selection?.range == clip && diagram.playhead == Double(clip.lowerBound))
    }
    #expect(!diagram.select(next: .clipping, isForward: true))
    #expect(diagram.selection?.range == clips[2], "nothing changes")
    for clip in clips[..<2].reversed() {
      #expect(diagram.select(next: .clipping, isForward: false) && diagram.selection?.range == clip)
    }
    #expect(!diagram.select(next: .clipping, isForward: false))
    #expect(diagram.select(next: .silence, isForward: true))
    #expect(diagram.selection?.range == 40_000..<40_100)
    #expect(!diagram.select(next: .silence, isForward: true), "63 frames are no silence")
    // It is shown from far within.
    diagram.navigation.zoomToSamples()
    #expect(diagram.select(next: .clipping, isForward: true))
    #expect(try #require(diagram.viewport).visibleFrames.overlaps(clips[2]))
  }

  @Test func `on a time axis of another rate the place is covered whole`() async throws {
    try await open([(1001..<1005, .min), (3003..<3007, .max)])
    diagram.lanes.add(PlotViewModel(path: Recordings.music))
    try await wait { diagram.plots[1].isComplete }
    let plot = diagram.plots[0], placement = diagram.placement(of: plot)
    for run in [1001..<1005, 3003..<3007] {
      #expect(diagram.select(next: .clipping, of: plot, isForward: true))
      let found = try #require(diagram.selection).range
      #expect(placement.position(ofAxis: Double(found.lowerBound)) <= Double(run.lowerBound))
      #expect(placement.position(ofAxis: Double(found.upperBound)) >= Double(run.upperBound))
    }
    #expect(diagram.select(next: .clipping, of: plot, isForward: false))
  }
}
