// TypedTime.swift
// Places, lengths and offsets as people type them: "1:02:03.5", "12.5", "250ms", "48000f", "01:02:03:04", "50%", and
// with a sign what is meant from here on: "+1.5", "-200f". Whatever the program writes can be typed again. Pure values.

import Localization

/// What a typed time is understood by.
public struct TypedTime: Sendable {
  /// Frames per second, > 0.
  public let sampleRate: Int
  /// The frames of which "50%" is a half, ≥ 0.
  public let length: Int
  /// Where "+1.5" is counted from, in frames.
  public let origin: Int
  /// The frames that are possible.
  public let limits: ClosedRange<Int>
  /// The frame of the first frame in times that are written: that of a recording's time of day, else 0.
  public let start: Int
  /// How times are written: it decides what a bare number is, and gives timecodes their rate.
  public let format: TimeFormat

  /// - Parameter limits: not negative but for offsets.
  public init(
    sampleRate: Int, length: Int, origin: Int, limits: ClosedRange<Int>, start: Int = 0, format: TimeFormat
  ) {
    self.start = start
    self.sampleRate = max(sampleRate, 1)
    self.length = length
    self.origin = origin
    // Beyond any recording; a number of that size can be a frame.
    let most = 1 << 62
    self.limits = min(max(limits.lowerBound, -most), most)...max(min(limits.upperBound, most), -most)
    self.format = format
  }

  /// The frame that a text means, within the limits.
  public func frame(_ text: String) throws(TypedTimeError) -> Int {
    // Digits are written in groups, with narrow spaces between.
    var rest = Self.trimmed(Substring(text.lowercased().filter { $0 != "\u{202F}" && $0 != "\u{2060}" }))
    guard !rest.isEmpty else { throw .empty }
    guard let plain = Numerals.typed(String(rest)) else { throw .comma }
    rest = Substring(plain)
    let sign: Double? =
      switch rest.first {
      case "+": 1
      case "-", "\u{2212}": -1
      default: nil
      }
    if sign != nil { rest.removeFirst() }
    let frames = try frames(rest)
    // A whole number of this size is exact.
    let wanted = (sign.map { Double(origin) + $0 * frames } ?? frames - zero(of: rest)).rounded()
    if wanted < Double(limits.lowerBound) { throw .before(limits.lowerBound) }
    if wanted > Double(limits.upperBound) { throw .after(limits.upperBound) }
    return Int(wanted)
  }

  /// The frame that times are counted from; frames and shares are counted from the beginning of the recording.
  private func zero(of text: Substring) -> Double {
    ["f", "frame", "frames", "%"].contains { text.hasSuffix($0) } ? 0 : Double(start)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var rest = text
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }

  /// What the text is in frames, without a sign; finite.
  private func frames(_ text: Substring) throws(TypedTimeError) -> Double {
    let colons = text.count { $0 == ":" || $0 == ";" }
    if text.contains(";") || colons == 3 { return try videoFrames(text) }
    if colons > 0 {
      guard let clock = ClockTime(text) else { throw .noClock }
      return clock.seconds * Double(sampleRate)
    }
    if let number = Self.number(text) {
      guard format == .frames else { return number * Double(sampleRate) }
      guard number == number.rounded() else { throw .partOfFrame }
      return number
    }
    for (unit, frames) in units where text.hasSuffix(unit) {
      guard let number = Self.number(Self.trimmed(text.dropLast(unit.count))) else { throw .noTime }
      if frames == 1, number != number.rounded() { throw .partOfFrame }
      return number * frames
    }
    throw .noTime
  }

  /// The names of units, the longer ones first, and their frames.
  private var units: [(String, Double)] {
    let second = Double(sampleRate)
    return [
      ("frames", 1), ("frame", 1), ("ms", second / 1000), ("min", 60 * second), ("f", 1),
      ("h", 3600 * second),
      ("m", 60 * second), ("s", second), ("%", Double(length) / 100),
    ]
  }

  private func videoFrames(_ text: Substring) throws(TypedTimeError) -> Double {
    guard let rate = format.videoRate else { throw .noVideoRate }
    let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" }
    guard parts.count == 4, parts.allSatisfy({ Self.isWhole($0) && $0.count <= 7 }) else { throw .noTimecode }
    let values = parts.map { Int($0)! }
    guard values[1] < 60, values[2] < 60 else { throw .noTimecode }
    guard values[3] < rate.nominal else { throw .videoFrame(rate.nominal) }
    let label = ((values[0] * 60 + values[1]) * 60 + values[2]) * rate.nominal + values[3]
    // The first frame of the recording that has this label.
    return rate.start(ofVideoFrame: Double(rate.videoFrame(ofLabel: label)), sampleRate: sampleRate).rounded(
      .up)
  }

  /// Digits with at most one point among them.
  private static func number(_ text: Substring) -> Double? {
    guard text.utf8.contains(where: { (48...57).contains($0) }), text.count <= 30,
      text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 })
    else { return nil }
    return Double(text.first == "." ? "0" + text : text.last == "." ? text + "0" : String(text))
  }

  private static func isWhole(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
  }
}

/// Why a text is no time that could be used.
public enum TypedTimeError: Error, Equatable, Sendable {
  case empty, comma, noTime, noClock, noTimecode, noVideoRate
  /// Frames are whole.
  case partOfFrame
  /// A timecode with more frames than a second has; so many it has.
  case videoFrame(Int)
  /// It lies before the first frame, or after the last one, that is possible.
  case before(Int), after(Int)

  /// A sentence for the one who typed it.
  ///
  /// - Parameter time: writes a frame.
  public func message(_ time: (Int) -> String) -> String {
    switch self {
    case .empty: localized("Type a time.")
    case .comma: localized("It is not clear what the comma means: write a point before decimals.")
    case .noTime: localized("This is no time. Try 1:02.5, 12.5 s, 600f, +1.5 or 50%.")
    case .noClock: localized("Write hours, minutes and seconds as 1:02:03.5, the last two below 60.")
    case .noTimecode: localized("Write a timecode as 01:02:03:04, minutes and seconds below 60.")
    case .noVideoRate: localized("A timecode needs a frame rate: choose one as the time format.")
    case .partOfFrame: localized("Frames are whole numbers.")
    case .videoFrame(let count):
      // Translators: a number of frames, and the number of the last one
      localized(
        "A second has \(count) video frames: 00 to \(count - 1).",
        plural: "A second has \(count) video frames: 00 to \(count - 1).", count: count)
    case .before(let frame):
      frame == 0 ? localized("This lies before the beginning.") : localized("The earliest is \(time(frame)).")
    case .after(let frame): localized("The latest is \(time(frame)).")
    }
  }
}
