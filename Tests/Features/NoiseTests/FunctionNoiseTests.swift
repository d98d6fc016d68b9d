// FunctionNoiseTests.swift
// Functions that are cleaned like recordings.

import AudioExport
import Foundation
import Functions
import Playback
import Recording
import SystemPackage
import Testing
import WaveformCore

@testable import Export
@testable import Noise
@testable import WaveformModel

@MainActor @Suite struct `Functions that are cleaned` {
  private let diagram = DiagramViewModel(player: ManualClock())
  private let spools = SpoolPlace(folders: [FilePath(NSTemporaryDirectory())])

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

  @Test func `the clean waveform of a function stays through changes, cancelling and undo`() async throws {
    let noise = diagram.noise
    noise.place = spools
    _ = try await opened("0.01*noise()")
    noise.takeProfile(of: 0..<8000)
    func isClean(of plot: PlotViewModel) -> Bool {
      noise.plot?.isComplete == true && noise.plot?.original === plot && diagram.plots.count == 2
    }
    try await wait { isClean(of: self.diagram.plots[0]) }
    let plot = diagram.plots[0]
    let change = try #require(FunctionChange(of: plot, in: diagram))
    try await show("0.02*noise()", by: change)
    try await wait { isClean(of: self.diagram.plots[0]) }
    change.takeBack()
    #expect(diagram.plots[0] === plot)
    try await wait { isClean(of: plot) }
    // One of another rate has none; that of the first comes back with it.
    let fast = try #require(FunctionChange(of: plot, in: diagram))
    fast.show(try FunctionSignal("noise()", sampleRate: 16_000, frames: 16_000))
    try await wait { noise.plot == nil }
    fast.takeBack()
    try await wait { isClean(of: plot) }
    try await self.change(to: "0.03*noise()")
    let last = diagram.plots[0]
    try await wait { isClean(of: last) }
    diagram.lanes.undo()
    try await wait { isClean(of: plot) }
    diagram.lanes.redo()
    try await wait { isClean(of: last) }
    #expect(diagram.lanes.undoChange == .reformulated(lane: last.laneNumber))
  }

  @Test func `files made of them are called by the lane's name, never by the formula`() async throws {
    diagram.noise.place = spools
    let plot = try await opened("0.5*noise()/2")
    diagram.noise.takeProfile(of: 0..<8000)
    try await wait { self.diagram.noise.plot?.isComplete == true }
    diagram.lanes.add(PlotViewModel(try signal("t")))
    try await wait { self.diagram.plots.allSatisfy(\.isComplete) }
    diagram.select(Selection(anchor: 0, head: 800, band: FrequencyBand(low: 100, high: 2000)))
    func names() throws -> Set<String> {
      let model = try #require(ExportViewModel(diagram))
      model.part = .whole
      model.kind = .sound(.wavFloat)
      #expect(model.choices.allSatisfy { !$0.belongsToVideo && $0.treatment != "difference" })
      return Set(
        model.choices.indices.map { place in
          model.source = place
          return model.newName.plain
        })
    }
    let treated = ["clean", "residue", "band", "mix"]
    #expect(try names() == Set(["function.wav"] + treated.map { "function \($0).wav" }))
    diagram.lanes.change(plot, .renamed) { $0.name = "../a:\u{202E}b\n" }
    #expect(try names() == Set(["function.wav", "-a-b.wav"] + treated.map { "-a-b \($0).wav" }))
    diagram.lanes.change(plot, .renamed) { $0.name = " . " }
    #expect(plot.stem == "function" && diagram.lanes.openPaths.isEmpty, "a formula is no file")
  }
}
