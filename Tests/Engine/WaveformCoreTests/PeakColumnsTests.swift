// PeakColumnsTests.swift
// From bins to columns: every bin of these recordings carries its own number, so a column says which bins it
// was made from.

import TestSupport
import Testing

@testable import WaveformCore

struct PeakColumnsTests {
  /// Bin i is the value i throughout; the last bin has 100 frames only.
  static let bins = 1501
  static let numbered: PeakPyramid<Int16> = {
    var samples = [Int16](repeating: 0, count: 256 * (bins - 1) + 100)
    for index in samples.indices { samples[index] = Int16(index >> 8) }
    return .built(from: samples, channels: 1)
  }()
  static let length = 256 * (bins - 1) + 100

  /// The bins of each column, read back from its values; nil for an empty column.
  func binsOfColumns(_ columns: WaveformColumns) -> [ClosedRange<Int>?] {
    (0..<columns.count).map {
      columns.isEmpty(at: $0)
        ? nil : Int(columns.low[$0] * 32768)...Int(columns.high[$0] * 32768)
    }
  }

  @Test(arguments: [1, 2, 3, 7, 10, 99, 100, 333, 640, 1000, 1280, 1499, 1500])
  func `a view of the whole shows every bin in exactly one column`(width: Int) {
    let grid = PixelGrid(framesPerPixel: Double(Self.length) / Double(width))
    let columns = Self.numbered.columns(channel: 0, grid: grid, first: 0, count: width)
    #expect(columns.count == width)
    var next = 0
    for (column, bins) in binsOfColumns(columns).enumerated() where bins != nil {
      #expect(bins!.lowerBound == next, "column \(column)")
      next = bins!.upperBound + 1
    }
    #expect(next == Self.bins)
  }

  @Test func `rough columns end within a quarter of a column of the right place`() {
    var random = RandomNumbers(seed: 7)
    for turn in 0..<100 {
      let framesPerPixel = 256 * exp2(random.unit() * 10)
      let grid = PixelGrid(framesPerPixel: framesPerPixel)
      let count = Int(Double(Self.length) / framesPerPixel) - 1
      let rough = Self.numbered.roughColumns(
        channel: 0, grid: grid, first: 0, count: count, values: turn % 2 == 0 ? .all : .extremes)
      for (column, bins) in binsOfColumns(rough).enumerated() {
        let (left, right) = (
          Double(column) * framesPerPixel / 256, Double(column + 1) * framesPerPixel / 256
        )
        let slack = max((right - left) / 4, 1)
        guard let bins else {
          Issue.record("column \(column) at \(framesPerPixel) is empty")
          continue
        }
        #expect(abs(Double(bins.lowerBound) - left) <= slack, "\(framesPerPixel), column \(column)")
        #expect(abs(Double(bins.upperBound + 1) - right) <= slack, "\(framesPerPixel), column \(column)")
      }
    }
  }

  @Test func `at any zoom each bin belongs to the column in which it begins`() {
    var random = RandomNumbers(seed: 6)
    for turn in 0..<120 {
      let framesPerPixel = turn < 20 ? 256 * Double(turn + 1) : 256 * exp2(random.unit() * 10)
      let count = Int(Double(Self.length) / framesPerPixel) + 4
      let columns = Self.numbered.columns(
        channel: 0, grid: PixelGrid(framesPerPixel: framesPerPixel), first: -2, count: count)
      var expected = [ClosedRange<Int>?](repeating: nil, count: count)
      for bin in 0..<Self.bins {
        var column = Int(Double(bin * 256) / framesPerPixel)
        // The edge of a column is the product, as it is for everything that is drawn.
        if Double(column + 1) * framesPerPixel <= Double(bin * 256) { column += 1 }
        if Double(column) * framesPerPixel > Double(bin * 256) { column -= 1 }
        expected[column + 2] = (expected[column + 2]?.lowerBound ?? bin)...bin
      }
      #expect(binsOfColumns(columns) == expected, "\(framesPerPixel) frames per pixel")
      // Loudness is that of just these bins.
      for column in 0..<count {
        guard let bins = expected[column] else { continue }
        let mean = Double(bins.lowerBound + bins.upperBound) / 2
        let squares = bins.reduce(0.0) { $0 + Double($1 * $1) } / Double(bins.count)
        #expect(abs(Double(columns.meanMagnitude[column]) * 32768 - mean) <= 1)
        #expect(abs(Double(columns.rms[column]) * 32768 - squares.squareRoot()) <= 1)
      }
    }
  }

