// Numerals.swift
// Numbers as the reader's language writes them, and as people type them: the one place that knows a decimal comma. Files,
// copied text and options of the command line keep the point.

import Localization

/// Decimal numbers of people.
public enum Numerals {
  /// What stands before decimals.
  // Translators: the sign before decimals: a point in English (1.5), a comma in many languages (1,5)
  public static let sign: Character = localized(".", context: "decimal sign").first ?? "."

  /// A number of the program as the reader's language writes it.
  ///
  /// - Parameter text: numbers with a point, and perhaps units; a point between digits alone is meant.
  public static func shown(_ text: String) -> String { shown(text, by: sign) }

  static func shown(_ text: String, by sign: Character) -> String {
    guard sign != ".", text.contains(".") else { return text }
    let letters = Array(text)
    return String(
      letters.indices.map { index in
        let isDecimal =
          letters[index] == "." && index > 0 && index + 1 < letters.count && isDigit(letters[index - 1])
          && isDigit(letters[index + 1])
        return isDecimal ? sign : letters[index]
      })
  }

  /// A typed text with a point before decimals, where it is clear that a comma means that.
  ///
  /// - Returns: nil where a comma may part thousands: of two, beside a point, and before three digits in a language that
  ///   does not write it before decimals.
  public static func typed(_ text: String) -> String? { typed(text, by: sign) }

  static func typed(_ text: String, by sign: Character) -> String? {
    guard let comma = text.firstIndex(of: ",") else { return text }
    let rest = text[text.index(after: comma)...]
    guard !rest.contains(","), !text.contains(".") else { return nil }
    let decimals = rest.prefix(while: isDigit)
    guard sign == "," || decimals.count != 3 || text.contains(":") else { return nil }
    return text.replacing(",", with: ".")
  }

  private static func isDigit(_ letter: Character) -> Bool { ("0"..."9").contains(letter) }
}
