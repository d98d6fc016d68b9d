// SoundTests.swift
// Loop, speed, volume, following and scrubbing of a diagram, on a player that is moved by hand.

import AudioFormats
import HostIO
import Playback
import Recording
import Testing
import WaveformCore
import WaveformModel

@MainActor @Suite struct `A diagram that is heard` {
  let player = RecordingPlayer()
  let diagram: DiagramViewModel

  init() { diagram = DiagramViewModel(player: player) }

  private func open() async throws {
    diagram.navigation.setWidth(500)
    let plot = PlotViewModel(path: Recordings.speech)
    diagram.lanes.insert(plot)
    try await wait { plot.isComplete }
  }

  private func pass(_ seconds: Double) {
    player.advance(by: seconds)
    diagram.transport.advancePlayhead(to: player.now)
  }

  // MARK: Samples

  @Test func `the player gets the samples that close views are drawn from, once`() async throws {
    var made: [any SampleSource] = []
    diagram.navigation.setWidth(500)
    let plot = PlotViewModel(path: Recordings.speech) {
      made.append(SampleSources.source(path: $0, options: $1, description: $2))
      return made[made.count - 1]
    }
    diagram.lanes.insert(plot)
    try await wait { plot.isComplete }
    #expect(made.count == 1 && player.loads.count == 1)
    #expect(player.loads[0].map { $0.source === made[0] } == [true])
    #expect(player.axisRate == plot.sampleRate && player.gains == [1])
    #expect(player.length == diagram.length && player.length > 0)
    #expect(player.loads[0].first?.layout == plot.description?.layout)
  }

  @Test func `what plays goes on with the samples of a file that is read again`() async throws {
    try await open()
    diagram.transport.play()
    pass(2)
    let before = diagram.plots[0]
    diagram.reloader.reload()
    try await wait { diagram.plots.first !== before && diagram.plots.first?.isComplete == true }
    #expect(player.loads.count == 2 && player.loads[0][0].source !== player.loads[1][0].source)
    #expect(diagram.isPlaying && player.isRunning)
    #expect(abs(player.position - 32_000) < 1e-6)
  }

  @Test func `a diagram without a recording has nothing to play`() async throws {
    try await open()
    diagram.transport.play()
    diagram.removeAll()
    #expect(player.loads.count == 2 && player.loads[1].isEmpty)
    #expect(!diagram.isPlaying && !player.isRunning)
  }

  // MARK: Selection and loop

  @Test func `the selection is played from its start to its end, also when it plays already`() async throws {
    try await open()
    diagram.playSelection()
    #expect(diagram.isPlaying && diagram.playhead == 0, "without a selection, from the playhead")
    diagram.select(Selection(16_000..<32_000))
    pass(5)
    diagram.playSelection()
    #expect(diagram.isPlaying && player.position == 16_000)
    pass(0.5)
    #expect(abs(player.position - 24_000) < 1e-6 && diagram.isPlaying)
    pass(1)
    #expect(!diagram.isPlaying && diagram.playhead == 32_000 && player.length == diagram.length)
    diagram.togglePlayback()
    #expect(diagram.isPlaying && player.position == 16_000, "behind it, it begins again")
  }

