// Timecode.swift
// Frames as time that people read. Rounds down: a position is never shown later than it is.

/// Hours, minutes, seconds and milliseconds of a position or length.
public struct Timecode: Hashable, Sendable {
  /// Whole milliseconds, rounded down; ≥ 0.
  public let milliseconds: Int

  public init(milliseconds: Int) { self.milliseconds = max(0, milliseconds) }

  /// - Parameters:
  ///   - frames: ≥ 0.
  ///   - sampleRate: frames per second, > 0.
  public init(frames: Int, sampleRate: Int) {
    // Exact for any length: the remainder is below one second.
    let (seconds, rest) = max(0, frames).quotientAndRemainder(dividingBy: sampleRate)
    let fraction = sampleRate.dividingFullWidth(rest.multipliedFullWidth(by: 1000)).quotient
    let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, overflowOfSum) = milliseconds.addingReportingOverflow(fraction)
    self.milliseconds = overflow || overflowOfSum ? .max : sum
  }

  /// `m:ss.mmm`, or `h:mm:ss.mmm` from one hour on.
  public var text: String { clock + "." + padded(milliseconds % 1000, 3) }

  /// `m:ss`, or `h:mm:ss` from one hour on.
  public var clock: String {
    let seconds = milliseconds / 1000
    let minutes = padded(seconds / 60 % 60, seconds >= 3600 ? 2 : 1)
    let hours = seconds >= 3600 ? "\(seconds / 3600):" : ""
    return hours + minutes + ":" + padded(seconds % 60, 2)
  }
}

/// `value` with leading zeros to at least `digits` digits.
func padded(_ value: Int, _ digits: Int) -> String {
  let text = String(value)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
