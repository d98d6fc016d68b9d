// LookSchedule.swift
// When a file is looked at. A pure decision: no clock, no file.

/// The looks at one file, one at a time.
struct LookSchedule: Hashable, Sendable {
  /// The least time between two looks, because a recorder may write a thousand times a second.
  static let restMilliseconds = 250
  /// Where the kernel does not report changes, the time from the end of that pause to the next look.
  static let pollMilliseconds = 2000

  private var isLooking = false
  /// The first look, and a look that was asked for, need no pause before them.
  private var isAsked = true
  private var isHeard = false
  private var isTold = false
  private var restEnd = 0

  /// When the next look is due, in milliseconds of the clock of `end`; nil while no look is needed.
  var due: Int? {
    if isLooking { return nil }
    if isAsked { return 0 }
    if isHeard { return restEnd }
    return isTold ? nil : restEnd + Self.pollMilliseconds
  }

  /// Asks for a look now.
  mutating func ask() { isAsked = true }

  /// The kernel said that something may have changed.
  mutating func hear() { isHeard = true }

  /// Begins a look. A change that is reported from now on may have come too late for it, and needs another look.
  mutating func begin() {
    isLooking = true
    isAsked = false
    isHeard = false
  }

  /// - Parameters:
  ///   - now: milliseconds of a clock that never goes back.
  ///   - isTold: whether the kernel reports changes.
  mutating func end(at now: Int, isTold: Bool) {
    isLooking = false
    self.isTold = isTold
    restEnd = now + Self.restMilliseconds
  }
}
