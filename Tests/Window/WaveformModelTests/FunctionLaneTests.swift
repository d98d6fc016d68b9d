// FunctionLaneTests.swift
// Functions as lanes: added, changed while they are typed, undone, kept in projects, and heard.

import AudioFormats
import Foundation
import Functions
import HostIO
import Playback
import Recording
import SystemPackage
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct FunctionLaneTests {
  private let diagram = DiagramViewModel(player: ManualClock())

  private func signal(_ formula: String, frames: Int = 8000) throws -> FunctionSignal {
    try FunctionSignal(formula, sampleRate: 8000, frames: frames)
  }

  /// A diagram with a function alone.
  private func opened(_ formula: String) async throws -> PlotViewModel {
    diagram.navigation.setWidth(1000)
    let plot = PlotViewModel(try signal(formula))
    diagram.lanes.add(plot)
    try await wait { plot.isComplete }
    return plot
  }

  private func show(_ formula: String, by change: FunctionChange) async throws {
    change.show(try signal(formula))
    try await wait { self.diagram.plots[0].function?.formula == formula && self.diagram.plots[0].isComplete }
  }

  /// Changes the first waveform, as one who types and confirms.
  private func change(to formulas: String...) async throws {
    let change = try #require(FunctionChange(of: diagram.plots[0], in: diagram))
    for formula in formulas { try await show(formula, by: change) }
    change.confirm()
  }

  private var loudest: Float {
    diagram.plots[0].columns(channel: 0, grid: diagram.viewport!.grid, first: 0, count: 1000).high.max() ?? 0
  }

  @Test func `a function is a lane with its formula as its name`() async throws {
    let plot = try await opened("0.5*sin(2*pi*100*t)/1")
    #expect(!plot.isComputed && !plot.isFailed && plot.length == 8000 && diagram.sampleRate == 8000)
    #expect(plot.path.displayName == "0.5*sin(2*pi*100*t)∕1" && abs(loudest - 0.5) < 0.001)
    #expect(plot.stem == "function" && plot.folder == nil && plot.fileState == nil)
    #expect(diagram.marks.recording == nil, "there is no file beside which marks could lie")
    // Its samples at any place, for close views and for playing.
    let slice = try #require(plot.source).read(20..<21)
    #expect(abs(slice.withSamples { $0[0] } - 0.5) < 1e-6)
  }

  @Test func `a change is one step of undo, whatever was typed on the way`() async throws {
    let plot = try await opened("0.5")
    diagram.lanes.change(plot, .renamed) { $0.name = "mine" }
    let change = try #require(FunctionChange(of: plot, in: diagram))
    try await show("0.25", by: change)
    #expect(diagram.plots[0] !== plot && diagram.plots[0].laneNumber == plot.laneNumber && loudest == 0.25)
    #expect(diagram.plots[0].settings.name == "mine", "a name of one’s own stays")
    #expect(diagram.lanes.undoChange == .renamed, "it is no step before it is confirmed")
    try await show("0.125", by: change)
    change.confirm()
    change.takeBack()
    #expect(diagram.lanes.undoChange == .reformulated(lane: plot.laneNumber))
    diagram.lanes.undo()
    #expect(diagram.plots[0] === plot && loudest == 0.5)
    #expect(diagram.lanes.undoChange == .renamed)
    diagram.lanes.redo()
    #expect(loudest == 0.125)
    // What follows is another step.
    try await self.change(to: "1")
    diagram.lanes.undo()
    #expect(loudest == 0.125)
  }

  @Test func `a change that is confirmed before it was shown is one step with what was shown before`()
    async throws
  {
    let plot = try await opened("0.5")
    for typed in [["0.25"], []] {
      let change = try #require(FunctionChange(of: plot, in: diagram))
      for formula in typed { try await show(formula, by: change) }
      change.show(try signal("1"))
      let shown = diagram.plots[0]
      change.confirm()
      #expect(diagram.plots[0] !== shown && diagram.plots[0].framesRead == 0, "it has no picture yet")
      try await wait { self.diagram.plots[0].function?.formula == "1" && self.diagram.plots[0].isComplete }
      diagram.lanes.undo()
      #expect(diagram.plots[0] === plot && diagram.lanes.undoChange == .added)
      diagram.lanes.redo()
      #expect(loudest == 1)
      diagram.lanes.undo()
    }
  }

  @Test func `a change that is confirmed before it was shown is there for undo, and for the next change`()
    async throws
  {
    let plot = try await opened("0.5")
    diagram.navigation.zoom(by: 4)
    let viewport = diagram.viewport
    let change = try #require(FunctionChange(of: plot, in: diagram))
    change.show(try signal("1"))
    change.confirm()
    let next = diagram.plots[0]
    #expect(next.function?.formula == "1" && diagram.viewport == viewport && diagram.sampleRate == 8000)
    // The dialog is opened again at once, and cancelled.
    let again = try #require(FunctionChange(of: next, in: diagram))
    again.show(try signal("0.25"))
    again.takeBack()
    #expect(diagram.plots[0] === next)
    diagram.lanes.undo()
    #expect(diagram.plots[0] === plot && loudest == 0.5)
    diagram.lanes.redo()
    #expect(diagram.plots[0] === next)
    try await wait { next.isComplete }
    #expect(loudest == 1)
  }

  @Test func `what was there before typing is closed with the window`() async throws {
    let plot = try await opened("0.5")
    let change = try #require(FunctionChange(of: plot, in: diagram))
    try await show("0.25", by: change)
    let typed = diagram.plots[0]
    #expect(plot.source != nil)
    diagram.removeAll()
    #expect(plot.source == nil && typed.source == nil)
  }

  @Test func `what is not confirmed is taken back, with what it has cost`() async throws {
    let plot = try await opened("0.5")
    diagram.select(Selection(6000..<8000))
    diagram.settleSelection()
    diagram.lanes.change(plot, .renamed) { $0.name = "mine" }
    diagram.lanes.undo()
    let change = try #require(FunctionChange(of: plot, in: diagram))
    try await show("0.25", by: change)
    change.show(try FunctionSignal("1", sampleRate: 16_000, frames: 4000))
    try await wait { self.diagram.sampleRate == 16_000 && self.diagram.plots[0].isComplete }
    #expect(diagram.selection == nil, "it is too short for what was selected")
    change.takeBack()
    #expect(diagram.plots[0] === plot && diagram.sampleRate == 8000 && diagram.length == 8000)
    #expect(diagram.selection?.range == 6000..<8000)
    // One that has not been shown yet never is.
    let other = try #require(FunctionChange(of: plot, in: diagram))
    other.show(try signal("1"))
    other.takeBack()
    #expect(!diagram.reloader.isReloading && diagram.plots[0] === plot)
    #expect(diagram.lanes.redoChange == .renamed, "what could be done again still can")
    // The rate of the axis goes back with undo as well.
    let third = try #require(FunctionChange(of: plot, in: diagram))
    third.show(try FunctionSignal("1", sampleRate: 16_000, frames: 16_000))
    third.confirm()
    try await wait { self.diagram.sampleRate == 16_000 }
    diagram.lanes.undo()
    #expect(diagram.sampleRate == 8000)
  }

  @Test func `reloading leaves functions as they are`() async throws {
    let plot = try await opened("0.5")
    diagram.reloader.reload()
    #expect(!diagram.reloader.isReloading && diagram.plots[0] === plot)
  }

  @Test func `a function is kept in a project, and comes back`() async throws {
    _ = try await opened("sin(t)/2; noise()")
    var project = diagram.project
    #expect(project.lanes[0].options.function == (try signal("sin(t)/2; noise()")))
    project.lanes.append(project.lanes[0])
    #expect(project.isArranged, "it would be lost")
    let other = DiagramViewModel(player: ManualClock())
    other.open(project, cache: nil)
    try await wait { other.plots.allSatisfy(\.isComplete) }
    #expect(other.plots.map(\.channels) == [2, 2] && other.plots.allSatisfy { !$0.isFailed })
    #expect(other.project.lanes == project.lanes)
  }
}
