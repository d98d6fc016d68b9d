// SeparateRangesTests.swift
// Ranges that are added in any order are the numbers that they hold.

import TestSupport
import Testing

@testable import WaveformCore

@Suite struct SeparateRangesTests {
  @Test func `ranges hold the numbers that were added, are in order and do not touch`() {
    var random = RandomNumbers(seed: 4)
    for round in 0..<200 {
      var ranges = SeparateRanges()
      var numbers: Set<Int> = []
      for _ in 0..<20 {
        let first = random.below(60), last = first + random.below(6)
        ranges.add(first..<last)
        numbers.formUnion(first..<last)
      }
      #expect(Set(ranges.ranges.joined()) == numbers, "\(round)")
      let areApart = zip(ranges.ranges, ranges.ranges.dropFirst()).allSatisfy {
        $0.upperBound < $1.lowerBound
      }
      #expect(areApart && ranges.ranges.allSatisfy { !$0.isEmpty }, "\(ranges.ranges)")
      for number in -2..<70 {
        #expect((ranges.range(holding: number) != nil) == numbers.contains(number))
        let behind = ranges.ranges.first { $0.upperBound > number }
        #expect(ranges.first(endingBehind: number) == behind)
        for distance in 1...3 {
          let isNear = (number - distance..<number + 2 + distance).contains { numbers.contains($0) }
          #expect(ranges.comeNear(number..<number + 2, within: distance) == isNear, "\(number), \(distance)")
        }
      }
    }
  }

  @Test func `many that are added at once are those added one by one`() {
    var random = RandomNumbers(seed: 5)
    for most in [1000, 3] {
      for round in 0..<200 {
        var known = SeparateRanges(), others = SeparateRanges(), numbers: Set<Int> = []
        for turn in 0..<20 {
          let first = random.below(60), range = first..<first + random.below(4)
          if turn % 2 == 0 { known.add(range, most: most) } else { others.add(range) }
          numbers.formUnion(range)
        }
        known.add(others.ranges, most: most)
        #expect(known.ranges.count <= most)
        // What is kept of too many covers them all.
        let all = Set(known.ranges.joined())
        #expect(most == 3 ? all.isSuperset(of: numbers) : all == numbers, "\(most), \(round)")
        let areApart = zip(known.ranges, known.ranges.dropFirst()).allSatisfy {
          $0.upperBound < $1.lowerBound
        }
        #expect(areApart)
      }
    }
  }

  @Test func `the boundary is the first index behind it, in arrays of every length`() {
    for count in 0..<20 {
      let array = Array(0..<count)
      for limit in 0...count { #expect(array.boundary { $0 >= limit } == limit) }
    }
  }
}
