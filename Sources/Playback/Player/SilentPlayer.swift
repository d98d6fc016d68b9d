// SilentPlayer.swift
// Players without sound: with real time, and with time that tests control.

import HostIO
import WaveformCore

/// A player that only keeps time. Settings of sound are remembered, but have no effect.
public class SilentPlayer: Player {
  private var timeline = Timeline()

  public init() {}

  public var now: Double { MonotonicTime.now }

  public var isRunning: Bool { timeline.isRunning }
  public func start(at frame: Double, rate: Double) { timeline.start(at: frame, rate: rate, time: now) }
  public func stop() { timeline.stop(at: now) }
  public func position(at time: Double) -> Double { timeline.position(at: time) }

  public func load(_ voices: [PlayerVoice], sampleRate: Int) {}
  public func setGains(_ gains: [Float]) {}
  public func level(at time: Double) -> Float { 0 }
  public var length = 0
  public var loop: FrameRange? {
    get { timeline.loop }
    set { timeline.setLoop(newValue, at: now) }
  }
  public var crossfadesLoop = false
  public var speed: Double {
    get { timeline.speed }
    set { timeline.setSpeed(newValue, at: now) }
  }
  public var volume = 1.0
  public var isMuted = false
  public func scrub(at frame: Double) {}
  public func reconnect() {}
  public var onEvent: (@Sendable (PlayerEvent) -> Void)?
}

/// A clock that moves only by `advance`: tests control time.
public final class ManualClock: SilentPlayer {
  private var seconds = 0.0

  public override var now: Double { seconds }

  /// Advances the time by `seconds`.
  public func advance(by seconds: Double) { self.seconds += seconds }
}
