// MarkClock.swift
// Frames as the texts and numbers of other programs, and back, in whole numbers: a time that was written comes back as
// the very frame, which floating point does not promise for long recordings.

/// Translates between frames and seconds.
struct MarkClock {
  /// Frames per second, 1 to `MarkDocument.highestRate`.
  let sampleRate: Int

  /// The frame nearest to a number of ticks; nil for what is too far away.
  func frame(of ticks: Int, ticksPerSecond: Int, over divisor: Int = 1) -> Int? {
    guard ticksPerSecond > 0, divisor > 0 else { return nil }
    let (factor, isOver) = sampleRate.multipliedReportingOverflow(by: divisor)
    return isOver ? nil : Self.scaled(ticks, by: factor, over: ticksPerSecond)
  }

  /// The tick nearest to a frame.
  func ticks(of frame: Int, ticksPerSecond: Int) -> Int {
    Self.scaled(frame, by: ticksPerSecond, over: sampleRate) ?? (frame < 0 ? -Mark.furthest : Mark.furthest)
  }

  func milliseconds(of frame: Int) -> Int { ticks(of: frame, ticksPerSecond: 1000) }
  func frame(milliseconds: Int) -> Int? { frame(of: milliseconds, ticksPerSecond: 1000) }

  /// value · factor ÷ divisor, rounded; halves away from 0. Nil beyond what can be marked.
  private static func scaled(_ value: Int, by factor: Int, over divisor: Int) -> Int? {
    let (high, low) = value.magnitude.multipliedFullWidth(by: factor.magnitude)
    let (sum, carry) = low.addingReportingOverflow(divisor.magnitude / 2)
    let top = high + (carry ? 1 : 0)
    guard top < divisor.magnitude else { return nil }
    let quotient = divisor.magnitude.dividingFullWidth((top, sum)).quotient
    guard quotient <= UInt(Mark.furthest) else { return nil }
    return value < 0 ? -Int(quotient) : Int(quotient)
  }

  /// The frame nearest to a number of seconds: "1.25", "-3", ".5", "1e-3", and with `comma` also "1,25".
  ///
  /// - Returns: nil for what is no number, or too far away.
  func frame(seconds text: some Collection<UInt8>, comma: Bool = true) -> Int? {
    guard let number = DecimalNumber(text, comma: comma) else { return nil }
    return frame(of: number)
  }

  private func frame(of number: DecimalNumber) -> Int? {
    let (whole, isOver) = number.whole.multipliedReportingOverflow(by: sampleRate)
    guard !isOver, whole <= Mark.furthest,
      let part = Self.scaled(number.part, by: sampleRate, over: number.scale), whole + part <= Mark.furthest
    else { return nil }
    return number.isNegative ? -(whole + part) : whole + part
  }

  /// The frame of a time of day: "1:02:03.25", "02:03,250", "3.25"; hours and, of two parts, minutes may be large.
  ///
  /// - Parameter parts: how many numbers may stand there.
  func frame(clock text: some Collection<UInt8>, parts: ClosedRange<Int> = 1...3) -> Int? {
    let isNegative = text.first == UInt8(ascii: "-")
    let fields = text.dropFirst(isNegative ? 1 : 0).split(
      separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.contains(fields.count), let last = fields.last,
      var seconds = DecimalNumber(last, comma: true),
      !seconds.isNegative, last.first.map({ 0x30...0x39 ~= $0 }) == true
    else { return nil }
    if fields.count > 1 {
      guard seconds.whole < 60 else { return nil }
      var minutes = 0
      for (index, field) in fields.dropLast().enumerated() {
        guard !field.isEmpty, field.count <= 15, let value = Int(String(decoding: field, as: UTF8.self)),
          value >= 0, field.first != UInt8(ascii: "+"), index == 0 || value < 60
        else { return nil }
        minutes = minutes * 60 + value
      }
      seconds.whole += minutes * 60
    }
    return frame(of: seconds).map { isNegative ? -$0 : $0 }
  }

  /// A frame in seconds, with at least `digits` behind the point and as many as bring back the frame.
  func seconds(_ frame: Int, digits: Int = 6) -> String {
    let (whole, part) = parts(of: frame, digits: digits)
    return "\(frame < 0 ? "-" : "")\(whole).\(part)"
  }

  /// A frame as minutes and seconds, "1:02.345", or with hours "1:02:03.456"; at least `digits` behind the point and as
  /// many as bring back the frame.
  func clock(_ frame: Int, digits: Int = 3) -> String {
    let (whole, part) = parts(of: frame, digits: digits)
    let minutes = whole / 60
    let hours = minutes < 60 ? "\(minutes)" : "\(minutes / 60):\(Self.padded(minutes % 60, 2))"
    return "\(frame < 0 ? "-" : "")\(hours):\(Self.padded(whole % 60, 2)).\(part)"
  }

  private func parts(of frame: Int, digits: Int) -> (whole: Int, part: String) {
    let distance = Int(frame.magnitude)
    let (whole, rest) = distance.quotientAndRemainder(dividingBy: sampleRate)
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    for digits in digits...12 {
      // The product is less than 10^9 · 10^12: too large for one multiplication.
      let part = Self.scaled(rest, by: scale, over: sampleRate) ?? 0
      if digits == 12 || Self.scaled(part, by: sampleRate, over: scale) == rest {
        return part == scale
          ? (whole + 1, String(repeating: "0", count: digits)) : (whole, Self.padded(part, digits))
      }
      scale *= 10
    }
    return (whole, "0")
  }

  /// A number with zeros before it.
  static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}

/// A decimal number as it is written: nothing is lost to a binary fraction.
struct DecimalNumber {
  private(set) var isNegative = false
  /// What stands before the point, and behind it: `part` ÷ `scale`.
  var whole = 0
  private(set) var part = 0, scale = 1

  /// "-1.25", ".5", "5.", "1e-3", "+2"; with `comma` also "1,25". White space around it counts for nothing.
  init?(_ text: some Collection<UInt8>, comma: Bool) {
    var rest = text.drop { $0 == 0x20 || $0 == 0x09 }
    while let last = rest.suffix(1).first, last == 0x20 || last == 0x09 { rest = rest.dropLast() }
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest = rest.dropFirst()
    }
    var digits = 0, isBehindPoint = false
    for (index, byte) in rest.enumerated() {
      switch byte {
      case 0x30...0x39:
        digits += 1
        let digit = Int(byte - 0x30)
        if !isBehindPoint {
          guard whole < 1 << 58 else { return nil }
          whole = whole * 10 + digit
        } else if scale < 1_000_000_000_000_000 {
          part = part * 10 + digit
          scale *= 10
        }
      case UInt8(ascii: "."),
        UInt8(ascii: ",") where comma:
        guard !isBehindPoint else { return nil }
        isBehindPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        // Small numbers that a program printed by itself.
        guard digits > 0, rest.count <= 40,
          case let all = String(
            decoding: rest.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }, as: UTF8.self),
          rest.dropFirst(index + 1).allSatisfy({ 0x2B...0x39 ~= $0 }), let value = Double(all), value < 1e15
        else { return nil }
        whole = Int(value)
        scale = 1_000_000_000_000_000
        part = Int(((value - Double(whole)) * Double(scale)).rounded())
        return
      default: return nil
      }
    }
    guard digits > 0 else { return nil }
  }

  var value: Double { (isNegative ? -1 : 1) * (Double(whole) + Double(part) / Double(scale)) }
}
