// PeakStorageTests.swift
// A pyramid out of memory and back: the same bits, the same answers; and shapes that no pyramid can have.

import TestSupport
import Testing

@testable import WaveformCore

struct PeakStorageTests {
  /// What `store` gives, in one piece.
  private func bytes<Sample: PeakSample>(_ pyramid: PeakPyramid<Sample>) -> [UInt8] {
    var bytes: [UInt8] = []
    #expect(
      pyramid.store {
        bytes += $0
        return true
      })
    return bytes
  }

  private func restored<Sample: PeakSample>(
    _ shape: PeakPyramidShape, _ bytes: [UInt8], budget: Int = PeakPyramid<Sample>.defaultBudget
  ) -> PeakPyramid<Sample>? {
    var left = bytes[...]
    let pyramid = PeakPyramid<Sample>.restored(shape, budget: budget) { room in
      guard room.count <= left.count else { return false }
      room.copyBytes(from: left.prefix(room.count))
      left = left.dropFirst(room.count)
      return true
    }
    return left.isEmpty ? pyramid : nil
  }

  private func check<Sample: PeakSample>(_ pyramid: PeakPyramid<Sample>, _ what: String) throws {
    let shape = try #require(pyramid.shape)
    let stored = bytes(pyramid)
    #expect(shape.byteCount(of: Sample.self) == stored.count, "\(what)")
    let copy: PeakPyramid<Sample> = try #require(restored(shape, stored, budget: pyramid.budget), "\(what)")
    #expect(copy.shape == shape && copy.isComplete && copy.framesRead == pyramid.framesRead, "\(what)")
    #expect(copy.framesPerBin == pyramid.framesPerBin, "\(what)")
    #expect(copy.nonFiniteSamples == pyramid.nonFiniteSamples, "\(what)")
    #expect(bytes(copy) == stored, "\(what)")
    for framesPerPixel in [1.0, 100, 256, 777.5, 5000, 1e6] {
      let grid = PixelGrid(framesPerPixel: framesPerPixel)
      let count = min(3000, Int(Double(pyramid.framesRead) / framesPerPixel) + 5)
      for channel in 0..<pyramid.channels {
        let columns = copy.columns(channel: channel, grid: grid, first: -2, count: count)
        let expected = pyramid.columns(channel: channel, grid: grid, first: -2, count: count)
        #expect(columns == expected, "\(what), \(framesPerPixel) frames per pixel")
      }
    }
  }

  @Test(arguments: 1...3)
  func `a stored pyramid comes back bit for bit`(channels: Int) throws {
    var random = RandomNumbers(seed: UInt64(channels))
    let noise = random.int16Noise(300_000 * channels)
    for length in PeakPyramidTests.lengths + [65_535, 65_536, 65_537, 262_144, 300_000] {
      let samples = Array(noise[..<(length * channels)])
      try check(PeakPyramid<Int16>.built(from: samples, channels: channels), "\(length) frames")
      try check(
        PeakPyramid<Float>.built(from: samples.map { Float($0) / 30_000 }, channels: channels),
        "\(length) frames of Float")
    }
  }

  @Test func `gaps, and the count of what is no number, come back`() throws {
    var samples = RandomNumbers(seed: 9).floats(3 * 5000)
    for index in 3 * 256..<3 * 512 { samples[index] = .nan }
    try check(PeakPyramid<Float>.built(from: samples, channels: 3), "gaps")
  }

  @Test func `a pyramid that gave up levels comes back without them`() throws {
    var random = RandomNumbers(seed: 11)
    let noise = random.int16Noise(1 << 20)
    let pyramid = PeakPyramid<Int16>(channels: 4, budget: 1 << 20)
    let builder = PeakBuilder(pyramid)
    for _ in 0..<40 { noise.withUnsafeBufferPointer { builder.append($0) } }
    builder.finish()
    #expect(try #require(pyramid.shape).finestLevel > 0)
    try check(pyramid, "given up")
  }

  @Test func `what is still growing has no shape`() {
    let pyramid = PeakPyramid<Int16>(channels: 1)
    let builder = PeakBuilder(pyramid)
    [Int16](repeating: 1, count: 5000).withUnsafeBufferPointer { builder.append($0) }
    #expect(pyramid.shape == nil)
    builder.finish()
    #expect(pyramid.shape != nil)
  }

  @Test func `a shape that cannot be is refused before memory is taken`() throws {
    let good = try #require(
      PeakPyramid<Int16>.built(from: [Int16](repeating: 1, count: 70_000), channels: 2).shape)
    let odd = [Int.min, -1, 0, 1, 2, 3, 7, 21, 64, 255, 257, 32_768, 65_536, 1 << 40, Int.max - 1, Int.max]
    let parts: [WritableKeyPath<PeakPyramidShape, Int>] = [
      \.channels, \.baseFramesPerBin, \.finestLevel, \.levelCount, \.frames, \.nonFiniteSamples,
    ]
    for part in parts {
      for value in odd {
        var shape = good
        shape[keyPath: part] = value
        var taken = 0
        let pyramid = PeakPyramid<Int16>.restored(shape) { room in
          taken += room.count
          room.initializeMemory(as: UInt8.self, repeating: 0)
          return true
        }
        #expect(taken <= PeakPyramid<Int16>.defaultBudget)
        if let pyramid {
          #expect(pyramid.shape?.frames == shape.frames && taken == shape.byteCount(of: Int16.self))
        }
        if value < 0 { #expect(pyramid == nil) }
      }
    }
  }

  @Test func `storing and restoring end when they are told to`() throws {
    let pyramid = PeakPyramid<Int16>.built(from: [Int16](repeating: 1, count: 70_000), channels: 2)
    var calls = 0
    #expect(
      !pyramid.store { _ in
        calls += 1
        return calls < 3
      })
    #expect(calls == 3)
    let shape = try #require(pyramid.shape)
    #expect(PeakPyramid<Int16>.restored(shape) { _ in false } == nil)
  }
}

extension RandomNumbers {
  fileprivate func floats(_ count: Int) -> [Float] {
    var random = self
    return random.floatNoise(count)
  }
}
