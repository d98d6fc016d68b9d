// LagLikenessTests.swift
// The sums of two lines over what they have in common, and the lags at which they are alike: against the definition.

import TestSupport
import Testing

@testable import Comparing

struct LagLikenessTests {
  @Test(arguments: [1, 2, 5, 8], [1, 3, 5, 11]) func `sums go along with every lag`(countA: Int, countB: Int)
  {
    let a = Sounds.noise(countA, level: 1, seed: 1), b = Sounds.noise(countB, level: 1, seed: 2)
    var sums = LaggedSums(a, b)
    for lag in 1 - countB..<countA {
      #expect(sums.lag == lag)
      let common = max(0, lag)..<min(countA, lag + countB)
      let parts = (a[common], b[common.lowerBound - lag..<common.upperBound - lag])
      for (found, part) in [(sums.a, parts.0), (sums.b, parts.1)] {
        #expect(abs(found.sum - part.reduce(0) { $0 + Double($1) }) < 1e-12)
        #expect(abs(found.squares - part.reduce(0) { $0 + Double($1) * Double($1) }) < 1e-12)
      }
      sums.advance()
    }
  }

  /// Noise, and a tone that fades, so that no two of its lags are alike to the last bit.
  private static func lines(isTonal: Bool) -> (a: [Float], b: [Float]) {
    let tone = Sounds.tone(3_000, 0.01).enumerated().map { $1 * Float(5_000 - $0) / 5_000 }
    let a = isTonal ? tone : Sounds.noise(3_000, level: 1, seed: 3)
    return (a, Array(a[500..<2_600]))
  }

  @Test(arguments: [false, true], [1, 7, 64, 900])
  func `peaks are those that nothing exceeds within reach`(isTonal: Bool, apart: Int) throws {
    let (a, b) = Self.lines(isTonal: isTonal)
    let correlator = Correlator(fitting: a.count + b.count)
    let correlation = correlator.correlate(.plain, a, b)
    let likeness = LagLikeness(correlation, a, b, least: 16)
    let all = likeness.likeness
    let bar = 0.5 * (try #require(all.max()))
    let expected = all.indices.filter { index in
      all[index] > bar
        && (max(0, index - apart)...min(all.count - 1, index + apart)).allSatisfy { all[$0] <= all[index] }
    }
    let found = likeness.longest(all.count, apart: apart)
    #expect(found.sorted() == expected.map { $0 + 1 - b.count } && !found.isEmpty)
    #expect(likeness.equal(to: 500, apart: apart).contains(500))
  }

  @Test func `where nobody waits any more nothing is found`() {
    let (a, b) = Self.lines(isTonal: true)
    let correlator = Correlator(fitting: a.count + b.count)
    var asked = 0
    let likeness = LagLikeness(correlator.correlate(.plain, a, b), a, b, least: 16) {
      asked += 1
      return false
    }
    #expect(likeness.longest(9, apart: 7).isEmpty && likeness.equal(to: 500, apart: 7).isEmpty)
    #expect(asked == 2, "it has asked, and not gone on")
  }
}
