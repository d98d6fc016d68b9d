// CleanMeasuresTests.swift
// A clean waveform is measured like any other: what is in no file comes from its samples.

import Measures
import Recording
import Testing
import WaveformCore

@testable import Noise
@testable import WaveformModel

@MainActor @Suite struct `Measures of a clean waveform`: CleanedDiagram {
  let diagram = DiagramViewModel(player: RecordingPlayer())

  private func expected(_ samples: [Float]) -> Measures {
    let builder = MeasureBuilder<Float>(MeasureShape(channels: 2, sampleRate: NoisyRecording.rate))
    samples.withUnsafeBufferPointer { builder.append($0.baseAddress!, frames: samples.count / 2) }
    return MeasuredBlocks(builder).measures
  }

  @Test func `they are those of its samples, and of its new ones after a change`() async throws {
    let recording = try NoisyRecording()
    try await open(recording)
    try await takeProfile()
    diagram.clearSelection()
    for reduction in [20.0, 6] {
      noise.settings.reduction = reduction
      let plot = try #require(noise.plot), profile = try #require(noise.profile)
      let wanted = expected(try recording.reduced(profile, noise.settings))
      var found: Measures?
      // What is asked for while another one is being computed may be of that.
      for _ in 0..<1000 where found != wanted {
        try await wait { plot.isComplete && plot.source != nil }
        found = await diagram.measures.measures(of: plot)
      }
      #expect(found == wanted && plot.laneName == "Clean")
    }
  }
}
