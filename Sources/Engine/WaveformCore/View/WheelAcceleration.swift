// WheelAcceleration.swift
// How much a notch of a wheel counts: more when notches follow each other quickly, so that a spin of the wheel leads from
// an hour to a sample, and a single notch is still a small step. A pure value; its time is that of the events.

/// The pace of a wheel.
public struct WheelAcceleration: Equatable, Sendable {
  /// Seconds between two notches from which on each counts once.
  public static let slowInterval = 0.2
  /// What a notch counts at most.
  public static let fastest = 4.0
  /// What a notch counts more than the one before, so that the first ones of a spin can still be aimed.
  private static let growth = 0.5

  private var pace = 1.0
  /// The last turn: when it was, in seconds, and its way.
  private var time = -Double.infinity, notches = 0.0

  public init() {}

  /// What each notch of a turn counts: 1 for a slow one, more for one that goes on in the same direction soon after the
  /// last one.
  ///
  /// - Parameters:
  ///   - notches: positive or negative; wheels of high resolution report parts of a notch.
  ///   - time: of the event, in seconds.
  public mutating func weight(ofNotches notches: Double, at time: Double) -> Double {
    let interval = time - self.time
    let goesOn = notches * self.notches > 0 && interval >= 0 && interval < Self.slowInterval
    (self.time, self.notches) = (time, notches)
    guard goesOn else {
      pace = 1
      return pace
    }
    let limit = Self.slowInterval * abs(notches) / max(interval, 0.001)
    pace = min(max(min(pace + Self.growth * abs(notches), limit), 1), Self.fastest)
    return pace
  }
}
