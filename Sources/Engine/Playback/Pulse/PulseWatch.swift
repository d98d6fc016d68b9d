// PulseWatch.swift
// What a session notices of how late things come: it decides how much the server keeps, and is reported. A pure value.

/// Collects latenesses. Times are seconds of the monotonic clock.
struct PulseWatch {
  private(set) var depth = PulseDepth()
  private var report = SoundReport()
  private var reported: Double?
  private var number = 0
  private var lastAsked: Double?
  /// Until then the server's buffer may still be filling: that it has little does not mean that something was late.
  private var fillingUntil = 0.0

  private static let secondsPerReport = 10.0, secondsToFill = 1.0

  /// Sound begins anew; what was asked before is answered no more.
  mutating func begin(at now: Double) {
    lastAsked = nil
    fillingUntil = now + Self.secondsToFill
  }

  private mutating func note(_ lateness: Double, at now: Double) -> Bool {
    guard depth.note(lateness: lateness, at: now) else { return false }
    fillingUntil = now + Self.secondsToFill
    return true
  }

  /// A timer fired so late.
  ///
  /// - Returns: true when the depth has changed.
  mutating func woke(lateBy seconds: Double, at now: Double) -> Bool {
    report.outputLate = max(report.outputLate, seconds)
    return note(seconds, at: now)
  }

  /// The server gets what it asked for, and still has so many seconds of sound.
  ///
  /// - Returns: true when the depth has changed.
  mutating func wrote(kept: Double, at now: Double) -> Bool {
    guard now >= fillingUntil else { return false }
    report.leastKept = min(report.leastKept ?? kept, kept)
    // When the server asks, its device may have taken its part already.
    return note(max(0, PulseDepth.request(of: depth.seconds) - kept), at: now)
  }

  /// The server ran out of sound.
  ///
  /// - Returns: true when the depth has changed.
  mutating func ranOut(at now: Double) -> Bool {
    report.gaps += 1
    return note(depth.seconds, at: now)
  }

  /// A question was sent; answers come in the order of the questions, so the time to the next one is too short, if
  /// anything.
  mutating func asked(at now: Double) { if lastAsked == nil { lastAsked = now } }

  mutating func answered(at now: Double) {
    if let asked = lastAsked { report.serverLate = max(report.serverLate, now - asked) }
    lastAsked = nil
  }

  /// True every ten seconds.
  mutating func isReportDue(at now: Double) -> Bool {
    if reported == nil { reported = now }
    return now - reported! >= Self.secondsPerReport
  }

  mutating func takeReport(at now: Double) -> SoundReport {
    reported = now
    number += 1
    var taken = report
    taken.depth = depth.seconds
    taken.number = number
    report = SoundReport()
    return taken
  }
}
