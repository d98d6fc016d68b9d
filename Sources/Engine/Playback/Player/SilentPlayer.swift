// SilentPlayer.swift
// Players without sound: with real time, and with time that tests control. Their position is a line from time
// to frames that jumps back where a loop ends.

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

/// The position of undisturbed playback.
private struct Timeline {
  private var frame = 0.0
  private var time = 0.0
  /// Frames per second at normal speed; 0 while stopped.
  private var rate = 0.0
  private(set) var speed = 1.0
  private(set) var loop: FrameRange?

  var isRunning: Bool { rate > 0 }

  mutating func start(at frame: Double, rate: Double, time: Double) {
    self.frame = frame
    self.rate = rate
    self.time = time
  }

  mutating func stop(at time: Double) { start(at: position(at: time), rate: 0, time: time) }

  mutating func setSpeed(_ speed: Double, at time: Double) {
    start(at: position(at: time), rate: rate, time: time)
    self.speed = speed
  }

  mutating func setLoop(_ loop: FrameRange?, at time: Double) {
    start(at: position(at: time), rate: rate, time: time)
    self.loop = loop
  }

  /// Before the line begins, its first frame: the position never lies before the start. Playback that starts
  /// behind the loop never enters it.
  func position(at time: Double) -> Double {
    let straight = frame + max(0, time - self.time) * rate * speed
    guard let loop, !loop.isEmpty, frame < Double(loop.upperBound), straight >= Double(loop.upperBound) else {
      return straight
    }
    let first = Double(loop.lowerBound)
    return first + (straight - first).truncatingRemainder(dividingBy: Double(loop.count))
  }
}
