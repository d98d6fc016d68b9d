// Timecode.swift
// Frames as hours, minutes, seconds and decimals of a second, and how many decimals a place or a length needs. Pure
// values.

/// With how many decimals of a second times are written.
public struct TimePrecision: Hashable, Sendable {
  /// 3…6: milliseconds to microseconds.
  public let decimals: Int

  private init(_ decimals: Int) { self.decimals = min(max(decimals, 3), 6) }

  /// Enough to read, and to tell apart what a view of a minute or more shows.
  public static let milliseconds = TimePrecision(3)

  /// Tells each frame from the next one, with a digit to spare; not finer than a microsecond.
  ///
  /// - Parameter sampleRate: frames per second, > 0.
  public static func ofFrames(sampleRate: Int) -> TimePrecision {
    ofStep(0.1 / Double(sampleRate))
  }

  /// Tells each pixel of a view from the next one, but not more than frames.
  ///
  /// - Parameter framesPerPixel: > 0.
  public static func ofView(framesPerPixel: Double, sampleRate: Int) -> TimePrecision {
    .coarser(.ofStep(framesPerPixel / Double(sampleRate)), .ofFrames(sampleRate: sampleRate))
  }

  /// At least this one, and enough that a length has two digits that are not leading zeros: what is not nothing is
  /// never written as nothing.
  ///
  /// - Parameter frames: the length, ≥ 0.
  public func telling(_ frames: Int, sampleRate: Int) -> TimePrecision {
    guard frames > 0 else { return self }
    let needed = Self.ofStep(Double(frames) / Double(sampleRate) / 10)
    return TimePrecision(max(decimals, Self.coarser(needed, .ofFrames(sampleRate: sampleRate)).decimals))
  }

  private static func coarser(_ one: TimePrecision, _ other: TimePrecision) -> TimePrecision {
    TimePrecision(min(one.decimals, other.decimals))
  }

  /// As many decimals as a step of so many seconds has, > 0.
  private static func ofStep(_ seconds: Double) -> TimePrecision {
    var (decimals, unit) = (3, 1e-3)
    // A step that is a unit but for rounding needs no further digit.
    while decimals < 6, unit > seconds * (1 + 1e-9) {
      decimals += 1
      unit /= 10
    }
    return TimePrecision(decimals)
  }

  /// Units in a second.
  var unitsPerSecond: Int { [1000, 10_000, 100_000, 1_000_000][decimals - 3] }
}

/// Hours, minutes, seconds and decimals of a position or length.
public struct Timecode: Hashable, Sendable {
  /// Whole units of the last decimal; ≥ 0.
  public let units: Int
  public let precision: TimePrecision

  public init(milliseconds: Int) { self.init(units: milliseconds, .milliseconds) }

  public init(units: Int, _ precision: TimePrecision) {
    self.units = max(0, units)
    self.precision = precision
  }

  /// - Parameters:
  ///   - frames: ≥ 0.
  ///   - sampleRate: frames per second, > 0.
  ///   - isLength: a length is rounded to the nearest unit; a position is rounded down, so that it is never shown later
  ///     than it is.
  public init(
    frames: Int, sampleRate: Int, precision: TimePrecision = .milliseconds, isLength: Bool = false
  ) {
    // Exact for any length: the remainder is below one second.
    let (seconds, rest) = max(0, frames).quotientAndRemainder(dividingBy: sampleRate)
    let perSecond = precision.unitsPerSecond
    let (fraction, left) = sampleRate.dividingFullWidth(rest.multipliedFullWidth(by: perSecond))
    let isMore = isLength && left >= sampleRate - left
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: perSecond)
    let (sum, overflowOfSum) = whole.addingReportingOverflow(fraction + (isMore ? 1 : 0))
    self.init(units: overflow || overflowOfSum ? .max : sum, precision)
  }

  /// Whole milliseconds, rounded down.
  public var milliseconds: Int { units / (precision.unitsPerSecond / 1000) }

  private var seconds: Int { units / precision.unitsPerSecond }

  /// `m:ss.mmm`, or `h:mm:ss.mmm` from one hour on, with as many decimals as the precision has.
  public var text: String { clock + "." + padded(units % precision.unitsPerSecond, precision.decimals) }

  /// `m:ss`, or `h:mm:ss` from one hour on.
  public var clock: String {
    let seconds = seconds
    let minutes = padded(seconds / 60 % 60, seconds >= 3600 ? 2 : 1)
    let hours = seconds >= 3600 ? "\(seconds / 3600):" : ""
    return hours + minutes + ":" + padded(seconds % 60, 2)
  }
}
