// EventPace.swift
// Decides when progress is reported. Every event costs a drawn frame, on a core that reading could use: with an event
// every 16 ms instead of 50 ms, a WAV of 2 h took a quarter longer. One thread at a time.

/// The times at which progress is reported.
public final class EventPace {
  private static let millisecondsBetweenEvents = 50
  /// When the end is this near, no event is sent before it: the picture would be drawn twice within a moment.
  private static let millisecondsToEnd = 250

  private let expectedFrames: Int
  private let now: () -> Int
  private let start: Int
  private var last: Int

  /// - Parameters:
  ///   - expectedFrames: an estimate; 0 when there is none.
  ///   - now: milliseconds of a clock that never goes back.
  package init(expectedFrames: Int, now: @escaping () -> Int) {
    self.expectedFrames = expectedFrames
    self.now = now
    start = now()
    last = start
  }

  /// With the system's clock.
  public convenience init(expectedFrames: Int) {
    self.init(expectedFrames: expectedFrames) { MonotonicTime.milliseconds }
  }

  /// True when an event should be sent now; the next one is then due some time later.
  public func isDue(framesRead: Int) -> Bool {
    let now = now()
    guard now - last >= Self.millisecondsBetweenEvents, !isNearEnd(framesRead, now) else { return false }
    last = now
    return true
  }

  /// Estimates the time left from the speed so far.
  private func isNearEnd(_ framesRead: Int, _ now: Int) -> Bool {
    guard framesRead > 0, framesRead < expectedFrames else { return false }
    let left = Double(now - start) * Double(expectedFrames - framesRead) / Double(framesRead)
    return left < Double(Self.millisecondsToEnd)
  }
}
