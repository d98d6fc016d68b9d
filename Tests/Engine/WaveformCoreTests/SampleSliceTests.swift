// SampleSliceTests.swift
// Columns that are made from the samples themselves, against every frame that they cover.

import TestSupport
import Testing
import WaveformCore

struct SampleSliceTests {
  static let length = 2000
  /// Frame f of channel c is f, or −f in the second channel.
  static let samples = (0..<length).flatMap { [Float($0), -Float($0)] }

  @Test(arguments: [0.01, 0.25, 0.7, 1, 1.5, 3, 17.3, 200, 3000])
  func `a column shows the frames that it covers, or the one that it lies in`(framesPerPixel: Double) {
    let slice = SampleSlice(range: 0..<Self.length, channels: 2, samples: Self.samples)
    let grid = PixelGrid(framesPerPixel: framesPerPixel)
    let end = Int(Double(Self.length) / framesPerPixel)
    for first in Set([-3, 0, end / 2, max(0, end - 30)]) {
      let columns = slice.columns(channel: 1, grid: grid, first: first, count: 60, length: Self.length)!
      for column in 0..<60 {
        var frames = Array(grid.frames(ofPixel: first + column))
        if frames.isEmpty { frames = [Int((Double(first + column) * framesPerPixel).rounded(.down))] }
        frames = frames.filter { (0..<Self.length).contains($0) }
        #expect(columns.isEmpty(at: column) == frames.isEmpty)
        guard let least = frames.first, let most = frames.last else { continue }
        #expect(columns.low[column] == -Float(most) && columns.high[column] == -Float(least))
        #expect(abs(columns.meanMagnitude[column] - Float(least + most) / 2) < 0.01)
      }
    }
  }

  @Test func `a slice that lacks a frame shows nothing at all`() {
    let slice = SampleSlice(range: 500..<600, channels: 2, samples: Array(Self.samples[1000..<1200]))
    #expect(slice.sample(channel: 1, frame: 599) == -599)
    let grid = PixelGrid(framesPerPixel: 10)
    #expect(slice.columns(channel: 0, grid: grid, first: 51, count: 9, length: Self.length) != nil)
    #expect(slice.columns(channel: 0, grid: grid, first: 49, count: 5, length: Self.length) == nil)
    #expect(slice.columns(channel: 0, grid: grid, first: 55, count: 6, length: Self.length) == nil)
    // At the end of the recording there is no more to hold.
    #expect(slice.columns(channel: 0, grid: grid, first: 55, count: 60, length: 600) != nil)
  }

  @Test func `samples that are not finite are left out`() {
    let slice = SampleSlice(range: 0..<6, channels: 1, samples: [.nan, 1, .infinity, .nan, -.infinity, .nan])
    let columns = slice.columns(
      channel: 0, grid: PixelGrid(framesPerPixel: 3), first: 0, count: 2, length: 6)!
    #expect(columns.low[0] == 1 && columns.high[0] == 1 && columns.rms[0] == 1 && columns.isEmpty(at: 1))
  }

  @Test(arguments: [0.3, 1, 7.5, 190])
  func `extremes alone are the same extremes`(framesPerPixel: Double) {
    var random = RandomNumbers(seed: 4)
    let odd: [Float] = [.nan, .infinity, -.infinity]
    let samples = (0..<2000).map { $0 % 31 < 3 ? odd[$0 % 3] : Float(random.unit() * 4 - 2) }
    let slice = SampleSlice(range: 0..<1000, channels: 2, samples: samples)
    let grid = PixelGrid(framesPerPixel: framesPerPixel)
    let count = Int(1000 / framesPerPixel) + 3
    let all = slice.columns(channel: 1, grid: grid, first: -1, count: count, length: 1000)!
    let extremes = slice.columns(
      channel: 1, grid: grid, first: -1, count: count, length: 1000, values: .extremes)!
    #expect(extremes.low == all.low && extremes.high == all.high)
    #expect(all.high.contains { $0 > 1 } && extremes.rms.allSatisfy { $0 == 0 })
  }
}
