// Peaks.swift
// What it costs to build the peaks of a recording, and to take the columns of a view from them.

import TestSupport
import WaveformCore

/// Columns of two channels over a recording of two hours, in a view of 1,400 pixels.
func benchmarkColumns() {
  let frames = 2 * 3600 * 44_100
  let pyramid = PeakPyramid<Int16>(channels: 2, expectedFrames: frames)
  let builder = PeakBuilder(pyramid)
  let block = noise(count: 131_072)
  var left = frames * 2
  while left > 0 {
    block.withUnsafeBufferPointer {
      builder.append(UnsafeBufferPointer(rebasing: $0.prefix(left)))
    }
    left -= min(left, block.count)
  }
  builder.finish()
  // The whole of it, and three stages of zoom.
  for zoom in [1, 8, 64, 512] {
    let grid = PixelGrid(framesPerPixel: Double(frames) / 1400 / Double(zoom))
    report("columns-zoom-\(zoom)-extremes") {
      for channel in 0..<2 {
        let columns = pyramid.columns(
          channel: channel, grid: grid, first: 700, count: 1400, values: .extremes)
        precondition(columns.count == 1400)
      }
    }
    report("columns-zoom-\(zoom)") {
      for channel in 0..<2 {
        let columns = pyramid.columns(channel: channel, grid: grid, first: 700, count: 1400)
        precondition(columns.count == 1400)
      }
    }
  }
}

/// Bytes per second that become peaks, from a block that stays in the cache.
func benchmarkKernels() {
  let block = noise(count: 131_072)
  let blocks = 400
  let times = microseconds(runs: 9) {
    let builder = PeakBuilder(PeakPyramid<Int16>(channels: 2, expectedFrames: blocks * block.count / 2))
    block.withUnsafeBufferPointer { block in
      for _ in 0..<blocks { builder.append(block) }
    }
    builder.finish()
  }
  let bytes = Double(blocks * block.count * 2)
  printFigure("kernels-int16-stereo", bytes / times[times.count / 2] / 1000, "GB/s")
  let floats = block.map { Float($0) / 32768 }
  let floatTimes = microseconds(runs: 9) {
    let builder = PeakBuilder(PeakPyramid<Float>(channels: 2, expectedFrames: blocks * floats.count / 2))
    floats.withUnsafeBufferPointer { block in
      for _ in 0..<blocks { builder.append(block) }
    }
    builder.finish()
  }
  printFigure("kernels-float-stereo", 2 * bytes / floatTimes[floatTimes.count / 2] / 1000, "GB/s")
}

private func noise(count: Int) -> [Int16] {
  var random = RandomNumbers(seed: 1)
  return (0..<count).map { _ in Int16.random(in: -20_000...20_000, using: &random) }
}
