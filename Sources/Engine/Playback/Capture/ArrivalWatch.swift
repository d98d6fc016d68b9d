// ArrivalWatch.swift
// Finds out that a server dropped frames without a word, as it does when nobody has fetched them for seconds: then far
// fewer frames have come than time has passed, and they do not come later. A pure value.

/// Compares frames with time. Times are seconds of the monotonic clock.
struct ArrivalWatch {
  private let rate: Double
  private var began: Double?
  private var frames = 0
  /// Seconds of sound that were behind the clock when all was well. It follows slowly: clocks of devices drift.
  private var usual = 0.0
  private var last = 0.0
  /// When more was missing than can be late.
  private var missingSince: Double?

  /// Less than that may be late; so long it may take until what was late has come.
  private static let late = 0.25, patience = 1.0
  /// No clock of a device is worse.
  private static let drift = 1e-3

  init(sampleRate: Int) { rate = Double(sampleRate) }

  /// So many frames came.
  ///
  /// - Returns: frames that were lost; 0 nearly always.
  mutating func came(_ count: Int, at now: Double) -> Int {
    guard let began else {
      began = now
      last = now
      return 0
    }
    frames += count
    let behind = now - began - Double(frames) / rate
    let step = Self.drift * (now - last)
    last = now
    let excess = behind - usual
    guard excess > Self.late else {
      missingSince = nil
      // Sound that comes early shows that the rest was late.
      usual = excess < 0 ? behind : usual + min(excess, step)
      return 0
    }
    guard let since = missingSince else {
      missingSince = now
      return 0
    }
    guard now - since > Self.patience else { return 0 }
    missingSince = nil
    usual = behind
    return Int((excess * rate).rounded())
  }

  /// A pause that is no loss: the device slept.
  mutating func restart() {
    began = nil
    frames = 0
    usual = 0
    missingSince = nil
  }
}
