// ExactColumnsTests.swift
// Columns of whole bins and the samples beside them, against every frame that they cover.

import TestSupport
import Testing

@testable import WaveformCore

struct ExactColumnsTests {
  /// Noise of two channels; the last bin is a short one.
  static let length = 256 * 700 + 77
  static let samples: [Int16] = {
    var random = RandomNumbers(seed: 21)
    return (0..<2 * length).map { _ in Int16(random.unit() * 60_000 - 30_000) }
  }()
  static let peaks = WaveformPeaks.int16(.built(from: samples, channels: 2))
  static let slice = SampleSlice(
    range: 0..<length, channels: 2, samples: samples.map { Float($0) / 32768 })

  /// What a reader of the samples would find.
  static func parts(_ grid: PixelGrid, _ columns: Range<Int>) -> ColumnParts {
    var parts = ColumnParts(grid: grid, framesPerBin: peaks.framesPerBin, length: length)
    for column in columns {
      parts[column] = (0..<2).map { channel in
        parts.split(of: column).parts.reduce(into: PeakSums<Float>()) {
          $0.add(slice.sums(channel: channel, frames: $1))
        }
      }
    }
    return parts
  }

  /// The first difference from brute force, in words; nil when there is none.
  static func difference(_ columns: WaveformColumns, _ grid: PixelGrid, first: Int, channel: Int) -> String? {
    for column in 0..<columns.count {
      let frames = grid.frames(ofPixel: first + column).clamped(toLength: length)
      var sums = PeakSums<Int16>()
      for frame in frames {
        let value = samples[2 * frame + channel]
        sums.low = min(sums.low, value)
        sums.high = max(sums.high, value)
        sums.squares += Double(value) * Double(value)
        sums.magnitudes += abs(Double(value))
        sums.count += 1
      }
      guard sums.count > 0 else {
        if !columns.isEmpty(at: column) { return "column \(column) of \(grid) is not empty" }
        continue
      }
      let n = Double(sums.count)
      guard columns.low[column] == Float(sums.low) / 32768, columns.high[column] == Float(sums.high) / 32768
      else { return "column \(column) of \(grid) has other extremes" }
      // Bins are rounded to Int16, and the last, short one weighs as much as a whole one.
      let limit = frames.upperBound == length ? 600.0 : 2.0
      guard abs(Double(columns.rms[column]) * 32768 - (sums.squares / n).squareRoot()) < limit,
        abs(Double(columns.meanMagnitude[column]) * 32768 - sums.magnitudes / n) < limit
      else { return "column \(column) of \(grid) is as loud as others" }
    }
    return nil
  }

