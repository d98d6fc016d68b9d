// LettingGoTests.swift
// What is left of a diagram that nobody needs any more: nothing.

import Playback
import Testing
import WaveformCore

@testable import WaveformModel

/// What a feature adds.
@MainActor private final class Companion: LaneCompanion {
  private let lanes: LaneList

  init(_ lanes: LaneList) { self.lanes = lanes }
}

@MainActor @Suite struct `A diagram that is let go` {
  @Test func `takes its models and its waveforms with it`() async throws {
    var isThere: [() -> Bool] = []
    func watch(_ objects: [AnyObject]) {
      for object in objects { isThere.append { [weak object] in object != nil } }
    }
    do {
      let recording = try NoisyRecording()
      let diagram = DiagramViewModel(player: ManualClock())
      let companion = diagram.model { Companion($0.lanes) }
      diagram.navigation.setWidth(500)
      diagram.lanes.insert(PlotViewModel(path: recording.path))
      watch([diagram.plots[0], diagram.plots[0].samples])
      try await wait { diagram.plots[0].isComplete }
      diagram.reloader.reload()
      try await wait { diagram.reloader.reloadCount == 1 && diagram.plots.allSatisfy(\.isComplete) }
      diagram.lanes.change(diagram.plots[0], .muted) { $0.isMuted = true }
      diagram.transport.play()
      watch(diagram.plots)
      watch([diagram, diagram.lanes, diagram.navigation, diagram.voices, diagram.transport])
      watch([diagram.reloader, companion])
    }
    try await wait { !isThere.contains { $0() } }
  }
}
