// NoiseHintTests.swift
// What is said as the next step of noise reduction, where the noise is estimated all along.

import Spectral
import Testing

@testable import Noise
@testable import WaveformModel

@MainActor @Suite struct `The hint about noise without a profile`: CleanedDiagram {
  let diagram = DiagramViewModel(player: RecordingPlayer())
  private var hint: NoiseHint { NoiseHint(diagram) }

  @Test func `it says what can be heard, or how the clean waveform begins`() async throws {
    try await open(try NoisyRecording())
    #expect(hint.text.contains("Select a stretch"))
    noise.settings.isAdaptive = true
    #expect(hint.text.contains("No profile is needed") && hint.text.contains("Press 1, 2 or 3"))
    noise.discard()
    #expect(hint.text.contains("No profile is needed") && hint.text.contains("Move a slider"))
    #expect(!hint.isProblem)
  }

  @Test func `it says that a recording is too short, and how long one has to be`() async throws {
    let recording = try NoisyRecording(seconds: 1)
    let least = NoiseReductionSettings.leastAdaptiveFrames(sampleRate: NoisyRecording.rate)
    #expect(recording.samples.count / recording.channels < least)
    try await open(recording)
    noise.settings.isAdaptive = true
    #expect(hint.isProblem && hint.text.contains("\(least * 1000 / NoisyRecording.rate) ms"))
    noise.settings.isAdaptive = false
    #expect(!hint.isProblem)
  }
}
