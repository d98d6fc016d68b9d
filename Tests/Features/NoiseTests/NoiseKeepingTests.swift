// NoiseKeepingTests.swift
// What was chosen about noise comes back with the recording.

import Playback
import Projects
import Testing

@testable import Noise
@testable import WaveformModel

@MainActor @Suite struct `Noise reduction that is kept`: CleanedDiagram {
  let diagram = DiagramViewModel(player: ManualClock())

  @Test func `the clean waveform is computed again, and that is no step`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    noise.settings.reduction = 33
    noise.listening = .residue
    let kept = try #require(diagram.keptRecording)
    diagram.removeAll()
    noise.settings = .init()
    // While it is still being opened.
    diagram.lanes.insert(PlotViewModel(path: recording.path))
    diagram.restore(kept)
    try await wait { noise.plot?.isComplete == true }
    #expect(noise.kept == kept.noise && diagram.lanes.undoChange == nil)
    noise.settings.reduction = 10
    #expect(noise.plot != nil)
  }

  @Test func `a long one is computed when somebody asks for it, and is kept meanwhile`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    let kept = try #require(diagram.keptRecording)
    diagram.removeAll()
    noise.treatments.mostUnasked = recording.samples.count - 1
    let next = PlotViewModel(path: recording.path)
    diagram.lanes.insert(next)
    diagram.restore(kept)
    try await wait { noise.isWaiting }
    #expect(noise.plot == nil && noise.progress == nil && noise.waitingCount == 1 && next.isComplete)
    #expect(noise.listening == .original && noise.profile == kept.noise.profile)
    #expect(NoiseHint(diagram).text.contains("was cleaned"))
    #expect(diagram.keptRecording?.noise.isClean == true, "it is no less kept than before")
    noise.cleanAgain()
    #expect(!noise.isWaiting)
    try await wait { noise.plot?.isComplete == true }
    #expect(noise.kept == kept.noise && diagram.lanes.undoChange != nil)
  }
}
