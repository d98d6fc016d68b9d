// PlaybackTests.swift
// The playhead of a diagram, driven by a clock that is moved by hand.

import Playback
import Testing
import WaveformCore
import WaveformModel

@MainActor @Suite struct `The playhead` {
  let clock = ManualClock()
  let diagram: DiagramViewModel

  init() { diagram = DiagramViewModel(player: clock) }

  private func open() async throws {
    diagram.navigation.setWidth(500)
    let plot = PlotViewModel(path: Recordings.speech)
    diagram.lanes.insert(plot)
    try await wait { plot.isComplete }
  }

  @Test func `a zoom that puts it out of sight lets go of it`() async throws {
    try await open()
    diagram.transport.play()
    for _ in 0..<4 { diagram.navigation.zoom(by: 2, around: 450) }
    let viewport = diagram.viewport
    clock.advance(by: 1)
    diagram.transport.advancePlayhead(to: clock.now)
    #expect(diagram.viewport == viewport)
    #expect((viewport?.pixel(ofFrame: diagram.playhead) ?? 0) < 0)
  }

  @Test func `it only moves by whole pixels, and every pixel once`() async throws {
    try await open()
    diagram.togglePlayback()
    #expect(diagram.isPlaying && clock.isRunning)
    let steps = try #require(diagram.transport.steps)
    var crossed = 0
    var moves = 0
    // A frame every 3 ms; a pixel takes about 31 ms.
    for _ in 0..<1000 {
      clock.advance(by: 0.003)
      let before = diagram.playhead
      let pixels = diagram.transport.advancePlayhead(to: clock.now)
      crossed += pixels
      if pixels == 0 {
        #expect(diagram.playhead == before, "nothing moves between two pixels")
      } else {
        #expect(pixels == 1)
        moves += 1
      }
    }
    #expect(crossed == steps.pixel(at: clock.position))
    #expect(moves == crossed)
  }

  @Test func `a timer to the next step finds the playhead on it, and no earlier`() async throws {
    try await open()
    diagram.transport.play()
    let steps = try #require(diagram.transport.steps)
    for pixel in 1...200 {
      let wait = steps.secondsToNextStep(from: clock.position)
      #expect(wait > 0)
      clock.advance(by: wait * 0.999)
      #expect(diagram.transport.advancePlayhead(to: clock.now) == 0)
      clock.advance(by: wait * 0.002)
      #expect(diagram.transport.advancePlayhead(to: clock.now) == 1)
      #expect(steps.pixel(at: diagram.playhead) == pixel)
    }
  }

  @Test func `pausing stands exactly where the clock is`() async throws {
    try await open()
    diagram.transport.play()
    clock.advance(by: 1.234_567)
    diagram.transport.pause()
    #expect(!diagram.isPlaying && !clock.isRunning)
    #expect(abs(diagram.playhead - 1.234_567 * 16_000) < 1e-6)
    clock.advance(by: 100)
    #expect(diagram.transport.advancePlayhead(to: clock.now) == 0)
  }

  @Test func `at the end it stops, and playing again begins at the start`() async throws {
    try await open()
    diagram.transport.movePlayhead(to: Double(diagram.length) - 100)
    diagram.transport.play()
    clock.advance(by: 10)
    diagram.transport.advancePlayhead(to: clock.now)
    #expect(!diagram.isPlaying)
    #expect(diagram.playhead == Double(diagram.length))
    diagram.transport.play()
    #expect(diagram.isPlaying && diagram.playhead == 0)
  }

  @Test func `moving it while playing goes on from there`() async throws {
    try await open()
    diagram.transport.play()
    clock.advance(by: 1)
    diagram.transport.movePlayhead(to: 100_000)
    clock.advance(by: 0.5)
    diagram.transport.advancePlayhead(to: clock.now)
    #expect(diagram.isPlaying)
    #expect(abs(diagram.playhead - 108_000) < 1e-6)
  }

  @Test func `the view turns the page with it`() async throws {
    try await open()
    diagram.navigation.zoom(by: 4, around: 0)
    diagram.transport.play()
    let page = try #require(diagram.viewport?.span)
    clock.advance(by: (page + 10) / 16_000)
    diagram.transport.advancePlayhead(to: clock.now)
    let start = try #require(diagram.viewport?.start)
    #expect(start > 0 && start <= diagram.playhead && diagram.playhead < start + page)
  }

  @Test func `the view lets go when the user scrolls, until it plays anew`() async throws {
    try await open()
    diagram.navigation.zoom(by: 4, around: 0)
    diagram.transport.play()
    diagram.navigation.pan(by: 200)
    let scrolled = diagram.viewport
    clock.advance(by: 8)
    diagram.transport.advancePlayhead(to: clock.now)
    #expect(diagram.viewport == scrolled)
    diagram.transport.pause()
    diagram.transport.play()
    #expect(diagram.viewport != scrolled)
  }

  @Test func `it does not follow when it is told not to`() async throws {
    try await open()
    diagram.navigation.follow(by: .off)
    diagram.navigation.zoom(by: 4, around: 0)
    let before = diagram.viewport
    diagram.transport.play()
    clock.advance(by: 10)
    diagram.transport.advancePlayhead(to: clock.now)
    #expect(diagram.viewport == before)
  }

  @Test func `jumping shows the place`() async throws {
    try await open()
    diagram.navigation.zoom(by: 8, around: 0)
    diagram.transport.jump(to: Double(diagram.length))
    #expect(diagram.viewport?.visibleFrames.upperBound == diagram.length)
    diagram.transport.jump(to: -50)
    #expect(diagram.playhead == 0 && diagram.viewport?.start == 0)
  }

  @Test func `nothing plays while nothing is open`() {
    diagram.togglePlayback()
    #expect(!diagram.isPlaying && !clock.isRunning)
  }
}
