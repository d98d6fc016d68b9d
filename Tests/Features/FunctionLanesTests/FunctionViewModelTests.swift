// FunctionViewModelTests.swift
// What is typed for a function: checked at once, and as long as what it is to be compared with.

import Functions
import ModelTestSupport
import Playback
import Testing
import WaveformModel

@testable import FunctionLanes

@MainActor @Suite struct FunctionViewModelTests {
  private let diagram = DiagramViewModel(player: ManualClock())

  @Test func `what is typed is checked at once, and what was right stays to be seen`() async throws {
    let model = FunctionViewModel(nil, in: diagram)
    var told: [String] = []
    model.onSignal = { told.append($0.formula) }
    #expect(model.ready == .sine && model.signal?.frames == 10 * 48_000 && model.problem == nil)
    let first = try #require(model.diagram)
    model.formula = "sin(2pi*t)"
    #expect(model.signal == nil && model.problem?.marked == "sin(2pi*t)\n     ^^")
    #expect(model.diagram === first)
    model.formula = "sin(2*pi*t)"
    #expect(model.signal?.formula == "sin(2*pi*t)" && model.problem == nil && model.ready == nil)
    #expect(model.diagram !== first && told == ["sin(2*pi*t)"])
    model.durationText = "soon"
    #expect(
      model.signal == nil && model.problem?.text.contains("“soon”") == true && model.problem?.marked == nil)
    model.durationText = "1:30"
    model.rateText = "8 kHz"
    #expect(model.signal?.frames == 90 * 8000 && model.signal?.sampleRate == 8000)
    model.channels = 2
    #expect(model.signal?.channels == 2)
    // Several formulas say it themselves.
    model.formula = "t;t;t"
    #expect(model.signal?.channels == 3 && model.hasFormulas)
    model.rateText = "none"
    #expect(model.signal == nil)
    model.cancel()
  }

  @Test func `a new function is as long as what it is to be compared with`() async throws {
    diagram.lanes.insert(PlotViewModel(path: Recordings.speech))
    try await wait { self.diagram.plots[0].isComplete }
    let model = FunctionViewModel(nil, in: diagram)
    #expect(model.signal?.frames == diagram.length && model.signal?.sampleRate == diagram.sampleRate)
    let odd = try FunctionSignal("t", sampleRate: 44_100, frames: 44_101, channels: 2)
    let again = FunctionViewModel(odd, in: diagram)
    #expect(again.signal == odd, "no frame is lost between its length and the text of it")
  }
}
