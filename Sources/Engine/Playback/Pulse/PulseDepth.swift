// PulseDepth.swift
// How much sound the server keeps for a stream, learned from how late things come. A pure value.
//
// What is kept costs nothing at a stop, a start or a seek, which drop it; but the volume is heard that much later. So it
// is little while threads are woken in time, and more where they are not: on a machine whose processors are all busy,
// a thread without priority waits for tens of milliseconds, now and then for hundreds.

/// The depth of a stream's buffer at the server.
struct PulseDepth: Equatable {
  /// In seconds; from `least` to `most`.
  private(set) var seconds = least
  /// The greatest lateness in the present stretch of calm, and when that began.
  private var latest = 0.0
  private var calmSince: Double?

  static let least = 0.16, most = 2.56
  /// The device takes so much at a time. The server lets it take all but two requests, and a device without hardware, as a
  /// null sink, then takes it at once: if that grew with the depth, each bite would look like lateness, and the depth
  /// would grow without end.
  private static let bite = 0.04
  /// The server asks when so much is missing.
  static func request(of depth: Double) -> Double { (depth - bite) / 2 }
  /// Lateness may take up a third of what is left when the device has taken its part: it varies by more than twice.
  private static let share = 0.35
  /// After so many seconds without lateness half is enough.
  private static let calm = 30.0

  /// How late may be without a consequence, in seconds.
  private static func tolerance(of depth: Double) -> Double { request(of: depth) * share }

  /// Something came so late: frames, or the thread that gives them.
  ///
  /// - Parameters:
  ///   - seconds: how late; 0 when it was in time.
  ///   - now: seconds of the monotonic clock.
  /// - Returns: true when `seconds` has changed.
  mutating func note(lateness: Double, at now: Double) -> Bool {
    let before = seconds
    while seconds < Self.most, lateness > Self.tolerance(of: seconds) { seconds *= 2 }
    if seconds > before {
      begin(at: now)
      return true
    }
    latest = max(latest, lateness)
    guard let calmSince else {
      begin(at: now)
      return false
    }
    guard now - calmSince >= Self.calm else { return false }
    if seconds > Self.least, latest < Self.tolerance(of: seconds / 2) / 2 { seconds /= 2 }
    begin(at: now)
    return seconds < before
  }

  private mutating func begin(at now: Double) {
    calmSince = now
    latest = 0
  }
}
