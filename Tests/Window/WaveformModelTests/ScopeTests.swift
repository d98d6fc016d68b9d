// ScopeTests.swift
// Selections in some channels: heard and kept alone, and all again afterwards.

import AudioFormats
import Foundation
import HostIO
import Playback
import SystemPackage
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct `Selections in some lanes` {
  private let player = RecordingPlayer()
  private let diagram: DiagramViewModel
  private let folder = NSTemporaryDirectory() + "barline-scope-\(UInt32.random(in: 0...(.max)))"
  private let rate = 8000

  init() { diagram = DiagramViewModel(player: player) }

  private func clean() { try? FileManager.default.removeItem(atPath: folder) }

  /// Two channels: squares of a half and of a quarter of full scale.
  private func open() async throws -> PlotViewModel {
    let samples = (0..<10 * rate).flatMap { frame -> [Int16] in
      frame % 2 == 0 ? [16384, 8192] : [-16384, -8192]
    }
    let path = try writeWave(samples, channels: 2, rate: rate, to: "pair.wav", in: folder)
    diagram.navigation.setWidth(1000)
    diagram.lanes.insert(PlotViewModel(path: path))
    try await wait { diagram.plots[0].isComplete && diagram.plots[0].source != nil }
    return diagram.plots[0]
  }

  private func select(_ lane: Int, _ range: FrameRange = 8000..<16000) {
    var selection = Selection(range)
    selection.scope = diagram.scope(ofLanes: lane...lane, of: diagram.plots[0])
    diagram.select(selection)
    diagram.settleSelection()
  }

  /// What the player was given last, at a place.
  private func heard() throws -> [Float] {
    let slice = try #require(try player.loads.last?.first?.source.read(9000..<9001))
    return slice.withSamples { Array($0) }
  }

  @Test func `one channel is heard, and all again with the next selection`() async throws {
    defer { clean() }
    _ = try await open()
    #expect(try heard() == [0.5, 0.25] && diagram.scopeText == nil)
    select(1)
    #expect(diagram.scopeText == "R" && diagram.lanes.undoChange == .selection(.made))
    #expect(try heard() == [0, 0.25])
    let loads = player.loads.count
    diagram.nudge(by: .frame, isForward: true)
    diagram.exchangeEdges()
    diagram.nudge(by: .frame, isForward: true)
    try diagram.type("2.5", into: .end)
    #expect(diagram.scopeText == "R" && diagram.selection?.range == 8001..<20_000)
    #expect(player.loads.count == loads, "the same channel goes on without a gap")
    diagram.select(Selection(0..<100))
    diagram.settleSelection()
    #expect(try heard() == [0.5, 0.25] && diagram.scopeText == nil)
    diagram.lanes.undo()
    #expect(try diagram.scopeText == "R" && heard() == [0, 0.25])
    diagram.clearSelection()
    #expect(try heard() == [0.5, 0.25])
  }

  @Test func `lanes are taken in and out, and all of them are no choice`() async throws {
    defer { clean() }
    let plot = try await open()
    let left = try #require(diagram.scope(ofLanes: 0...0, of: plot))
    let right = try #require(diagram.scope(ofLanes: 1...1, of: plot))
    diagram.toggle(left)
    #expect(diagram.selection == nil, "nothing is selected")
    diagram.select(Selection(100..<200))
    diagram.settleSelection()
    diagram.toggle(right)
    #expect(diagram.scopeText == "R")
    #expect(diagram.isSelected(lane: 1, of: plot) && !diagram.isSelected(lane: 0, of: plot))
    diagram.toggle(left)
    #expect(diagram.selection == Selection(100..<200) && diagram.isSelected(lane: 0, of: plot))
    diagram.toggle(left)
    diagram.toggle(left)
    #expect(diagram.lanes.scope == nil, "without a lane it is about all")
    #expect(diagram.scope(ofLanes: 2...3, of: plot) == nil)
    diagram.lanes.show(.mixed)
    #expect(diagram.scope(ofLanes: 0...0, of: plot) == left.union(right))
  }

  @Test func `a recording of which some channels were heard can be read on, and be heard`() async throws {
    defer { clean() }
    let output = FileOutput(frames: 8000)
    let diagram = DiagramViewModel(player: SoundPlayer(output: output))
    _ = try await open()
    diagram.lanes.insert(PlotViewModel(path: self.diagram.plots[0].path))
    try await wait { diagram.plots[0].isComplete && diagram.plots[0].source != nil }
    let plot = diagram.plots[0]
    for lane in [1, nil, 0, nil] {
      var selection = Selection(8000..<16000)
      selection.scope = lane.flatMap { diagram.scope(ofLanes: $0...$0, of: plot) }
      diagram.select(selection)
      diagram.settleSelection()
      // Frames that nobody has read before.
      let start = 20_000 + 1000 * (lane ?? 2)
      #expect(try plot.source?.read(start..<start + 100).range.count == 100, "after \(lane ?? -1)")
    }
  }

  @Test func `a second recording is left out, and takes no part`() async throws {
    defer { clean() }
    let first = try await open()
    diagram.lanes.add(PlotViewModel(path: Recordings.speech))
    try await wait { diagram.plots[1].isComplete && player.loads.last?.count == 2 }
    let second = diagram.plots[1]
    var selection = Selection(0..<8000)
    selection.scope = diagram.scope(ofLanes: 0...0, of: second)
    diagram.select(selection)
    diagram.settleSelection()
    #expect(diagram.scopeText == "“speech.wav”")
    #expect(player.gains == [0, 1] && !diagram.voices.isAudible(first) && diagram.voices.isAudible(second))
    diagram.lanes.remove(second)
    #expect(diagram.lanes.scope == nil, "its lane is gone")
  }

  @Test func `it is kept, and survives a file that is read again`() async throws {
    defer { clean() }
    let plot = try await open()
    select(1)
    let kept = diagram.keptView
    #expect(kept.selectedChannels == [0: [1]])
    diagram.clearSelection()
    diagram.restore(kept)
    #expect(diagram.scopeText == "R" && diagram.selection?.range == 8000..<16000)
    diagram.reloader.reload()
    try await wait { diagram.plots[0] !== plot && diagram.plots[0].isComplete }
    #expect(try diagram.scopeText == "R" && heard() == [0, 0.25])
    // Channels that the file has no more leave the selection to all.
    var other = kept
    other.selectedChannels = [0: [5]]
    diagram.clearSelection()
    diagram.restore(other)
    #expect(diagram.scopeText == nil && diagram.selection?.range == 8000..<16000)
    #expect(try heard() == [0.5, 0.25])
  }
}
