// BlindTestTests.swift
// Blind tests: chance, count, and how probable a count is for somebody who guesses.

import TestSupport
import Testing

@testable import Compare

@Suite struct `A blind test` {
  @Test func `right answers are counted, and what X was is told only then`() {
    var chance = RandomNumbers(seed: 1)
    var test = BlindTest(using: &chance)
    #expect(test.last == nil && test.total == 0 && test.right == 0)
    var right = 0
    for trial in 1...200 {
      let hidden = test.hidden, said = BlindTest.Side.allCases[trial / 3 % 2]
      test.answer(said, using: &chance)
      if said == hidden { right += 1 }
      #expect(test.last == BlindTest.Answer(was: hidden, isRight: said == hidden))
      #expect(test.total == trial && test.right == right)
    }
  }

  @Test func `X is either of the two, whatever it was and whatever was said`() {
    // Of n fair trials a share lies within 5 standard deviations, 5 / (2 √n), but for one run in a million; and the
    // numbers are the same in every run.
    let trials = 10_000
    var chance = RandomNumbers(seed: 7), test = BlindTest(using: &chance)
    var firsts = 0, changes = 0
    for trial in 0..<trials {
      let before = test.hidden
      if before == .first { firsts += 1 }
      test.answer(trial % 3 == 0 ? .first : .second, using: &chance)
      if test.hidden != before { changes += 1 }
    }
    for count in [firsts, changes] { #expect(abs(count - trials / 2) < 250) }
  }

  @Test func `tests of the program itself differ from each other`() {
    // Equal by chance once in 2⁶⁴.
    func run() -> [BlindTest.Side] {
      var test = BlindTest()
      return (0..<64).map { _ in
        defer { test.answer(.first) }
        return test.hidden
      }
    }
    #expect(run() != run())
  }

  @Test func `the probability of a guess is that of all outcomes counted one by one`() {
    for total in 0...12 {
      for right in 0...total {
        let outcomes = (0..<1 << total).count { $0.nonzeroBitCount >= right }
        let expected = Double(outcomes) / Double(1 << total)
        #expect(abs(BlindTest.chance(ofAtLeast: right, of: total) - expected) < 1e-12)
      }
    }
  }

  @Test func `long tests have a probability as well`() {
    // By symmetry P(≥ n/2 + ½) is one half for odd n, where 2ⁿ is far beyond a Double.
    #expect(abs(BlindTest.chance(ofAtLeast: 2001, of: 4001) - 0.5) < 1e-9)
    #expect(BlindTest.chance(ofAtLeast: 4001, of: 4001) < 1e-300)
  }
}