  @Test func `playing begins at the selection, or at the playhead within it, and ends with it`() async throws
  {
    try await open()
    diagram.select(Selection(16_000..<32_000))
    diagram.settleSelection()
    diagram.togglePlayback()
    #expect(player.position == 16_000 && player.length == 32_000 && diagram.transport.end == 32_000)
    pass(0.25)
    diagram.togglePlayback()
    #expect(!diagram.isPlaying && abs(diagram.playhead - 20_000) < 1e-6 && player.length == diagram.length)
    diagram.togglePlayback()
    #expect(abs(player.position - 20_000) < 1e-6, "within it, from the playhead")
    // Its end may be moved meanwhile; without it playing goes on.
    diagram.extendSelection(to: 40_000)
    #expect(player.length == 40_000)
    diagram.clearSelection()
    #expect(player.length == diagram.length)
    pass(2)
    #expect(diagram.isPlaying && abs(player.position - 52_000) < 1e-6)
    diagram.select(Selection(16_000..<32_000))
    diagram.play(from: 8000)
    pass(2)
    #expect(diagram.isPlaying && abs(player.position - 40_000) < 1e-6, "from elsewhere it is passed")
    diagram.playSelection()
    pass(0.5)
    diagram.transport.beginScrubbing()
    diagram.transport.scrub(to: 20_000)
    diagram.transport.endScrubbing()
    #expect(
      diagram.isPlaying && player.position == 20_000 && player.length == 32_000, "within it, to its end")
    diagram.transport.jump(to: 60_000)
    pass(0.5)
    #expect(diagram.isPlaying && abs(player.position - 68_000) < 1e-6, "a jump leaves it")
  }

  @Test func `the loop is the selection, and the whole without one`() async throws {
    try await open()
    diagram.select(Selection(16_000..<32_000))
    #expect(player.loop == nil)
    diagram.toggleLoop()
    #expect(player.loop == 16_000..<32_000)
    diagram.clearSelection()
    #expect(player.loop == 0..<diagram.length)
    diagram.select(Selection(100..<200))
    #expect(player.loop == 100..<200)
    diagram.toggleLoop()
    #expect(player.loop == nil && diagram.transport.loop == nil)
  }

  @Test func `the loop follows an edge that is dragged, and waits for a selection that is drawn up`()
    async throws
  {
    try await open()
    diagram.select(Selection(16_000..<32_000))
    diagram.toggleLoop()
    diagram.select(Selection(anchor: 16_000, head: 40_000))
    #expect(player.loop == 16_000..<40_000)
    diagram.select(Selection(anchor: 50_000, head: 50_010), isDraft: true)
    diagram.select(Selection(anchor: 50_000, head: 51_000), isDraft: true)
    #expect(player.loop == 16_000..<40_000)
    diagram.settleSelection()
    #expect(player.loop == 50_000..<51_000)
  }

  @Test func `what plays behind the loop begins at its start`() async throws {
    try await open()
    diagram.select(Selection(16_000..<64_000))
    diagram.toggleLoop()
    diagram.playSelection()
    pass(2)
    diagram.select(Selection(anchor: 16_000, head: 40_000))
    #expect(player.position == 16_000 && diagram.playhead == 16_000)
    diagram.transport.pause()
    diagram.transport.movePlayhead(to: 100_000)
    diagram.transport.play()
    #expect(player.position == 16_000)
    diagram.transport.pause()
    diagram.transport.movePlayhead(to: 8_000)
    diagram.transport.play()
    #expect(player.position == 8_000, "what lies before it leads into it")
  }

  @Test func `a loop wraps to the pixel, and a timer finds every step`() async throws {
    try await open()
    diagram.select(Selection(16_000..<20_100))
    diagram.toggleLoop()
    diagram.playSelection()
    let steps = try #require(diagram.transport.steps)
    let pixels = steps.pixel(at: 16_000)...steps.pixel(at: 20_099)
    var wraps = 0
    var expected = pixels.lowerBound
    for _ in 0..<200 {
      let wait = steps.secondsToNextStep(from: player.position)
      player.advance(by: wait * 0.999)
      #expect(diagram.transport.advancePlayhead(to: player.now) == 0)
      player.advance(by: wait * 0.002)
      let crossed = diagram.transport.advancePlayhead(to: player.now)
      expected = expected == pixels.upperBound ? pixels.lowerBound : expected + 1
      #expect(steps.pixel(at: diagram.playhead) == expected)
      #expect(crossed == (expected == pixels.lowerBound ? 1 - pixels.count : 1))
      if crossed < 0 { wraps += 1 }
    }
    #expect(wraps == 200 / pixels.count || wraps == 200 / pixels.count + 1)
    #expect(diagram.isPlaying)
  }

  @Test func `the whole is looped without an end`() async throws {
    try await open()
    diagram.toggleLoop()
    diagram.transport.movePlayhead(to: Double(diagram.length) - 1600)
    diagram.transport.play()
    pass(0.3)
    #expect(diagram.isPlaying)
    #expect(abs(player.position - 3200) < 1e-6)
  }

  // MARK: Speed and volume

  @Test func `steps of speed are round numbers, there and back`() {
    var found: [Double] = []
    for _ in 0..<20 {
      diagram.transport.stepSpeed(up: true)
      found.append(player.speed)
    }
    #expect(found.prefix(8) == [1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3])
    for _ in 0..<20 { diagram.transport.stepSpeed(up: false) }
    #expect(player.speed == 0.25)
    diagram.transport.setSpeed(0.777)
    #expect(player.speed == 0.78)
    diagram.transport.stepSpeed(up: false)
    #expect(player.speed == 0.75)
    diagram.transport.setSpeed(.nan)
    #expect(player.speed == 1)
    diagram.transport.setSpeed(100)
    #expect(player.speed == 3)
  }

  @Test func `a speed is written with as many digits as it needs`() {
    let expected = [0.25: "0.25×", 0.5: "0.5×", 1: "1×", 1.1: "1.1×", 1.05: "1.05×", 3: "3×", 0.33: "0.33×"]
    for (speed, text) in expected { #expect(PlaybackSpeed.text(speed) == text) }
    for speed in PlaybackSpeed.steps { #expect(PlaybackSpeed.rounded(speed) == speed) }
  }

  @Test(arguments: [0.25, 0.9, 3.0]) func `the playhead keeps its speed, and its steps`(speed: Double)
    async throws
  {
    try await open()
    diagram.transport.play()
    diagram.transport.setSpeed(speed)
    let steps = try #require(diagram.transport.steps)
    for pixel in 1...100 {
      player.advance(by: steps.secondsToNextStep(from: player.position))
      #expect(diagram.transport.advancePlayhead(to: player.now) == 1)
      #expect(steps.pixel(at: diagram.playhead) == pixel)
    }
    #expect(abs(player.now - 100 * steps.grid.framesPerPixel / (16_000 * speed)) < 1e-6)
  }

  @Test func `volume is heard as it is shown, and mute keeps it`() {
    diagram.transport.setVolume(0.5)
    #expect(abs(player.volume - 0.125) < 1e-12)
    diagram.transport.setMuted(true)
    #expect(player.isMuted && diagram.transport.volume == 0.5)
    diagram.transport.setVolume(7)
    #expect(player.volume == 1)
    diagram.transport.setVolume(-1)
    #expect(player.volume == 0)
  }

  // MARK: Following

  @Test func `a centered playhead stays in the middle, in whole pixels`() async throws {
    try await open()
    diagram.navigation.zoom(by: 8, around: 0)
    diagram.navigation.follow(by: .centered)
    diagram.transport.play()
    var inMiddle = 0
    for _ in 0..<2000 {
      pass(0.004)
      let view = try #require(diagram.viewport)
      let steps = try #require(diagram.transport.steps)
      let place = steps.pixel(at: diagram.playhead) - view.firstPixel
      if view.start == 0 || view.isAtEnd {
        #expect(view.start == 0 ? place <= 250 : place >= 250)
      } else {
        #expect(place == 250)
        #expect(abs(view.start / view.framesPerPixel - Double(view.firstPixel)) < 1e-6, "whole pixels")
        inMiddle += 1
      }
    }
    #expect(inMiddle > 1000)
  }

  @Test func `F takes hold of a playhead that was let go, then goes on`() async throws {
    try await open()
    diagram.navigation.zoom(by: 8, around: 0)
    diagram.transport.play()
    diagram.navigation.pan(by: 300)
    let scrolled = diagram.viewport
    pass(0.2)
    #expect(diagram.viewport == scrolled)
    diagram.navigation.cycleFollowMode()
    #expect(diagram.navigation.followMode == .page && diagram.viewport != scrolled)
    let modes = (0..<3).map { _ in
      diagram.navigation.cycleFollowMode()
      return diagram.navigation.followMode
    }
    #expect(modes == [.centered, .off, .page])
  }

  // MARK: Scrubbing

  @Test func `scrubbing lets each place be heard once, and goes on where it ends`() async throws {
    try await open()
    diagram.transport.play()
    pass(1)
    diagram.transport.beginScrubbing()
    #expect(!player.isRunning)
    for frame in [20_000.0, 20_000, 30_000, -5, 25_000] { diagram.transport.scrub(to: frame) }
    #expect(player.scrubs == [20_000, 30_000, 0, 25_000])
    diagram.transport.endScrubbing()
    #expect(diagram.isPlaying && player.position == 25_000)
    diagram.transport.pause()
    diagram.transport.beginScrubbing()
    diagram.transport.scrub(to: 5000)
    diagram.transport.endScrubbing()
    #expect(!diagram.isPlaying && diagram.playhead == 5000)
    diagram.transport.scrub(to: 6000)
    #expect(diagram.playhead == 5000, "only between begin and end")
  }

  // MARK: What the player tells

  @Test func `a lost output is told, and playing goes on`() async throws {
    try await open()
    diagram.transport.play()
    player.onEvent?(.outputLost(AudioOutputError(.serverGone, "The sound server has ended.")))
    try await wait { diagram.transport.sound.lostOutput != nil }
    #expect(diagram.isPlaying && diagram.transport.sound.lostOutput?.code == .serverGone)
    player.onEvent?(.outputRestored)
    try await wait { diagram.transport.sound.lostOutput == nil }
  }

  @Test func `each attempt to reconnect that fails is counted, and another recording keeps the loss`()
    async throws
  {
    try await open()
    diagram.transport.play()
    for attempt in 1...2 {
      player.onEvent?(.outputLost(AudioOutputError(.noServer, "No sound server answers.")))
      try await wait { diagram.transport.sound.lossCount == attempt }
    }
    diagram.removeAll()
    #expect(diagram.transport.sound.lostOutput?.code == .noServer)
  }

  @Test func `a suspended output pauses where it is`() async throws {
    try await open()
    diagram.transport.play()
    player.advance(by: 1)
    player.onEvent?(.suspended(true))
    try await wait { !diagram.isPlaying }
    #expect(diagram.playhead == 16_000 && diagram.transport.sound.suspensionCount == 1)
    player.onEvent?(.suspended(false))
    player.onEvent?(.stalled(true))
    try await wait { diagram.transport.sound.isStalled }
    #expect(!diagram.isPlaying, "nobody but the user plays again")
    diagram.transport.play()
    #expect(!diagram.transport.sound.isStalled)
  }

  @Test func `samples that cannot be read end playing, and say why`() async throws {
    try await open()
    diagram.transport.play()
    let error = try #require(await failure())
    player.onEvent?(.failed(error))
    try await wait { !diagram.isPlaying }
    #expect(diagram.transport.sound.failure?.contains(error.message) == true)
    diagram.transport.play()
    #expect(diagram.transport.sound.failure == nil)
  }

  /// An error as a file that is not there gives it.
  private func failure() async throws -> AudioFileError? {
    let plot = PlotViewModel(path: "/nowhere.wav")
    plot.start()
    try await wait { plot.isComplete }
    if case .failed(let error) = plot.state { return error }
    return nil
  }
}
