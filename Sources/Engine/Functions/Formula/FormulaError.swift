// FormulaError.swift
// Why a formula cannot be computed, and at which character. A value.

import Localization

/// What is wrong with a formula, and where.
public struct FormulaError: Error, Hashable, Sendable {
  public enum Code: Hashable, Sendable {
    case empty
    case tooLong, tooDeep, tooLarge
    case unknownCharacter
    case badNumber
    case unknownName, notAFunction, argumentsMissing, argumentCount, seedNotConstant
    case valueMissing, operatorMissing
    case parenthesisOpen, parenthesisUnopened, colonMissing
    case channelCount, sampleRate, length
  }

  public let code: Code
  /// The Unicode scalars that it is about, counted from 0; empty at a place where something is missing. Nil when it is
  /// not about the text.
  public let place: Range<Int>?
  /// What is wrong and what can be done.
  public let sentence: Sentence

  init(_ code: Code, at place: Range<Int>? = nil, _ sentence: Sentence) {
    self.code = code
    self.place = place
    self.sentence = sentence
  }

  public var message: String { sentence.localized }

  /// Two lines for a terminal: the formula, and marks below what is wrong. Nil when that is no place in the text.
  ///
  /// - Parameters:
  ///   - formula: the text that was refused.
  ///   - reach: characters to either side of the place that are shown of a long one.
  public func marked(in formula: String, reach: Int = 48) -> String? {
    guard let place else { return nil }
    // One column for each scalar.
    let scalars = formula.unicodeScalars.map { $0.properties.isWhitespace ? " " : String($0) }
    let first = max(0, min(place.lowerBound, scalars.count) - reach)
    let end = min(scalars.count, max(place.lowerBound, place.upperBound) + reach)
    let shown = (first > 0 ? "…" : "") + scalars[first..<end].joined() + (end < scalars.count ? "…" : "")
    let indent = place.lowerBound - first + (first > 0 ? 1 : 0)
    let marks = max(1, min(place.count, end - place.lowerBound))
    return shown + "\n" + String(repeating: " ", count: indent) + String(repeating: "^", count: marks)
  }
}
