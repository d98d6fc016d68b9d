// PlaybackClock.swift
// Where playback is. The playhead asks; nothing is pushed to it.

/// Tells the position of playback. Used on one thread.
public protocol PlaybackClock: AnyObject {
  /// True between `start` and `stop`.
  var isRunning: Bool { get }

  /// Runs from `frame` on, at `rate` frames per second (> 0) of the recording as it was recorded.
  func start(at frame: Double, rate: Double)

  /// Stands still where it is now.
  func stop()

  /// The position in frames at `time`, in seconds of the monotonic clock; a frame that is yet to be shown may be
  /// asked for ahead. Never goes back while the clock runs, but for a loop that begins again.
  func position(at time: Double) -> Double

  /// Seconds of the monotonic clock, now.
  var now: Double { get }
}

extension PlaybackClock {
  /// The position in frames at this moment.
  public var position: Double { position(at: now) }
}