  @Test(arguments: [0, 1])
  func `from a bin to a million frames per pixel a column has just its own frames`(channel: Int) throws {
    var random = RandomNumbers(seed: 3)
    var zooms: [Double] = [256, 257, 300, 511.5, 512, 1000, 1023.999, 4096, 65536, 179_277, 1e6]
    for _ in 0..<60 {
      var zoom = 256 * (1 + random.unit())
      for _ in 0..<Int.random(in: 0..<12, using: &random) { zoom *= 2 }
      zooms.append(zoom)
    }
    for zoom in zooms {
      let grid = PixelGrid(framesPerPixel: zoom)
      let end = Int((Double(Self.length) / zoom).rounded(.up)) + 2
      let first = max(-2, end - Int.random(in: 1...400, using: &random))
      let parts = Self.parts(grid, first..<end)
      let columns = try #require(
        Self.peaks.columns(channel: channel, first: first, count: end - first, parts: parts))
      let difference = Self.difference(columns, grid, first: first, channel: channel)
      #expect(difference == nil)
    }
  }

  @Test(arguments: [1, 1.5, 3.3, 64, 100, 255.99])
  func `below a bin too, where samples are too many to be held`(zoom: Double) throws {
    let grid = PixelGrid(framesPerPixel: zoom)
    for first in [-3, 1000, Int(Double(Self.length) / zoom) - 200] {
      let columns = try #require(
        Self.peaks.columns(
          channel: 1, first: first, count: 210, parts: Self.parts(grid, first..<first + 210)))
      let difference = Self.difference(columns, grid, first: first, channel: 1)
      #expect(difference == nil)
    }
  }

  @Test func `every column of a small recording is divided into bins and parts without gap and overlap`() {
    for length in [1, 2, 7, 8, 9, 31] {
      for framesPerBin in [1, 4, 8] {
        for lower in 0...length {
          for upper in lower...length + 2 {
            let split = ColumnSplit(frames: lower..<upper, framesPerBin: framesPerBin, length: length)
            var frames = split.parts.flatMap { Array($0) }
            #expect(split.closed == (split.bins.isEmpty ? [] : [split.bins]))
            for bin in split.bins {
              frames += Array(bin * framesPerBin..<min((bin + 1) * framesPerBin, length))
            }
            #expect(frames.sorted() == Array(lower..<max(lower, min(upper, length))))
            // Nothing is read that the bins know.
            #expect(split.parts.allSatisfy { $0.count < framesPerBin })
            for opened in [[0], [1], [0, 2, 3], Array(0..<31)] {
              let split = ColumnSplit(
                frames: lower..<upper, framesPerBin: framesPerBin, length: length, opened: Set(opened))
              var frames = split.parts.flatMap { Array($0) }
              #expect(frames == frames.sorted() && split.closed.joined().allSatisfy { !opened.contains($0) })
              for bin in split.closed.joined() {
                frames += Array(bin * framesPerBin..<min((bin + 1) * framesPerBin, length))
              }
              #expect(frames.sorted() == Array(lower..<max(lower, min(upper, length))))
            }
          }
        }
      }
    }
  }

  @Test func `bins are undecided where their lower bits would say which row a column ends in`() {
    // Every bin of a column has another height, but for two in each.
    let heights = (0..<400).map { Int16(truncatingIfNeeded: 9000 + $0 / 10 * 37 + min($0 % 10, 8)) }
    let samples = heights.flatMap { height in (0..<256).map { $0 == 7 ? height : $0 == 9 ? -height : 0 } }
    let peaks = WaveformPeaks.int16(.built(from: samples, channels: 1))
    let parts = ColumnParts(
      grid: PixelGrid(framesPerPixel: 2560), framesPerBin: 256, length: samples.count)
    for rows in [BarGeometry(height: 500), BarGeometry(height: 30_000)] {
      let undecided = peaks.undecidedBins(of: 0..<40, parts, rows: rows)
      for column in 0..<40 {
        // Rows are rounded: a bound lies at every half.
        let height = Double(heights[column * 10 + 9]) / 32_768 * Double(rows.halfHeight)
        let unit = Double(rows.halfHeight) / 32_768
        let isClose = (height - unit).rounded() != (height + unit).rounded()
        #expect(undecided.contains(column * 10 + 9) == isClose)
        #expect(undecided.contains(column * 10 + 8) == isClose)
        #expect((0..<8).allSatisfy { !undecided.contains(column * 10 + $0) })
      }
    }
  }

  @Test func `parts of other bins and parts that lack a column say nothing`() {
    let grid = PixelGrid(framesPerPixel: 700)
    var parts = Self.parts(grid, 0..<20)
    #expect(Self.peaks.columns(channel: 0, first: 0, count: 20, parts: parts) != nil)
    #expect(Self.peaks.columns(channel: 0, first: 1, count: 20, parts: parts) == nil)
    parts.keep(5..<15)
    #expect(parts.count == 10 && parts.holds(5..<15) && !parts.holds(4..<15))
    var other = ColumnParts(grid: grid, framesPerBin: 512, length: Self.length)
    for column in 0..<20 { other[column] = [PeakSums(), PeakSums()] }
    #expect(Self.peaks.columns(channel: 0, first: 0, count: 20, parts: other) == nil)
  }
}
