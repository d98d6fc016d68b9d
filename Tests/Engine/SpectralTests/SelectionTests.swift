// SelectionTests.swift
// Ranks, medians and rings of numbers, against those of sorted arrays.

import Testing

@testable import Spectral

struct SelectionTests {
  /// Few different numbers, so that many are equal.
  private static func numbers(_ count: Int) -> [Float] {
    NoiseReducerTests.noise(count, amplitude: 1, seed: UInt64(count)).map { ($0 * 8).rounded() }
  }

  @Test func `each rank of any numbers is that of the sorted ones`() {
    for count in 1...40 {
      for rank in 0..<count {
        var numbers = Self.numbers(count)
        let sorted = numbers.sorted()
        let found = numbers.withUnsafeMutableBufferPointer {
          Selection.find(rank, of: $0.baseAddress!, count)
        }
        #expect(found == sorted[rank] && numbers.sorted() == sorted)
      }
    }
  }

  @Test func `a median is that of the numbers within reach`() {
    for count in [1, 2, 7, 15, 16, 31, 200] {
      let numbers = Self.numbers(count)
      for reach in [0, 1, 15] {
        let expected = numbers.indices.map { place in
          let near = numbers[max(0, place - reach)...min(count - 1, place + reach)].sorted()
          return near[near.count / 2]
        }
        #expect(Selection.medians(numbers, reach: reach) == expected, "\(count), \(reach)")
      }
    }
  }

  @Test func `a ring has the last rows`() {
    let ring = NumberRing(columns: 2, rows: 3)
    var room: [Float] = [0, 0, 0]
    for row in 1...7 {
      ring.append([Float(row), Float(-row)])
      #expect(ring.filled == min(row, 3))
      for (column, sign) in [Float(1), -1].enumerated() {
        room.withUnsafeMutableBufferPointer { ring.read(column, into: $0.baseAddress!) }
        #expect(Set(room[..<ring.filled]) == Set((max(1, row - 2)...row).map { Float($0) * sign }))
      }
    }
  }
}
