// FormulaToken.swift
// The text of a formula as numbers, names and signs. Pure; any text does no harm.

import Localization

/// A word of a formula, and the Unicode scalars that it is made of.
struct FormulaToken: Equatable {
  enum Kind: Equatable {
    case number(Double)
    /// In small letters.
    case name(String)
    case sign(String)
    case end
  }

  let kind: Kind
  let place: Range<Int>

  /// The words of a text, with one for its end.
  ///
  /// - Complexity: O(text)
  static func all(of text: String) throws(FormulaError) -> [FormulaToken] {
    let scalars = Array(text.unicodeScalars)
    var tokens: [FormulaToken] = []
    var next = 0
    while next < scalars.count {
      let scalar = scalars[next]
      let start = next
      if scalar.properties.isWhitespace {
        next += 1
      } else if isDigit(scalar) || scalar == "." {
        next = endOfNumber(scalars, from: start)
        let digits = String(String.UnicodeScalarView(scalars[start..<next]))
        // `Double` also knows "nan" and hexadecimal numbers, which do not begin so.
        guard digits != ".", let value = Double(digits.hasSuffix(".") ? digits + "0" : digits), value.isFinite
        else {
          throw FormulaError(.badNumber, at: start..<next, Sentence("“\(digits)” is no number."))
        }
        tokens.append(FormulaToken(kind: .number(value), place: start..<next))
      } else if isLetter(scalar) {
        while next < scalars.count, isLetter(scalars[next]) || isDigit(scalars[next]) { next += 1 }
        let name = String(String.UnicodeScalarView(scalars[start..<next])).lowercased()
        tokens.append(FormulaToken(kind: .name(name), place: start..<next))
      } else if let sign = sign(scalars, at: start) {
        next += sign.count
        tokens.append(FormulaToken(kind: .sign(sign.sign), place: start..<next))
      } else {
        throw FormulaError(
          .unknownCharacter, at: start..<start + 1,
          scalar == "="
            ? Sentence("Values are compared by ==.")
            : Sentence("“\(String(Character(scalar)))” is no part of a formula."))
      }
    }
    tokens.append(FormulaToken(kind: .end, place: scalars.count..<scalars.count))
    return tokens
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_" || scalar == "π"
  }

  /// Digits, a point, an exponent, and whatever cannot stand behind them: so that “1.2.3” is one wrong number.
  private static func endOfNumber(_ scalars: [Unicode.Scalar], from start: Int) -> Int {
    var end = start
    while end < scalars.count, isDigit(scalars[end]) || scalars[end] == "." { end += 1 }
    // “2e” is two words, the second of which is Euler's number.
    guard end < scalars.count, scalars[end] == "e" || scalars[end] == "E" else { return end }
    var exponent = end + 1
    if exponent < scalars.count, scalars[exponent] == "+" || scalars[exponent] == "-" { exponent += 1 }
    guard exponent < scalars.count, isDigit(scalars[exponent]) else { return end }
    while exponent < scalars.count, isDigit(scalars[exponent]) { exponent += 1 }
    return exponent
  }

  private static let pairs = ["<=", ">=", "==", "!=", "&&", "||"]
  /// Signs as they stand in texts, with those that mean the same.
  private static let singles: [Unicode.Scalar: String] = [
    "+": "+", "-": "-", "−": "-", "*": "*", "×": "*", "·": "*", "/": "/", "÷": "/", "∕": "/", "^": "^",
    "%": "%",
    "(": "(", ")": ")", ",": ",", ";": ";", "?": "?", ":": ":", "<": "<", ">": ">", "≤": "<=", "≥": ">=",
    "≠": "!=", "!": "!",
  ]

  private static func sign(_ scalars: [Unicode.Scalar], at place: Int) -> (sign: String, count: Int)? {
    if place + 1 < scalars.count {
      let pair = String(String.UnicodeScalarView(scalars[place...place + 1]))
      if pairs.contains(pair) { return (pair, 2) }
    }
    return singles[scalars[place]].map { ($0, 1) }
  }
}
