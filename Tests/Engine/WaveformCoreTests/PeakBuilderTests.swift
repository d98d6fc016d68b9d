// PeakBuilderTests.swift
// Block sizes, budgets and promises: what must make no difference to the peaks.

import TestSupport
import Testing

@testable import WaveformCore

struct PeakBuilderTests {
  @Test func `no block size changes a bit`() {
    var random = RandomNumbers(seed: 1)
    let integers = random.int16Noise(2100)
    let floats = random.floatNoise(2100)
    let integerBits = PeakPyramid.built(from: integers, channels: 1, blockSizes: [2100]).bits
    let floatBits = PeakPyramid.built(from: floats, channels: 1, blockSizes: [2100]).bits
    for size in 1...1025 {
      #expect(
        PeakPyramid.built(from: integers, channels: 1, blockSizes: [size]).bits == integerBits, "\(size)")
      #expect(PeakPyramid.built(from: floats, channels: 1, blockSizes: [size]).bits == floatBits, "\(size)")
    }
  }

  @Test(arguments: 1...8)
  func `no mix of block sizes changes a bit`(channels: Int) {
    var random = RandomNumbers(seed: UInt64(channels))
    let integers = random.int16Noise(9001 * channels)
    let floats = random.floatNoise(9001 * channels)
    let integerBits = PeakPyramid.built(from: integers, channels: channels, blockSizes: [9001]).bits
    let floatBits = PeakPyramid.built(from: floats, channels: channels, blockSizes: [9001]).bits
    for _ in 0..<6 {
      let largest = [3, 300, 1100, 5000].randomElement(using: &random)!
      let sizes = (0..<50).map { _ in Int.random(in: 1...largest, using: &random) }
      #expect(
        PeakPyramid.built(from: integers, channels: channels, blockSizes: sizes).bits == integerBits,
        "\(sizes)")
      #expect(
        PeakPyramid.built(from: floats, channels: channels, blockSizes: sizes).bits == floatBits, "\(sizes)")
    }
  }

  @Test func `empty blocks are nothing`() {
    let samples: [Int16] = [1, -2, 3]
    let pyramid = PeakPyramid<Int16>(channels: 1)
    let builder = PeakBuilder(pyramid)
    builder.append(UnsafeBufferPointer(start: nil, count: 0))
    samples.withUnsafeBufferPointer { builder.append(UnsafeBufferPointer(rebasing: $0[1..<1])) }
    samples.withUnsafeBufferPointer { builder.append($0) }
    builder.append(UnsafeBufferPointer(start: nil, count: 0))
    builder.finish()
    builder.finish()
    #expect(pyramid.difference(fromBruteForceOf: samples) == nil)
  }

  @Test func `only whole bins are published before the end`() {
    let samples = [Int16](repeating: 7, count: 5000)
    let pyramid = PeakPyramid<Int16>(channels: 1)
    let builder = PeakBuilder(pyramid)
    let grid = PixelGrid(framesPerPixel: 256)
    for frames in 1...5000 {
      samples.withUnsafeBufferPointer {
        builder.append(UnsafeBufferPointer(rebasing: $0[frames - 1..<frames]))
      }
      let whole = frames / 256
      guard pyramid.framesRead == whole * 256, !pyramid.isComplete, pyramid.levels[0].count == whole,
        pyramid.levels[1].count == frames / 1024, pyramid.levels[2].count == frames / 4096
      else {
        Issue.record("after \(frames) frames: \(pyramid.framesRead) can be read")
        return
      }
      if frames % 128 == 0 {
        let columns = pyramid.columns(channel: 0, grid: grid, first: 0, count: 20)
        #expect((0..<20).map { columns.isEmpty(at: $0) } == (0..<20).map { $0 >= whole })
      }
    }
    builder.finish()
    #expect(pyramid.isComplete && pyramid.framesRead == 5000 && pyramid.levels[0].count == 20)
  }

  // MARK: Budget

  @Test func `a long recording gives up its finest levels, never its budget`() {
    let budget = 1 << 20
    let pyramid = PeakPyramid<Mark>(channels: 1, budget: budget)
    var writer = MarkWriter(PeakBuilder(pyramid))
    var givenUp: [Int] = []
    var read = 0
    while writer.bins < 200_000 {
      writer.append(bins: 61)
      #expect(pyramid.byteCount <= budget)
      #expect(pyramid.framesRead > read)
      read = pyramid.framesRead
      if pyramid.finestLevel > givenUp.count { givenUp.append(writer.bins) }
      // What can be read is what the finest level holds, whole bins of it.
      #expect(read == writer.bins * 256 / pyramid.framesPerBin * pyramid.framesPerBin)
    }
    writer.builder.finish()
    #expect(givenUp.count == 2)
    #expect(pyramid.byteCount <= budget && pyramid.byteCount > budget / 8)
    #expect(pyramid.framesPerBin == 4096)
    #expect(pyramid.isComplete && pyramid.framesRead == writer.bins * 256)
    for level in pyramid.finestLevel..<pyramid.levels.count { checkMarks(pyramid, level, of: writer.bins) }
    // Nothing but resolution is lost.
    let columns = pyramid.columns(
      channel: 0, grid: PixelGrid(framesPerPixel: 40_960), first: 0, count: writer.bins / 160)
    #expect((0..<columns.count).allSatisfy { columns.low[$0] == Float($0 * 160) })
    #expect((0..<columns.count).allSatisfy { columns.high[$0] == Float($0 * 160 + 159) })
  }

  @Test(arguments: [
    0, -5, 1, 1000, 9001, 9002, 1 << 32, 1 << 40, 9_200_000_000_000_000_000, Int.max, Int.min,
  ])
  func `no promise of a length changes the peaks`(expected: Int) {
    var random = RandomNumbers(seed: 9)
    let samples = random.int16Noise(2 * 9001)
    let pyramid = PeakPyramid.built(from: samples, channels: 2, expectedFrames: expected)
    #expect(pyramid.difference(fromBruteForceOf: samples) == nil)
    #expect(pyramid.framesPerBin <= 1 << 14)
    #expect(pyramid.byteCount <= 20 << 16)
  }

  @Test func `a recording that is known to be long begins with coarser bins`() {
    let hour = 3600 * 44_100
    #expect(PeakPyramid<Int16>(channels: 2, expectedFrames: 2 * hour).framesPerBin == 256)
    #expect(PeakPyramid<Int16>(channels: 2, expectedFrames: 10 * hour).framesPerBin == 1024)
    #expect(PeakPyramid<Int16>(channels: 2, expectedFrames: 24 * hour).framesPerBin == 4096)
    // A promise that no recording keeps is none.
    #expect(PeakPyramid<Int16>(channels: 2, expectedFrames: .max).framesPerBin == 256)
  }
}
