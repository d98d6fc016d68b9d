// TouchingTests.swift
// Neighbouring columns meet, and nothing else about them changes.

import TestSupport
import Testing
import WaveformCore

struct TouchingTests {
  func columns(_ extremes: [(Float, Float)?]) -> WaveformColumns {
    var columns = WaveformColumns(count: extremes.count)
    for (index, pair) in extremes.enumerated() {
      guard let pair else { continue }
      (columns.low[index], columns.high[index]) = pair
      columns.rms[index] = 0.1
    }
    return columns
  }

  @Test func `a column reaches to the one before it, up or down`() {
    let touching = columns([(-0.5, -0.2), (0.1, 0.3), (-0.9, -0.4), (-0.8, 0.9)]).touching()
    #expect(touching.low == [-0.2, -0.9, -0.8] && touching.high == [0.3, 0.1, 0.9])
    #expect(touching.rms == [0.1, 0.1, 0.1])
  }

  @Test func `in any row of columns neighbours meet, in samples and in rows`() {
    var random = RandomNumbers(seed: 8)
    for height in [2, 5, 96, 301] {
      let values = (0..<500).map { _ -> (Float, Float)? in
        let a = Float(random.unit() * 2 - 1)
        let b = a + Float(random.unit() * 0.1)
        return (a, min(b, 1))
      }
      let all = columns(values)
      let touching = all.touching()
      let rects = BarGeometry(height: height).peaks(touching)
      for column in 1..<rects.count {
        #expect(
          touching.low[column] <= touching.high[column - 1]
            && touching.high[column] >= touching.low[column - 1])
        let (before, now) = (rects[column - 1], rects[column])
        #expect(now.y <= before.y + before.height && now.y + now.height >= before.y)
        // Its own samples are still all there.
        #expect(touching.low[column] <= all.low[column + 1] && touching.high[column] >= all.high[column + 1])
      }
    }
  }

  @Test func `nothing reaches over a gap, and no column is over that was not`() {
    let touching = columns([(0.5, 0.6), nil, (-0.1, 0), (1.2, 1.4), (0.1, 0.2), (-2, -1.5)]).touching()
    #expect(touching.isEmpty(at: 0) && touching.high[1] == 0)
    #expect(touching.low[2] == 0 && touching.high[2] == 1.4)
    #expect(touching.high[3] == 1 && touching.low[3] == 0.1)
    #expect(touching.low[4] == -2 && touching.high[4] == 0.1)
  }

  @Test func `the first column only leads to the others, so tiles side by side are one picture`() {
    var random = RandomNumbers(seed: 9)
    let all = columns(
      (0..<100).map { _ in (Float(random.unit() - 1), Float(random.unit() - 1)) }.map {
        ($0.0, max($0.0, $0.1))
      })
    func part(_ range: Range<Int>) -> WaveformColumns {
      columns(range.map { (all.low[$0], all.high[$0]) }).touching()
    }
    let whole = part(0..<100)
    for first in stride(from: 1, to: 97, by: 4) {
      let tile = part(first - 1..<first + 4)
      #expect(Array(whole.low[first - 1..<first + 3]) == tile.low)
      #expect(Array(whole.high[first - 1..<first + 3]) == tile.high)
    }
  }
}
