// VideoRate.swift
// Frames as time that people read, and frames of pictures, as film and video count them beside a recording.
// Pure values; "video frame" means a frame of pictures, "frame" alone a frame of the recording.
// The labels are those of SMPTE ST 12-1 (once SMPTE 12M): hours, minutes, seconds, frames. At 29.97 video
// frames per second a label counts 30 to a second, so it falls behind the clock by 3.6 s in an hour.
// Drop-frame counting leaves out the labels 00 and 01 at the beginning of each minute except every tenth: 108
// labels in an hour, but no picture.

/// A rate of video frames, and how they are labelled.
public enum VideoRate: CaseIterable, Sendable {
  case film24, pal25, ntsc, ntscDrop, thirty

  /// Video frames that labels count per second.
  public var nominal: Int {
    switch self {
    case .film24: 24
    case .pal25: 25
    case .ntsc, .ntscDrop, .thirty: 30
    }
  }

  /// True when labels are left out so that they agree with the clock.
  public var dropsLabels: Bool { self == .ntscDrop }

  /// Video frames per second: `nominal` × 1000 / 1001 for 29.97.
  var ratio: (numerator: Int, denominator: Int) {
    switch self {
    case .ntsc, .ntscDrop: (30_000, 1001)
    default: (nominal, 1)
    }
  }

  // MARK: Places

  /// The video frame, counted from 0, that is shown while `frame` of the recording is heard.
  ///
  /// - Parameters:
  ///   - frame: ≥ 0; exact up to `Viewport.maximumLength`.
  ///   - sampleRate: frames per second, > 0.
  public func videoFrame(at frame: Int, sampleRate: Int) -> Int {
    let (numerator, denominator) = ratio
    // A limit beyond any real rate, against overflow.
    let divisor = UInt(min(sampleRate, 1 << 50)) * UInt(denominator)
    let product = UInt(max(0, frame)).multipliedFullWidth(by: UInt(numerator))
    guard product.high < divisor else { return .max }
    return Int(clamping: divisor.dividingFullWidth(product).quotient)
  }

  /// Where a video frame begins, in frames of the recording; fractional.
  public func start(ofVideoFrame index: Double, sampleRate: Int) -> Double {
    let (numerator, denominator) = ratio
    return index * Double(denominator) * Double(sampleRate) / Double(numerator)
  }

  // MARK: Labels

  /// Video frames in ten minutes of labels, and in a minute whose first labels are left out.
  private static let perTenMinutes = 17_982
  private static let perDroppedMinute = 1798

  /// The number of the video frame's label, counting the labels that are left out.
  public func label(ofVideoFrame index: Int) -> Int {
    guard dropsLabels else { return index }
    // A limit beyond any recording, against overflow.
    let index = min(index, .max / 2)
    let (tens, rest) = index.quotientAndRemainder(dividingBy: Self.perTenMinutes)
    // The first of ten minutes has all of its 1,800 labels.
    let minutes = rest < 1800 ? 0 : 1 + (rest - 1800) / Self.perDroppedMinute
    return index + 18 * tens + 2 * minutes
  }

  /// The video frame with this label; when the label is left out, the next one that has a label.
  public func videoFrame(ofLabel label: Int) -> Int {
    guard dropsLabels else { return label }
    let (minute, rest) = label.quotientAndRemainder(dividingBy: 1800)
    let isLeftOut = minute % 10 != 0 && rest < 2
    return (isLeftOut ? minute * 1800 + 2 : label) - 2 * (minute - minute / 10)
  }

  /// `hh:mm:ss:ff`, with a semicolon before the frames if labels are left out. Hours continue after 23,
  /// because this is a position.
  public func text(ofLabel label: Int) -> String {
    let (seconds, rest) = label.quotientAndRemainder(dividingBy: nominal)
    return padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":" + padded(seconds % 60, 2)
      + (dropsLabels ? ";" : ":") + padded(rest, 2)
  }
}

/// `value` with leading zeros to at least `digits` digits.
func padded(_ value: Int, _ digits: Int) -> String {
  let text = String(value)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
