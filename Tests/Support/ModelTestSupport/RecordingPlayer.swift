// RecordingPlayer.swift
// A player on a clock that is moved by hand. It remembers what it was given to play and to scrub.

import Playback
import WaveformCore

package final class RecordingPlayer: Player {
  /// Each `load`, and the gains since the last of them.
  package private(set) var loads: [[PlayerVoice]] = []
  package private(set) var axisRate = 0
  package private(set) var gains: [Float] = []
  package private(set) var scrubs: [Double] = []
  private let clock = ManualClock()

  package init() {}

  package func advance(by seconds: Double) { clock.advance(by: seconds) }

  package func load(_ voices: [PlayerVoice], sampleRate: Int) {
    loads.append(voices)
    axisRate = sampleRate
    gains = voices.map { _ in 1 }
    stop()
  }

  package func setGains(_ gains: [Float]) { self.gains = gains }
  package func level(at time: Double) -> Float { 0 }

  package func scrub(at frame: Double) { scrubs.append(frame) }
  package func reconnect() {}
  package var onEvent: (@Sendable (PlayerEvent) -> Void)?
  package var length = 0
  package var crossfadesLoop = false
  package var volume = 1.0
  package var isMuted = false

  package var loop: FrameRange? {
    get { clock.loop }
    set { clock.loop = newValue }
  }
  package var speed: Double {
    get { clock.speed }
    set { clock.speed = newValue }
  }
  package var isRunning: Bool { clock.isRunning }
  package var now: Double { clock.now }
  package func start(at frame: Double, rate: Double) { clock.start(at: frame, rate: rate) }
  package func stop() { clock.stop() }
  package func position(at time: Double) -> Double { clock.position(at: time) }
}
