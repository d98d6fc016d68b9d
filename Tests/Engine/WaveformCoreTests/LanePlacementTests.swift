// LanePlacementTests.swift
// Recordings that begin anywhere on the time axis, at any rate: places to and fro, and columns against brute force.

import Testing

@testable import WaveformCore

struct LanePlacementTests {
  static let rates = [8_000, 22_050, 44_100, 48_000, 96_000]
  static let offsets = [-100_000, -257, -1, 0, 1, 255, 44_100, 1 << 40]

  @Test func `places go to the recording and back`() {
    for rate in Self.rates {
      for axisRate in Self.rates {
        for offset in Self.offsets {
          let placement = LanePlacement(offset: offset, rate: rate, axisRate: axisRate)
          #expect(placement.position(ofAxis: Double(offset)) == 0)
          // A second later it is a second into the recording.
          #expect(abs(placement.position(ofAxis: Double(offset + axisRate)) - Double(rate)) < 1e-6)
          for position in [0.0, 0.5, 1, 12_345.25] {
            let there = placement.axisPosition(of: position)
            #expect(abs(placement.position(ofAxis: there) - position) < 1e-3)
          }
          if offset >= 0 {
            #expect(placement.end(ofLength: 10 * rate) - offset == 10 * axisRate)
          }
        }
      }
    }
  }

  @Test func `what ends before the axis begins takes no room on it`() {
    #expect(LanePlacement(offset: -1000).end(ofLength: 999) == 0)
    #expect(LanePlacement(offset: -1000).end(ofLength: 1001) == 1)
    #expect(LanePlacement(offset: 1000).end(ofLength: 0) == 0, "what is empty is nowhere")
  }

  @Test func `rates as far apart as can be have places all the same`() {
    let most = Int(Int32.max)
    for (rate, axisRate) in [(1, most), (most, 1)] {
      for offset in [-1 << 45, 0, 1 << 45] {
        let placement = LanePlacement(offset: offset, rate: rate, axisRate: axisRate)
        for frame in [0, 1, 1 << 45, 1 << 60] {
          let frames = placement.frames(ofAxis: frame..<frame + 1)
          #expect(frames.lowerBound <= frames.upperBound)
          #expect((0...1 << 60).contains(placement.end(ofLength: frame)))
          #expect(placement.axisFrames(within: frame..<frame + 1).count >= 0)
        }
      }
    }
    #expect(LanePlacement(offset: 10, rate: 24_000, axisRate: 48_000).axisFrames(within: 2..<5) == 14..<20)
  }

  @Test func `a rate that nobody knows is that of the axis`() {
    #expect(LanePlacement(offset: 3, rate: 0, axisRate: 48_000) == LanePlacement(offset: 3))
    #expect(LanePlacement(offset: 3, rate: 48_000, axisRate: 0) == LanePlacement(offset: 3))
  }

  @Test(arguments: offsets) func `a whole offset moves every column by as many frames`(offset: Int) {
    // At one frame per pixel, pixel p of the axis shows frame p − offset.
    let grid = LanePlacement(offset: offset).grid(PixelGrid(framesPerPixel: 1))
    for pixel in [offset - 2, offset - 1, offset, offset + 1, offset + 1000] {
      #expect(grid.frames(ofPixel: pixel) == pixel - offset..<pixel - offset + 1)
      #expect(grid.pixel(ofFrame: pixel - offset) == pixel)
    }
  }

  @Test(arguments: [1.0, 3, 100, 255.5, 777.7, 4096])
  func `columns of a recording that lies anywhere are those that brute force finds`(framesPerPixel: Double) {
    for (offset, rate) in [(0, 48_000), (-5000, 44_100), (12_345, 22_050), (333, 96_000), (-1, 48_000)] {
      let placement = LanePlacement(offset: offset, rate: rate, axisRate: 48_000)
      let grid = placement.grid(PixelGrid(framesPerPixel: framesPerPixel))
      let first = Int(Double(offset) / framesPerPixel) - 5
      let needed = grid.firstFrame(ofPixel: first)..<grid.firstFrame(ofPixel: first + 100)
      guard needed.upperBound > 0 else { continue }
      let exact = ExactColumnsTests.slice.columns(
        channel: 1, grid: grid, first: first, count: 100, length: ExactColumnsTests.length)
      #expect(exact != nil)
      if let exact, grid.framesPerPixel >= 1 {
        #expect(ExactColumnsTests.difference(exact, grid, first: first, channel: 1) == nil)
      }
      let parts = ExactColumnsTests.parts(grid, first..<first + 100)
      if let columns = ExactColumnsTests.peaks.columns(channel: 1, first: first, count: 100, parts: parts) {
        #expect(ExactColumnsTests.difference(columns, grid, first: first, channel: 1) == nil)
      }
      // Bins begin in the same columns as their first frames.
      let bins = ExactColumnsTests.peaks.columns(channel: 1, grid: grid, first: first, count: 100)
      for column in 0..<100 where grid.framesPerPixel >= 256 {
        let frames = grid.frames(ofPixel: first + column).clamped(toLength: ExactColumnsTests.length)
        let starts = frames.contains { $0 % 256 == 0 }
        #expect(bins.isEmpty(at: column) == !starts)
      }
    }
  }

  @Test func `bars of a recording that lies elsewhere begin where pixels do`() {
    let pixels = LanePlacement(offset: 100, rate: 44_100, axisRate: 48_000).grid(
      PixelGrid(framesPerPixel: 10))
    let bars = BarMetrics(width: 2, gap: 1).grid(over: pixels)
    for bar in -4..<100 {
      #expect(abs(bars.position(ofPixel: bar) - pixels.position(ofPixel: 3 * bar)) < 1e-6)
    }
  }

  @Test func `a curve of a recording that lies elsewhere is the same curve there`() {
    let length = 4000
    let samples = (0..<length).map { Float(($0 * 7919) % 2001 - 1000) / 1000 }
    let slice = SampleSlice(range: 0..<length, channels: 1, samples: samples)
    for framesPerPixel in [1.0 / 16, 0.25, 0.5, 1] {
      let axis = PixelGrid(framesPerPixel: framesPerPixel)
      // An offset of whole pixels: the same curve, as many pixels later.
      let offset = 64
      let shift = Int(Double(offset) / framesPerPixel)
      let here = slice.curve(
        channel: 0, grid: axis, first: 200, count: 60, margin: 4, scale: 1, length: length)
      let there = slice.curve(
        channel: 0, grid: LanePlacement(offset: offset).grid(axis), first: 200 + shift, count: 60, margin: 4,
        scale: 1, length: length)
      #expect(here != nil && here == there)
    }
  }
}