  @Test func `extremes alone are the extremes of everything`() {
    for framesPerPixel in [0.3, 256, 300.3, 4321.0987, 100_000] {
      let grid = PixelGrid(framesPerPixel: framesPerPixel)
      let all = Self.numbered.columns(channel: 0, grid: grid, first: -3, count: 500)
      let extremes = Self.numbered.columns(channel: 0, grid: grid, first: -3, count: 500, values: .extremes)
      #expect(extremes.low == all.low && extremes.high == all.high)
      #expect(extremes.rms == Array(repeating: 0, count: 500) && extremes.meanMagnitude == extremes.rms)
    }
  }

  @Test func `scrolling changes no column`() {
    var random = RandomNumbers(seed: 7)
    for framesPerPixel in [0.3, 1, 17.77, 255.9, 256, 256.1, 300.3, 1000, 4321.0987, 100_000] {
      let grid = PixelGrid(framesPerPixel: framesPerPixel)
      let total = min(3000, Int(Double(Self.length) / framesPerPixel) + 30)
      let all = Self.numbered.columns(channel: 0, grid: grid, first: -10, count: total)
      for _ in 0..<20 {
        let first = Int.random(in: -10..<total - 10, using: &random)
        let count = Int.random(in: 0...(total - 10 - first), using: &random)
        let part = Self.numbered.columns(channel: 0, grid: grid, first: first, count: count)
        let range = first + 10..<first + 10 + count
        #expect(Array(all.low[range]) == part.low && Array(all.high[range]) == part.high)
        #expect(Array(all.rms[range]) == part.rms)
        #expect(Array(all.meanMagnitude[range]) == part.meanMagnitude)
      }
    }
  }

  @Test(arguments: [0.01, 0.5, 1, 3.3, 64, 100, 255.99])
  func `columns narrower than a bin repeat the bin under their middle`(framesPerPixel: Double) {
    let grid = PixelGrid(framesPerPixel: framesPerPixel)
    let last = Int(Double(Self.bins * 256) / framesPerPixel)
    for first in [-5, 0, 700, last - 20] {
      let columns = binsOfColumns(Self.numbered.columns(channel: 0, grid: grid, first: first, count: 40))
      for column in 0..<40 {
        let middle = (Double(first + column) + 0.5) * framesPerPixel
        let bin = Int((middle / 256).rounded(.down))
        #expect(columns[column] == (middle > 0 && bin < Self.bins ? bin...bin : nil))
      }
    }
  }

  @Test(arguments: [0.5, 256, 1000, 1e9, 1e300])
  func `there is nothing before the beginning and beyond the end`(framesPerPixel: Double) {
    let grid = PixelGrid(framesPerPixel: framesPerPixel)
    let end = Int((Double(Self.bins * 256) / framesPerPixel).rounded(.up))
    for first in [-1_000_000_000_000, -100, end, end + 1, 1 << 60] {
      let columns = Self.numbered.columns(channel: 0, grid: grid, first: first, count: 100)
      #expect(columns == WaveformColumns(count: 100))
    }
    #expect(Self.numbered.columns(channel: 0, grid: grid, first: 0, count: 0).count == 0)
  }

  @Test func `a growing recording changes no column that was complete`() {
    let finished = Self.numbered
    let pyramid = PeakPyramid<Int16>(channels: 1)
    let builder = PeakBuilder(pyramid)
    let grid = PixelGrid(framesPerPixel: 2000.5)
    let whole = finished.columns(channel: 0, grid: grid, first: 0, count: 200)
    for bin in 0..<1500 {
      let samples = [Int16](repeating: Int16(bin), count: 256)
      samples.withUnsafeBufferPointer { builder.append($0) }
      guard bin % 13 == 0 else { continue }
      let columns = pyramid.columns(channel: 0, grid: grid, first: 0, count: 200)
      let read = grid.pixel(ofFrame: (bin + 1) * 256)
      #expect(columns.low[..<read] == whole.low[..<read] && columns.high[..<read] == whole.high[..<read])
      #expect((read + 1..<200).allSatisfy(columns.isEmpty))
      #expect(zip(columns.rms[..<read], whole.rms).allSatisfy { abs($0 - $1) <= 1 / 32768 })
    }
  }
}

/// 2 to the power of `x`, without Foundation.
private func exp2(_ x: Double) -> Double {
  var result = 1.0
  var base = 2.0
  var left = Int(x * 1024)
  for _ in 0..<10 { base = base.squareRoot() }
  while left > 0 {
    if left & 1 == 1 { result *= base }
    base *= base
    left >>= 1
  }
  return result
}
