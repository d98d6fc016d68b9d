// FunctionExportTests.swift
// Lanes of functions as files: what they are called, and which samples are in them.

import AudioFormats
import Foundation
import Functions
import ModelTestSupport
import Playback
import Recording
import SystemPackage
import Testing
import WaveformCore

@testable import Export
@testable import WaveformModel

@MainActor @Suite struct `Functions as files` {
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

  @Test func `files made of a function are called by its lane's name, never by its formula`() async throws {
    let plot = try await opened("0.5*noise()/2")
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
    let treated = ["band", "mix"]
    #expect(try names() == Set(["function.wav"] + treated.map { "function \($0).wav" }))
    diagram.lanes.change(plot, .renamed) { $0.name = "../a:\u{202E}b\n" }
    #expect(try names() == Set(["function.wav", "-a-b.wav"] + treated.map { "-a-b \($0).wav" }))
    diagram.lanes.change(plot, .renamed) { $0.name = " . " }
    #expect(plot.stem == "function" && diagram.lanes.openPaths.isEmpty, "a formula is no file")
  }

  @Test func `a function is exported as it is heard`() async throws {
    _ = try await opened("1.5*t")
    let model = try #require(ExportViewModel(diagram))
    model.kind = .sound(.wavFloat)
    #expect(model.newName.plain == "function.wav" && !model.choices[0].belongsToVideo)
    let samples = try model.written().samples
    #expect(samples.count == 8000)
    for frame in samples.indices { #expect(samples[frame] == Float(1.5 * (Double(frame) / 8000))) }
  }

  @Test func `a function is mixed with what is heard beside it`() async throws {
    let plot = try await opened("0.25")
    diagram.lanes.add(PlotViewModel(try signal("n == 10 ? 0.5 : 0", frames: 100)))
    try await wait { self.diagram.plots.allSatisfy(\.isComplete) }
    let model = try #require(ExportViewModel(diagram))
    model.source = try #require(model.choices.firstIndex { $0.treatment == "mix" })
    let mixed = try model.written().samples
    #expect(mixed.count == plot.length && mixed[10] == 0.75 && mixed[11] == 0.25 && mixed[200] == 0.25)
  }
}
