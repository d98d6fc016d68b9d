// SnappingTests.swift
// What an edge that is dragged snaps to in a real recording, with its name, and to which mark it is nudged.

import Foundation
import Marks
import Playback
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct `Snapping edges` {
  private let diagram = DiagramViewModel(player: ManualClock())
  private let folder = NSTemporaryDirectory() + "barline-snapping-\(UInt32.random(in: 0...(.max)))"
  private let rate = 8000

  /// Twenty seconds: bursts of 0.1 s at 5 s and at 10.3003 s, and a sine of 20 Hz from 15 s on.
  private func open() async throws {
    var samples = [Int16](repeating: 0, count: 20 * rate)
    for start in [5 * rate, 82_403] {
      for frame in start..<start + 800 { samples[frame] = frame % 2 == 0 ? 16000 : -16000 }
    }
    for frame in 15 * rate..<20 * rate {
      samples[frame] = Int16((8000 * sin(2 * .pi * 20 * (Double(frame) + 0.5) / Double(rate))).rounded())
    }
    let path = try writeWave(samples, rate: rate, to: "bursts.wav", in: folder)
    diagram.navigation.setWidth(1000)
    diagram.lanes.insert(PlotViewModel(path: path))
    try await wait { diagram.plots[0].isComplete && diagram.marks.document != nil }
    diagram.snapping.isOn = true
  }

  private func snapped(_ frame: Int, isInverted: Bool = false) -> Int {
    diagram.snapped(frame, isInverted: isInverted, scale: 1)
  }

  private func expect(
    _ frame: Int, _ name: String?, at wanted: Int, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(snapped(wanted) == frame, sourceLocation: location)
    #expect(diagram.snapping.place?.name == name, sourceLocation: location)
  }

  private func clean() { try? FileManager.default.removeItem(atPath: folder) }

  @Test func `marks, the playhead, ends and ticks are found, marks first`() async throws {
    defer { clean() }
    try await open()
    // 160 frames a pixel: ticks at every half second, 25 pixels apart.
    for (range, name) in [
      (40_100..<56_000, "Chorus"), (64_300..<64_300, ""), (90_000..<91_000, "A name that is too long"),
    ] {
      diagram.marks.add(over: range)
      diagram.marks.endNaming(name)
    }
    diagram.transport.movePlayhead(to: 30_000)
    expect(40_100, "“Chorus”", at: 40_100 + 1280)
    expect(40_100, "“Chorus”", at: 40_000)
    expect(56_000, "End of “Chorus”", at: 55_000)
    expect(64_300, "Mark", at: 64_000)
    expect(90_000, "“A name that is …”", at: 89_900)
    expect(30_000, "Playhead", at: 29_000)
    expect(0, "Start", at: 700)
    expect(160_000, "End", at: 159_100)
    expect(48_000, "Ruler", at: 48_500)
    expect(46_000, nil, at: 46_000)
    // A mark is dragged beyond both ends.
    expect(-100_000, nil, at: -100_000)
    expect(400_000, nil, at: 400_000)
    #expect(snapped(48_500, isInverted: true) == 48_500 && diagram.snapping.place == nil)
    diagram.snapping.isOn = false
    #expect(snapped(48_500) == 48_500 && snapped(48_500, isInverted: true) == 48_000)
    let id = try #require(diagram.marks.tiers.first?.marks.first?.id)
    diagram.snapping.isOn = true
    #expect(diagram.snapped(41_000, isInverted: false, scale: 1, without: id) == 41_000)
    diagram.snapping.end()
    #expect(diagram.snapping.place == nil)
    // The edge of a selection goes from end to end, and stays at the last.
    diagram.select(Selection(1000..<50_000))
    for frame in [56_000, 64_300, 90_000, 91_000, 91_000] {
      diagram.nudgeToMark(isForward: true)
      #expect(diagram.selection?.range == 1000..<frame)
    }
    diagram.nudgeToMark(isForward: false)
    #expect(diagram.selection?.range == 1000..<90_000 && diagram.lanes.undoChange == .selection(.nudged))
  }

  @Test func `onsets are found to the frame once they have been searched`() async throws {
    defer { clean() }
    try await open()
    _ = snapped(82_000)
    try await wait { !diagram.snapping.onsets.onsets(of: diagram.plots[0], in: 0..<160_000).isEmpty }
    expect(82_403, "Onset", at: 83_600)
    expect(40_000, "Onset", at: 39_500)
  }

  @Test func `zero crossings are found where they can be told apart`() async throws {
    defer { clean() }
    try await open()
    diagram.navigation.show(.direct) { $0.placed(start: 127_000, framesPerPixel: 4) }
    let plot = diagram.plots[0], view = try #require(diagram.viewport)
    plot.prepare(visible: view.visibleFrames, grid: view.grid)
    try await wait { plot.isExact(grid: view.grid, first: view.firstPixel, count: view.width) }
    // The sine crosses zero between two frames, every 200 frames.
    expect(128_200, "Zero crossing", at: 128_180)
    expect(128_400, "Zero crossing", at: 128_431)
    expect(128_300, nil, at: 128_300)
    diagram.navigation.show(.direct) { $0.placed(start: 100_000, framesPerPixel: 60) }
    expect(130_407, nil, at: 130_407)
  }
}
