// Rig.swift
// A player with small buffers, an output that is pulled by hand, and time that stands still.

import AudioFormats
import Foundation
import Synchronization
import Testing
import WaveformCore

@testable import Playback

/// What plays in a test.
final class Rig {
  let output = FakeOutput()
  let silent = FakeOutput()
  let time = ManualTime()
  /// Frames per second of the time axis.
  let sampleRate: Int
  let engine: PlaybackEngine
  let player: SoundPlayer
  private let log = EventLog()
  var events: [String] { log.all }

  /// Buffers of a few frames.
  static func small(ring: Int = 64, first: Int = 16, piece: Int = 24) -> PlaybackConfiguration {
    var sizes = PlaybackConfiguration()
    sizes.ringFrames = { _ in ring }
    sizes.firstPiece = { _ in first }
    sizes.piece = { _ in piece }
    return sizes
  }

  /// With buffers of a few frames.
  convenience init(
    _ source: any SampleSource, length: Int, layout: ChannelLayout? = nil, ring: Int = 64, first: Int = 16,
    piece: Int = 24
  ) {
    let sizes = Self.small(ring: ring, first: first, piece: piece)
    self.init(source, length: length, layout: layout, sizes: sizes)
  }

  convenience init(
    _ source: any SampleSource, length: Int, layout: ChannelLayout? = nil, sizes: PlaybackConfiguration
  ) {
    self.init(
      [PlayerVoice(source: source, layout: layout)], sampleRate: source.sampleRate, length: length,
      sizes: sizes)
  }

  init(_ voices: [PlayerVoice], sampleRate: Int, length: Int, sizes: PlaybackConfiguration) {
    self.sampleRate = sampleRate
    var sizes = sizes
    sizes.pace = 0
    engine = PlaybackEngine(
      output: output, silent: silent, configuration: sizes, now: { [time] in time.now })
    player = SoundPlayer(engine)
    player.onEvent = { [log] in log.append($0) }
    player.load(voices, sampleRate: sampleRate)
    player.length = length
  }

  /// Starts, and waits until it can be heard.
  func start(at frame: Double, _ location: SourceLocation = #_sourceLocation) {
    let count = output.startCount
    player.start(at: frame, rate: Double(sampleRate))
    output.waitForStart(count + 1, location)
  }

  /// Waits until the engine's thread has carried out what was ordered.
  func settle(_ location: SourceLocation = #_sourceLocation) {
    let end = Date(timeIntervalSinceNow: 30)
    while true {
      let (order, feeder) = engine.state.withLock { ($0.order, $0.feeder) }
      if let feeder, feeder.servedChange == order.changeCount { return }
      guard Date() < end else {
        Issue.record("the engine does not settle", sourceLocation: location)
        return
      }
      sched_yield()
    }
  }

  /// Waits until so many events were told.
  func waitForEvents(_ count: Int, _ location: SourceLocation = #_sourceLocation) {
    let end = Date(timeIntervalSinceNow: 30)
    while events.count < count, Date() < end { sched_yield() }
    #expect(events.count == count, sourceLocation: location)
  }

  /// Pulls frames, and lets the time pass in which they are heard.
  func hear(_ frames: Int) -> [Float] {
    if output.pulled == 0 { output.hear(0, at: time.now) }
    let samples = output.pull(frames)
    time.now += Double(frames) / Double(output.format!.sampleRate)
    output.hear(Double(output.pulled), at: time.now)
    return samples
  }
}

/// What a player told.
private final class EventLog: Sendable {
  private let events = Mutex<[String]>([])
  var all: [String] { events.withLock { $0 } }
  func append(_ event: PlayerEvent) { events.withLock { $0.append("\(event)") } }
}

/// The frames that follow when `frame` is next, by the plain rule, one by one.
func path(from frame: Int, loop: FrameRange?, length: Int, count: Int) -> [Int] {
  var frames: [Int] = []
  var next = frame
  for _ in 0..<count where next < length {
    frames.append(next)
    next += 1
    if let loop, next == loop.upperBound { next = loop.lowerBound }
  }
  return frames
}
