// NoiseHistoryTests.swift
// Noise reduction as steps of the history: sliders, switches and profiles, of several waveforms that are cleaned.

import Functions
import Spectral
import Testing
import WaveformCore

@testable import Noise
@testable import WaveformModel

@MainActor @Suite struct `The history of noise reduction`: CleanedDiagram {
  let diagram = DiagramViewModel(player: RecordingPlayer())
  private let recording: NoisyRecording

  init() throws {
    recording = try NoisyRecording()
    // However slow the machine is, no slider rests by itself.
    noise.restTime = .seconds(3600)
  }

  private var lanes: LaneList { diagram.lanes }

  private func samples() throws -> [Float] {
    try #require(noise.cleanSource).read(0..<1_000_000).withSamples { Array($0) }
  }

  /// Waits until the clean samples are those of the recipe.
  private func expectClean() async throws {
    try await wait { noise.plot?.isComplete == true }
    let expected = try recording.reduced(noise.profile, noise.settings)
    try await wait { (try? samples()) == expected }
  }

  private func openCleaned() async throws {
    try await open(recording)
    try await takeProfile()
    try await wait { noise.plot?.isComplete == true }
  }

  @Test func `the way of a slider is one step, up to where it rests`() async throws {
    try await openCleaned()
    for value in 21...29 { noise.settings.reduction = Double(value) }
    #expect(lanes.undoChange == .clean(.adjusted(lane: diagram.plots[0].laneNumber, .reduction)))
    noise.endChange()
    for value in 30...39 { noise.settings.reduction = Double(value) }
    // Another slider is another step, without a rest.
    noise.settings.smoothing = 3
    noise.settings.smoothing = 4
    lanes.undo()
    #expect(noise.settings.reduction == 39 && noise.settings.smoothing == 1)
    lanes.undo()
    #expect(noise.settings.reduction == 29)
    try await expectClean()
    lanes.undo()
    #expect(noise.settings == noise.standard && noise.plot != nil && lanes.undoChange == .clean(.added))
    try await expectClean()
    for _ in 0..<3 { lanes.redo() }
    #expect(noise.settings == NoiseReductionSettings(reduction: 39, smoothing: 4))
    try await expectClean()
    #expect(lanes.redoChange == nil)
  }

  @Test func `a slider that rests has ended its step`() async throws {
    try await openCleaned()
    noise.restTime = .zero
    noise.settings.sensitivity = 3
    try await wait { noise.rest == nil }
    noise.settings.sensitivity = 4
    lanes.undo()
    #expect(noise.settings.sensitivity == 3)
  }

  @Test func `each switch is a step, and so is a preset`() async throws {
    try await openCleaned()
    noise.settings.removesHum = false
    noise.settings.followsLevel = true
    noise.settings = NoiseReductionSettings(reduction: 9, sensitivity: 6)
    lanes.undo()
    #expect(noise.settings == NoiseReductionSettings(removesHum: false, followsLevel: true))
    lanes.undo()
    #expect(noise.settings == NoiseReductionSettings(removesHum: false))
    lanes.undo()
    #expect(noise.settings == noise.standard)
  }

  @Test func `another profile is a step, and the one before comes back`() async throws {
    try await openCleaned()
    let first = noise.profile
    diagram.select(Selection(24_400..<31_600))
    noise.takeProfile(of: diagram.selection?.range)
    try await wait { !noise.isBusy }
    let second = noise.profile
    #expect(second != first && lanes.undoChange == .clean(.profiled))
    lanes.undo()
    #expect(noise.profile == first)
    try await expectClean()
    lanes.redo()
    #expect(noise.profile == second)
    try await expectClean()
  }

  @Test func `settings that were chosen before there was a profile are steps, too`() async throws {
    try await open(recording)
    noise.settings.reduction = 8
    #expect(noise.plot == nil)
    lanes.undo()
    #expect(noise.settings == noise.standard && lanes.undoChange == nil && noise.kept.isUnchanged)
    lanes.redo()
    #expect(noise.settings.reduction == 8)
  }

  @Test func `clicks and adaptive reduction need no profile`() async throws {
    try await open(recording)
    noise.settings.clicks = 0.5
    #expect(noise.profile == nil && noise.listening == .clean)
    try await expectClean()
    // With nothing to take away the clean waveform stays, and is the original.
    noise.settings.clicks = 0
    try await expectClean()
    #expect(try samples() == recording.samples && noise.failure == nil)
    noise.settings.isAdaptive = true
    try await expectClean()
    lanes.undo()
    #expect(!noise.settings.isAdaptive && noise.plot != nil)
    lanes.undo()
    #expect(noise.settings.clicks == 0.5 && noise.plot != nil, "a switch is a step of its own")
    lanes.undo()
    #expect(noise.plot == nil && noise.listening == .original && diagram.plots.count == 1)
    noise.settings.isAdaptive = true
    #expect(noise.plot != nil)
    diagram.removeAll()
    try await wait { recording.openSpools == 0 }
  }

  @Test func `a profile is taken of what the repair of clicks leaves`() async throws {
    let crackling = try NoisyRecording(channels: 1) { frame in frame % 997 < 3 ? 15_000 : 0 }
    try await open(crackling)
    noise.settings.clicks = 0.5
    try await takeProfile()
    let slice = SampleSlice(range: 400..<7600, channels: 1, samples: Array(crackling.samples[400..<7600]))
    #expect(
      try noise.profile
        == NoiseProfile(
          slice.repaired(clicks: 0.5, sampleRate: NoisyRecording.rate), sampleRate: NoisyRecording.rate))
    #expect(try noise.profile != NoiseProfile(slice, sampleRate: NoisyRecording.rate))
  }

  @Test func `undo of a formula keeps the clean waveform of its lane`() async throws {
    func signal(_ formula: String) throws -> FunctionSignal {
      try FunctionSignal(formula, sampleRate: NoisyRecording.rate, frames: 8000)
    }
    noise.place = recording.place
    diagram.navigation.setWidth(500)
    diagram.lanes.add(PlotViewModel(try signal("0.1*noise()")))
    try await wait { diagram.plots[0].isComplete }
    noise.settings.isAdaptive = true
    try await wait { noise.plot?.isComplete == true }
    let (first, clean) = (diagram.plots[0], noise.plot)
    let change = try #require(FunctionChange(of: first, in: diagram))
    change.show(try signal("0.2*noise()"))
    change.confirm()
    try await wait { diagram.plots[0] !== first && diagram.plots.allSatisfy(\.isComplete) }
    #expect(noise.plot === clean && clean?.original === diagram.plots[0])
    lanes.undo()
    #expect(diagram.plots[0] === first && noise.plot === clean && diagram.plots.count == 2)
    try await wait { noise.plot?.isComplete == true }
  }
}
