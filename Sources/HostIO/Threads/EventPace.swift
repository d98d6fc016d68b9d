// EventPace.swift
// Says when progress is worth telling. Every event is a frame to draw, on a core that reading could use: with one in
// 16 instead of 50 ms a 2 h WAV took a quarter longer. One thread at a time.

/// When the next event of progress is due.
public final class EventPace {
  private static let millisecondsBetweenEvents = 50
  /// When the end is so near, it is waited for: a picture that is complete a moment later need not be drawn twice.
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

  /// As it went so far.
  private func isNearEnd(_ framesRead: Int, _ now: Int) -> Bool {
    guard framesRead > 0, framesRead < expectedFrames else { return false }
    let left = Double(now - start) * Double(expectedFrames - framesRead) / Double(framesRead)
    return left < Double(Self.millisecondsToEnd)
  }
}
