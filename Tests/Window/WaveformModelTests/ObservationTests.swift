// ObservationTests.swift
// Who is told of what: views observe single properties, and nothing else may wake them.

import Observation
import Playback
import Synchronization
import Testing
import WaveformCore

@testable import WaveformModel

@MainActor @Suite struct `Observers of a diagram` {
  let clock = ManualClock()
  let diagram: DiagramViewModel

  init() { diagram = DiagramViewModel(player: clock) }

  private func open() async throws {
    diagram.navigation.setWidth(500)
    let plot = PlotViewModel(path: Recordings.speech)
    diagram.lanes.insert(plot)
    try await wait { plot.isComplete }
  }

  /// True when an observer of what `read` reads is told of what `body` does.
  private func isTold(of read: () -> Void, by body: () -> Void) -> Bool {
    let isTold = Mutex(false)
    withObservationTracking(read) { isTold.withLock { $0 = true } }
    body()
    return isTold.withLock(\.self)
  }

  @Test func `a step of the playhead wakes nobody, a jump those who watch it`() async throws {
    try await open()
    diagram.transport.play()
    let everything = {
      _ = (diagram.playhead, diagram.isPlaying, diagram.transport.placementCount, diagram.viewport)
      _ = (diagram.selection, diagram.plots, diagram.length, diagram.transport.steps, diagram.transport.sound)
    }
    let before = diagram.playhead
    #expect(
      !isTold(of: everything) {
        clock.advance(by: 1)
        diagram.transport.advancePlayhead(to: clock.now)
      })
    #expect(diagram.playhead > before)
    // It returns to where an observer saw it last.
    let seen = diagram.playhead
    clock.advance(by: 1)
    diagram.transport.advancePlayhead(to: clock.now)
    #expect(isTold(of: { _ = diagram.playhead }) { diagram.transport.movePlayhead(to: seen) })
    #expect(isTold(of: { _ = diagram.transport.placementCount }) { diagram.transport.movePlayhead(to: seen) })
    #expect(isTold(of: { _ = diagram.isPlaying }) { diagram.transport.pause() })
  }

  @Test func `a zoom wakes those who watch the view, and nobody else`() async throws {
    try await open()
    let zoom = { diagram.navigation.zoom(by: 2, around: 100) }
    #expect(isTold(of: { _ = diagram.viewport }, by: zoom))
    #expect(
      !isTold(
        of: {
          _ = (diagram.playhead, diagram.isPlaying, diagram.selection, diagram.plots, diagram.length)
          _ = (
            diagram.navigation.followMode, diagram.navigation.isZooming, diagram.navigation.transitionCount
          )
          _ = (diagram.transport.speed, diagram.transport.volume, diagram.transport.loop, diagram.look)
        }, by: zoom))
  }

  @Test func `what is heard wakes no one who watches the picture`() async throws {
    try await open()
    #expect(
      !isTold(of: { _ = (diagram.viewport, diagram.playhead, diagram.plots, diagram.selection) }) {
        diagram.transport.setVolume(0.5)
        diagram.transport.setSpeed(2)
        diagram.transport.setMuted(true)
        diagram.toggleLoop()
        diagram.lanes.change(diagram.plots[0], .muted) { $0.isMuted = true }
      })
  }

  @Test func `what is decided about a waveform wakes no one who watches how far it is`() async throws {
    try await open()
    let plot = diagram.plots[0]
    #expect(
      !isTold(of: { _ = (plot.framesRead, plot.length, plot.state, plot.revision, plot.previewCount) }) {
        diagram.lanes.change(plot, .muted) { $0.isMuted = true }
        diagram.lanes.raise(of: plot, by: 3)
        plot.fileBecame(.deleted)
      })
    #expect(isTold(of: { _ = plot.change }) { plot.fileBecame(.rewritten) })
    #expect(isTold(of: { _ = plot.gains }) { diagram.lanes.undo() })
    #expect(isTold(of: { _ = plot.settings }) { diagram.lanes.undo() })
  }
}
