// LookSchedule.swift
// When a file is looked at. A pure decision: no clock, no file.

/// The looks at one file, one at a time.
struct LookSchedule: Hashable, Sendable {
  /// Looks are at least so far apart: a recorder writes a thousand times a second.
  static let restMilliseconds = 250
  /// Where the kernel does not tell of changes, so long after the rest.
  static let pollMilliseconds = 2000

  private var isLooking = false
  /// The first look, and those that somebody asks for, need no rest before them.
  private var isAsked = true
  private var isHeard = false
  private var isTold = false
  private var restEnd = 0

  /// When the next look is due, in milliseconds of the clock of `end`; nil while there is nothing to look for.
  var due: Int? {
    if isLooking { return nil }
    if isAsked { return 0 }
    if isHeard { return restEnd }
    return isTold ? nil : restEnd + Self.pollMilliseconds
  }

  /// Somebody wants to know now.
  mutating func ask() { isAsked = true }

  /// The kernel said that something may have changed.
  mutating func hear() { isHeard = true }

  /// A look begins. What is heard from now on may have happened behind its back.
  mutating func begin() {
    isLooking = true
    isAsked = false
    isHeard = false
  }

  /// - Parameters:
  ///   - now: milliseconds of a clock that never goes back.
  ///   - isTold: whether the kernel tells of changes.
  mutating func end(at now: Int, isTold: Bool) {
    isLooking = false
    self.isTold = isTold
    restEnd = now + Self.restMilliseconds
  }
}
