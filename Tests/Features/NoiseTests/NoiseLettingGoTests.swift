// NoiseLettingGoTests.swift
// What is left of a diagram with a clean waveform that nobody needs any more: nothing.

import Playback
import Testing
import WaveformCore

@testable import Noise
@testable import WaveformModel

@MainActor @Suite struct `A diagram with a clean waveform that is let go` {
  @Test func `takes its models and its waveforms with it`() async throws {
    var isThere: [() -> Bool] = []
    func watch(_ objects: [AnyObject]) {
      for object in objects { isThere.append { [weak object] in object != nil } }
    }
    do {
      let recording = try NoisyRecording()
      let diagram = DiagramViewModel(player: ManualClock())
      diagram.noise.place = recording.place
      diagram.navigation.setWidth(500)
      diagram.lanes.insert(PlotViewModel(path: recording.path))
      watch([diagram.plots[0], diagram.plots[0].samples])
      try await wait { diagram.plots[0].isComplete }
      diagram.noise.takeProfile(of: 400..<7600)
      try await wait { diagram.noise.plot?.isComplete == true }
      diagram.reloader.reload()
      try await wait { diagram.reloader.reloadCount == 1 && diagram.plots.allSatisfy(\.isComplete) }
      diagram.lanes.change(diagram.plots[0], .muted) { $0.isMuted = true }
      diagram.transport.play()
      watch(diagram.plots)
      watch([diagram, diagram.lanes, diagram.navigation, diagram.voices, diagram.transport])
      watch([diagram.reloader, diagram.noise])
    }
    try await wait { !isThere.contains { $0() } }
  }
}
