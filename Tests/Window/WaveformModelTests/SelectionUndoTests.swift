// SelectionUndoTests.swift
// Selections in the one history of undo: what is a step, what it is called, and what comes back.

import Playback
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct `Undo of selections` {
  private let diagram = DiagramViewModel(player: ManualClock())
  private var lanes: LaneList { diagram.lanes }

  private func open() async throws {
    diagram.navigation.setWidth(500)
    diagram.lanes.insert(PlotViewModel(path: Recordings.speech))
    try await wait { diagram.plots[0].isComplete }
  }

  /// Draws as a pointer does.
  private func drag(from start: Int, to end: Int) {
    for step in 0...10 {
      let head = start + (end - start) * step / 10
      diagram.select(Selection(anchor: start, head: head), isDraft: true)
    }
    diagram.settleSelection()
  }

  @Test func `a selection that was lost comes back, step by step`() async throws {
    try await open()
    drag(from: 1000, to: 5000)
    drag(from: 30_000, to: 20_000)
    diagram.clearSelection()
    diagram.clearSelection()
    #expect(lanes.undoChange == .selection(.cleared))
    lanes.undo()
    #expect(diagram.selection == Selection(anchor: 30_000, head: 20_000), "with its moving end")
    #expect(lanes.undoChange == .selection(.made) && lanes.redoChange == .selection(.cleared))
    lanes.undo()
    #expect(diagram.selection?.range == 1000..<5000)
    lanes.undo()
    #expect(diagram.selection == nil && lanes.undoChange == nil)
    for range in [1000..<5000, 20_000..<30_000] {
      lanes.redo()
      #expect(diagram.selection?.range == range)
    }
    lanes.redo()
    #expect(diagram.selection == nil && lanes.redoChange == nil)
  }

  @Test func `an edge is a step, and nudges that follow each other are one`() async throws {
    try await open()
    diagram.selectAll()
    #expect(lanes.undoChange == .selection(.made))
    diagram.select(Selection(anchor: 0, head: 9000))
    diagram.settleSelection()
    #expect(lanes.undoChange == .selection(.edge))
    for _ in 0..<20 { diagram.nudge(by: .pixels(3), isForward: true) }
    #expect(lanes.undoChange == .selection(.nudged) && diagram.selection!.range.count > 9000)
    lanes.undo()
    #expect(diagram.selection?.range == 0..<9000)
    // A drag that ends where it began is no step.
    let before = lanes.undoChange
    drag(from: 0, to: 9000)
    #expect(lanes.undoChange == before)
    try diagram.type("5000f", into: .end)
    #expect(lanes.undoChange == .selection(.edge) && diagram.selection?.range == 0..<5000)
    lanes.undo()
    #expect(diagram.selection?.range == 0..<9000)
  }

  @Test func `lanes and selections share one history`() async throws {
    try await open()
    drag(from: 100, to: 200)
    lanes.change(diagram.plots[0], .muted) { $0.isMuted = true }
    drag(from: 300, to: 400)
    lanes.undo()
    #expect(diagram.selection?.range == 100..<200 && diagram.plots[0].settings.isMuted)
    lanes.undo()
    #expect(diagram.selection?.range == 100..<200 && !diagram.plots[0].settings.isMuted)
    lanes.undo()
    #expect(diagram.selection == nil)
    for _ in 0..<3 { lanes.redo() }
    #expect(diagram.selection?.range == 300..<400 && diagram.plots[0].settings.isMuted)
  }

  @Test func `what was cut off with a waveform comes back with it`() async throws {
    try await open()
    let other = PlotViewModel(path: Recordings.speech)
    lanes.add(other)
    try await wait { other.isComplete }
    let length = diagram.plots[0].length
    lanes.change(other, .shifted(lane: 1)) { $0.offset = length }
    drag(from: length + 100, to: length + 200)
    lanes.remove(other)
    #expect(diagram.selection == nil)
    lanes.undo()
    #expect(diagram.selection?.range == length + 100..<length + 200)
  }

  @Test func `a loop follows, and the view goes where the selection is`() async throws {
    try await open()
    drag(from: 1000, to: 2000)
    diagram.toggleLoop()
    drag(from: 5000, to: 6000)
    lanes.undo()
    #expect(diagram.transport.loop == 1000..<2000)
    diagram.navigation.show(.direct) { $0.placed(start: 200_000, framesPerPixel: 10) }
    lanes.redo()
    #expect(diagram.viewport?.visibleFrames.contains(5000) == true && diagram.transport.loop == 5000..<6000)
  }

  @Test func `what was restored with a view is nothing to undo`() async throws {
    try await open()
    #expect(!diagram.hasSelected)
    diagram.restore(Selection(10..<20))
    #expect(lanes.undoChange == nil && !diagram.hasSelected)
    diagram.clearSelection()
    lanes.undo()
    #expect(diagram.selection?.range == 10..<20)
    drag(from: 30, to: 40)
    #expect(diagram.hasSelected)
    diagram.removeAll()
    #expect(diagram.selection == nil && lanes.undoChange == nil)
  }
}
