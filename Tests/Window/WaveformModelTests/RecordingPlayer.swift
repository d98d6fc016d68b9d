// RecordingPlayer.swift
// A player on a clock that is moved by hand. It remembers what it was given to play and to scrub.

import Playback
import WaveformCore

final class RecordingPlayer: Player {
  /// Each `load`, and the gains since the last of them.
  private(set) var loads: [[PlayerVoice]] = []
  private(set) var axisRate = 0
  private(set) var gains: [Float] = []
  private(set) var scrubs: [Double] = []
  private let clock = ManualClock()

  func advance(by seconds: Double) { clock.advance(by: seconds) }

  func load(_ voices: [PlayerVoice], sampleRate: Int) {
    loads.append(voices)
    axisRate = sampleRate
    gains = voices.map { _ in 1 }
    stop()
  }

  func setGains(_ gains: [Float]) { self.gains = gains }
  func level(at time: Double) -> Float { 0 }

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
