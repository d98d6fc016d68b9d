// PlaybackClock.swift
// Where playback is. The playhead asks; nothing is pushed to it. Sound output will be a clock of its own.

import Glibc

/// Tells the position of playback. Used on one thread.
public protocol PlaybackClock: AnyObject {
  /// True between `start` and `stop`.
  var isRunning: Bool { get }

  /// Runs from `frame` on, at `rate` frames per second (> 0).
  func start(at frame: Double, rate: Double)

  /// Stands still where it is now.
  func stop()

  /// The position in frames at `time`, in seconds of the monotonic clock; a frame that is yet to be shown may be
  /// asked for ahead. Never goes back while the clock runs.
  func position(at time: Double) -> Double

  /// Seconds of the monotonic clock, now.
  var now: Double { get }
}

extension PlaybackClock {
  /// The position in frames at this moment.
  public var position: Double { position(at: now) }
}

/// Playback without sound: time itself, on CLOCK_MONOTONIC.
public final class SilentClock: PlaybackClock {
  private var timeline = Timeline()

  public init() {}

  public var isRunning: Bool { timeline.rate > 0 }

  public func start(at frame: Double, rate: Double) {
    timeline = Timeline(frame: frame, time: now, rate: rate)
  }

  public func stop() { timeline = Timeline(frame: position, time: now, rate: 0) }

  public func position(at time: Double) -> Double { timeline.position(at: time) }

  public var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// A clock that stands still until it is moved: tests control time.
public final class ManualClock: PlaybackClock {
  private var timeline = Timeline()
  public private(set) var now = 0.0

  public init() {}

  public var isRunning: Bool { timeline.rate > 0 }

  public func start(at frame: Double, rate: Double) {
    timeline = Timeline(frame: frame, time: now, rate: rate)
  }

  public func stop() { timeline = Timeline(frame: position, time: now, rate: 0) }

  public func position(at time: Double) -> Double { timeline.position(at: time) }

  /// Lets `seconds` pass.
  public func advance(by seconds: Double) { now += seconds }
}

/// A straight line from time to position.
struct Timeline {
  var frame = 0.0
  var time = 0.0
  /// Frames per second; 0 while it stands.
  var rate = 0.0

  /// Before the line begins, its first frame: a position never lies before the start.
  func position(at time: Double) -> Double { frame + max(0, time - self.time) * rate }
}
