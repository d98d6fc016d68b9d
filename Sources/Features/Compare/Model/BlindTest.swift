// BlindTest.swift
// A blind test of hearing: X is one of two recordings, at random in each trial. A pure value; chance comes from outside.

import Glibc

/// Trials in which somebody says which of two recordings X is (the ABX test of Munson and Gardner, "Standardizing
/// auditory tests", 1950).
struct BlindTest: Equatable, Sendable {
  /// The recordings that X may be.
  enum Side: CaseIterable, Sendable { case first, second }

  /// What X is in the trial at hand: nobody is told before it has been answered.
  private(set) var hidden: Side
  /// Answers that were right, and all.
  private(set) var right = 0, total = 0
  /// What X was in the last trial, and whether that was said; nil before the first answer.
  private(set) var last: Answer?

  struct Answer: Equatable, Sendable {
    let was: Side
    let isRight: Bool
  }

  init() {
    var chance = SystemRandomNumberGenerator()
    self.init(using: &chance)
  }

  init(using chance: inout some RandomNumberGenerator) { hidden = Self.draw(&chance) }

  private static func draw(_ chance: inout some RandomNumberGenerator) -> Side {
    Bool.random(using: &chance) ? .first : .second
  }

  /// Says what X is; the next trial begins.
  mutating func answer(_ side: Side) {
    var chance = SystemRandomNumberGenerator()
    answer(side, using: &chance)
  }

  mutating func answer(_ side: Side, using chance: inout some RandomNumberGenerator) {
    last = Answer(was: hidden, isRight: side == hidden)
    total += 1
    if side == hidden { right += 1 }
    hidden = Self.draw(&chance)
  }

  /// How probable so many right answers, or more, are for somebody who guesses.
  var chance: Double { Self.chance(ofAtLeast: right, of: total) }

  /// The upper tail of the binomial distribution with p = ½: Σ C(n, k) / 2ⁿ for k from `right` to n.
  ///
  /// - Returns: 0…1; 1 for no right answer at all.
  /// - Complexity: O(`total`)
  static func chance(ofAtLeast right: Int, of total: Int) -> Double {
    guard right > 0, right <= total else { return right > 0 ? 0 : 1 }
    // In logarithms: 2ⁿ alone is beyond a Double at 1,024 trials. C(n, k + 1) = C(n, k) (n − k) / (k + 1).
    var (logarithm, sum) = (-Double(total) * log(2), 0.0)
    for count in 0...total {
      if count >= right { sum += exp(logarithm) }
      logarithm += log(Double(total - count) / Double(count + 1))
    }
    return min(sum, 1)
  }
}
