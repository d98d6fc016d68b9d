// RecordingPlayer.swift
// A player on a clock that is moved by hand. It remembers what it was given to play and to scrub.

import AudioFile
import Playback
import WaveformCore

final class RecordingPlayer: Player {
  private(set) var sources: [(any SampleSource)?] = []
  private(set) var labels: [String] = []
  private(set) var scrubs: [Double] = []
  private let clock = ManualClock()

  func advance(by seconds: Double) { clock.advance(by: seconds) }

  func load(_ source: (any SampleSource)?, channelLabels: [String]) {
    sources.append(source)
    labels = channelLabels
    stop()
  }

  func scrub(at frame: Double) { scrubs.append(frame) }
  func reconnect() {}
  var onEvent: (@Sendable (PlayerEvent) -> Void)?
  var length = 0
  var crossfadesLoop = false
  var volume = 1.0
  var isMuted = false

  var loop: FrameRange? {
    get { clock.loop }
    set { clock.loop = newValue }
  }
  var speed: Double {
    get { clock.speed }
    set { clock.speed = newValue }
  }
  var isRunning: Bool { clock.isRunning }
  var now: Double { clock.now }
  func start(at frame: Double, rate: Double) { clock.start(at: frame, rate: rate) }
  func stop() { clock.stop() }
  func position(at time: Double) -> Double { clock.position(at: time) }
}
