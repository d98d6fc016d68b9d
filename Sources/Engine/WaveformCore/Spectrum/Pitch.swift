// Pitch.swift
// Frequencies as notes of equal temperament, and as text. Pure.

import Glibc

/// Notes: numbers of MIDI, of which 69 is A4 with 440 Hz.
public enum Pitch {
  /// The number of the note at a frequency in Hz, with its fraction.
  public static func number(of frequency: Double) -> Double { 69 + 12 * log2(frequency / 440) }

  /// The frequency of a note in Hz.
  public static func frequency(of number: Double) -> Double { 440 * exp2((number - 69) / 12) }

  private static let names = ["C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B"]

  /// The name of a note, such as "A4".
  public static func name(of number: Int) -> String {
    let octave = Int((Double(number) / 12).rounded(.down))
    return names[number - 12 * octave] + (octave < 1 ? "\u{2212}\(1 - octave)" : "\(octave - 1)")
  }

  /// The nearest note with the distance to it in cents, such as "A4 +12 ct"; empty below 8 Hz, where there is no pitch.
  public static func text(of frequency: Double) -> String {
    guard frequency >= 8, frequency < 1e6 else { return "" }
    let number = number(of: frequency)
    let nearest = number.rounded()
    let cents = Int(((number - nearest) * 100).rounded())
    let sign = cents < 0 ? "\u{2212}" : "+"
    return "\(name(of: Int(nearest))) \(sign)\(abs(cents))\u{202F}ct"
  }
}

/// Frequencies as text.
public enum FrequencyText {
  /// A frequency for reading: "440.0 Hz", "1,234 Hz", "12.35 kHz".
  public static func exact(_ frequency: Double) -> String {
    if frequency < 999.95 {
      let tenths = Int((max(frequency, 0) * 10).rounded())
      return "\(tenths / 10).\(tenths % 10)\u{202F}Hz"
    }
    let hertz = Int(min(frequency, 1e9).rounded())
    if hertz < 10_000 { return "\(hertz)\u{202F}Hz" }
    let rest = hertz % 1000 / 10
    return "\(hertz / 1000).\(rest < 10 ? "0" : "")\(rest)\u{202F}kHz"
  }

  /// A frequency with up to two decimals and no more than it needs: "50 Hz", "82.4 Hz", "1.25 kHz", "3 kHz".
  public static func short(_ frequency: Double) -> String {
    let isLarge = frequency >= 999.5
    // Tenths of a hertz count below 100 Hz only.
    let hundredths =
      isLarge
      ? Int((min(frequency, 1e9) / 10).rounded())
      : frequency < 99.95 ? Int((max(frequency, 0) * 10).rounded()) * 10 : Int(frequency.rounded()) * 100
    var digits = String(String(100 + hundredths % 100).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    let number = "\(hundredths / 100)" + (digits.isEmpty ? "" : "." + digits)
    return "\(number)\u{202F}\(isLarge ? "kHz" : "Hz")"
  }

  /// A short label: "50", "1k", "2.5k".
  public static func label(_ frequency: Double) -> String {
    let hertz = Int(frequency.rounded())
    guard hertz >= 1000 else { return "\(hertz)" }
    let rest = hertz % 1000
    guard rest > 0 else { return "\(hertz / 1000)k" }
    var digits = String(String(1000 + rest).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return "\(hertz / 1000).\(digits)k"
  }
}
