// SoakTests.swift
// A player that is given random orders while an output pulls as fast as it can on a thread of its own. Worth running
// under ThreadSanitizer.

import Foundation
import HostIO
import Synchronization
import Testing
import WaveformCore

@testable import Playback

@Suite struct `A long run` {
  @Test func `whatever is ordered, every frame is the one that it is said to be`() {
    let output = GreedyOutput()
    let lost = GreedyOutput()
    var sizes = PlaybackConfiguration()
    sizes.ringFrames = { _ in 2000 }
    sizes.firstPiece = { _ in 100 }
    sizes.piece = { _ in 500 }
    sizes.pace = 0
    let engine = PlaybackEngine(
      output: output, silent: lost, configuration: sizes, now: { MonotonicTime.now })
    let player = SoundPlayer(engine)
    let length = 1 << 20
    // Alone, or with voices that are silent, so that frames still say which ones they are.
    func load(_ others: Int) {
      let ramp = PlayerVoice(source: RampSource(frames: length, sampleRate: 44_100))
      let silent = (0..<others).map {
        PlayerVoice(
          source: RampSource(frames: 0, sampleRate: 44_100 - 4_100 * ($0 % 2)), offset: $0 * 1000)
      }
      player.load([ramp] + silent, sampleRate: 44_100)
      player.length = length
    }
    load(0)
    var random = SystemRandomNumberGenerator()
    var last = 0.0
    var orders = 0
    while output.checked + lost.checked < 1_000_000 || orders < 3000 {
      orders += 1
      let frame = Double(Int.random(in: 0..<length, using: &random))
      switch Int.random(in: 0..<24, using: &random) {
      case 0...4: player.start(at: frame, rate: 44_100)
      case 5: player.stop()
      case 6: player.speed = [0.5, 1, 1, 1, 2].randomElement(using: &random)!
      case 7: player.speed = 1
      case 8...10:
        let start = Int.random(in: 0..<length, using: &random)
        player.loop = start..<start + Int.random(in: 1...5000, using: &random)
      case 11...13:
        let here = Int(player.position)
        player.loop = max(0, here - 500)..<here + Int.random(in: 1...9000, using: &random)
      case 14: player.loop = nil
      case 15: player.length = Int.random(in: length / 2...length, using: &random)
      case 16: player.scrub(at: frame)
      case 17: output.tell(.failed(AudioOutputError(.serverGone, "gone")))
      case 18: player.reconnect()
      case 20: player.setGains([1] + (0..<4).map { _ in Float.random(in: -1...1, using: &random) })
      case 21: _ = player.level(at: player.now)
      case 19 where orders % 7 == 0:
        load(Int.random(in: 0...3, using: &random))
        player.start(at: frame, rate: 44_100)
      default:
        // Nothing is ordered: without a loop the position never goes back.
        player.loop = nil
        while player.isRunning, let feeder = engine.state.withLock({ $0.feeder }),
          feeder.servedChange != engine.order.changeCount
        {
          sched_yield()
        }
        last = 0
        for _ in 0..<50 {
          let next = player.position
          #expect(next >= last)
          last = next
          sched_yield()
        }
      }
      if !player.isRunning, orders % 3 == 0 { player.start(at: frame, rate: 44_100) }
    }
    player.stop()
    output.end()
    lost.end()
    #expect(output.wrong == nil)
    #expect(lost.wrong == nil)
  }
}

/// Pulls as fast as it can, and holds every frame against where its epoch says that it comes from.
private final class GreedyOutput: AudioOutput {
  private struct State {
    var epoch: Epoch?
    var tell: (@Sendable (AudioOutputEvent) -> Void)?
    var isThere = false
    var isOver = false
    var wrong: String?
    var checked = 0
  }
  private let state = Mutex(State())

  var checked: Int { state.withLock { $0.checked } }
  var wrong: String? { state.withLock { $0.wrong } }
  func end() { state.withLock { $0.isOver = true } }
  func tell(_ event: AudioOutputEvent) { state.withLock { $0.tell }?(event) }

  func acceptedFormat(for format: StreamFormat) -> StreamFormat { format }

  func start(
    _ format: StreamFormat, from provider: any FrameProvider,
    onEvent: @escaping @Sendable (AudioOutputEvent) -> Void
  ) {
    let isThere = state.withLock { state in
      defer { state.isThere = true }
      (state.epoch, state.tell) = (provider as? Epoch, onEvent)
      return state.isThere
    }
    if !isThere { Thread.detachNewThread { [self] in pull() } }
    onEvent(.began)
  }

  func stop() { state.withLock { $0.epoch = nil } }

  var timing: OutputTiming? {
    state.withLock { state in
      state.epoch.map { OutputTiming(heard: Double($0.renderedCount), time: MonotonicTime.now) }
    }
  }

  private func pull() {
    var random = SystemRandomNumberGenerator()
    var buffer = [Float](repeating: 0, count: 700)
    while !state.withLock({ $0.isOver }) {
      guard let epoch = state.withLock({ $0.epoch }) else {
        sched_yield()
        continue
      }
      let frames = Int.random(in: 1...700, using: &random)
      let start = epoch.renderedCount
      buffer.withUnsafeMutableBufferPointer {
        epoch.render(into: UnsafeMutableBufferPointer(rebasing: $0[..<frames]))
      }
      if frames % 8 == 0 { epoch.waitForFrames(500) }
      var checked = 0
      var wrong: String?
      // Grains have no place, and stretched frames none of their own. A frame of silence may be one.
      for frame in stride(from: 0, to: frames, by: 13) where epoch.rate == 1 && buffer[frame] != 0 {
        let position = epoch.place(heard: Double(start + frame)).frame
        if position == 0, buffer[frame] != 1 { continue }
        checked += 13
        if position != Double(buffer[frame]) - 1 {
          wrong = "frame \(start + frame) is \(buffer[frame] - 1), not \(position)"
        }
      }
      state.withLock { state in
        state.checked += checked
        if let wrong, state.wrong == nil { state.wrong = wrong }
      }
    }
  }
}
