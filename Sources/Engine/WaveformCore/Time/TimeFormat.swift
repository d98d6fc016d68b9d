// TimeFormat.swift
// How positions and lengths are written, for readouts, ruler and assistive technology alike, and times as
// people type them: "90", "12.5", "1:30", "1:02:03.250". Pure values.

/// A way to write a position.
public enum TimeFormat: String, CaseIterable, Sendable {
  /// `h:mm:ss.mmm`.
  case clock
  /// Seconds and thousandths.
  case seconds
  /// Frames of the recording.
  case frames
  /// `hh:mm:ss:ff` at so many video frames per second.
  case film24 = "video-24"
  case pal25 = "video-25"
  case ntsc = "video-29-97"
  case ntscDrop = "video-29-97-drop"
  case thirty = "video-30"

  /// Nil when the format counts no video frames.
  public var videoRate: VideoRate? {
    switch self {
    case .clock, .seconds, .frames: nil
    case .film24: .film24
    case .pal25: .pal25
    case .ntsc: .ntsc
    case .ntscDrop: .ntscDrop
    case .thirty: .thirty
    }
  }

  /// A place or a length in whole units of the format: decimals of a second, frames or video frames.
  ///
  /// - Parameters:
  ///   - frame: ≥ 0.
  ///   - sampleRate: frames per second, > 0.
  ///   - isLength: a length is rounded to the nearest unit, once. A position is rounded down, so that it is never
  ///     shown later than it is.
  public func units(
    ofFrame frame: Int, sampleRate: Int, precision: TimePrecision = .milliseconds, isLength: Bool = false
  ) -> Int {
    switch self {
    case .clock, .seconds:
      return Timecode(frames: frame, sampleRate: sampleRate, precision: precision, isLength: isLength).units
    case .frames: return max(0, frame)
    default:
      let rate = videoRate!
      let half = isLength ? Int(rate.start(ofVideoFrame: 0.5, sampleRate: min(sampleRate, 1 << 50))) : 0
      let (sum, overflow) = frame.addingReportingOverflow(half)
      return rate.videoFrame(at: overflow ? .max : sum, sampleRate: sampleRate)
    }
  }

  /// Writes a number of units; a negative one with a minus sign.
  public func text(units: Int, precision: TimePrecision = .milliseconds) -> String {
    guard units >= 0 else {
      return "\u{2212}" + text(units: units == .min ? .max : -units, precision: precision)
    }
    switch self {
    case .clock: return Timecode(units: units, precision).text
    case .seconds:
      let (seconds, rest) = units.quotientAndRemainder(dividingBy: precision.unitsPerSecond)
      return grouped(seconds) + "." + padded(rest, precision.decimals) + "\u{202F}s"
    case .frames: return grouped(units)
    default: return videoRate!.text(ofLabel: videoRate!.label(ofVideoFrame: units))
    }
  }

  /// Writes a position.
  public func text(
    ofFrame frame: Int, sampleRate: Int, precision: TimePrecision = .milliseconds
  ) -> String {
    text(units: units(ofFrame: frame, sampleRate: sampleRate, precision: precision), precision: precision)
  }

  /// Writes a length, with as many digits as it takes not to call it nothing.
  public func text(
    ofLength frames: Int, sampleRate: Int, precision: TimePrecision = .milliseconds
  ) -> String {
    let precision = precision.telling(frames, sampleRate: sampleRate)
    return text(
      units: units(ofFrame: frames, sampleRate: sampleRate, precision: precision, isLength: true),
      precision: precision)
  }
}

/// A whole number in groups of three digits, with thin spaces, as in ISO 80000-1.
public func grouped(_ value: Int) -> String {
  var text = ""
  for (index, digit) in String(value).reversed().enumerated() {
    if index > 0, index % 3 == 0, digit != "-" { text.append("\u{202F}") }
    text.append(digit)
  }
  return String(text.reversed())
}

/// A time that was typed in hours, minutes and seconds.
public struct ClockTime: Hashable, Sendable {
  /// ≥ 0, finite.
  public let seconds: Double

  /// - Returns: nil unless the text is one to three numbers with colons between. Only the last one may have a
  ///   fraction; all but the first must be below 60.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var total = 0.0
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      guard let first = part.utf8.first, (48...57).contains(first) || (isLast && first == 46),
        part.utf8.allSatisfy({ (48...57).contains($0) || (isLast && $0 == 46) }), let value = Double(part),
        index == 0 || value < 60
      else { return nil }
      total = total * 60 + value
    }
    guard total < 1e15 else { return nil }
    seconds = total
  }

  /// The frame nearest to the time.
  public func frame(sampleRate: Int) -> Int {
    let frame = (seconds * Double(sampleRate)).rounded()
    return frame < 0x1p62 ? Int(frame) : .max / 2
  }
}
