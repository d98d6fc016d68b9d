// SampleCurveTests.swift
// Curves of known samples: where points and dots stand, what lies between them, where full scale is left.

import Foundation
import TestSupport
import Testing

@testable import WaveformCore

struct SampleCurveTests {
  /// A slice of one channel from frame 0.
  func slice(_ samples: [Float]) -> SampleSlice {
    SampleSlice(range: 0..<samples.count, channels: 1, samples: samples)
  }

  func curve(
    _ samples: [Float], pixelsPerFrame: Double, first: Int = 0, count: Int, margin: Int = 4, scale: Int = 1
  ) throws -> SampleCurve {
    try #require(
      slice(samples).curve(
        channel: 0, grid: PixelGrid(framesPerPixel: 1 / pixelsPerFrame), first: first, count: count,
        margin: margin, scale: scale, length: samples.count))
  }

  static let noise: [Float] = {
    var random = RandomNumbers(seed: 11)
    return (0..<400).map { _ in Float(random.unit() * 2 - 1) }
  }()

  @Test func `lines begin at half a pixel for each sample, curves and dots beyond three`() {
    func kind(_ pixels: Double) -> SampleCurve.Kind? {
      let grid = PixelGrid(framesPerPixel: 1 / pixels)
      return SampleCurve.suits(grid) ? SampleCurve.kind(on: grid) : nil
    }
    #expect(kind(0.49) == nil && kind(0.5) == .line && kind(1) == .line && kind(3) == .line)
    #expect(kind(3.01) == .bandLimited && kind(64) == .bandLimited)
  }

  @Test(arguments: [0.5, 0.77, 1, 1.5, 2, 2.9, 3])
  func `a line has every sample at the quarter pixel next to it`(pixels: Double) throws {
    for scale in 1...3 {
      let curve = try curve(Self.noise, pixelsPerFrame: pixels, first: 10, count: 150, scale: scale)
      #expect(curve.kind == .line && curve.dots.isEmpty)
      for (frame, value) in Self.noise.enumerated() {
        // In the middle of a logical pixel that begins where the sample does.
        let place = (Double(frame) * pixels + Double(scale) / 2 - 10 + 4) * 4
        guard place > 0, Int(place.rounded()) < curve.points.count else { continue }
        #expect(curve.points[Int(place.rounded())] == value)
      }
    }
  }

  @Test func `between two samples a line is straight`() throws {
    let curve = try curve([0, 1, 0.5, 0.5], pixelsPerFrame: 3, count: 9)
    let from = 4 * 4 + 2
    for step in 0...12 { #expect(abs(curve.points[from + step] - Float(step) / 12) < 1e-6) }
    for step in 0...12 { #expect(abs(curve.points[from + 12 + step] - (1 - Float(step) / 24)) < 1e-6) }
  }

  @Test(arguments: [3.5, 8, 17.3, 64])
  func `a curve is what the converter plays, with a dot on each sample`(pixels: Double) throws {
    let sine = (0..<300).map { Float(0.8 * sin(0.9 * Double($0) + 0.4)) }
    let first = Int(120 * pixels)
    let curve = try curve(sine, pixelsPerFrame: pixels, first: first, count: 200)
    for (index, value) in curve.points.enumerated() {
      let frame = (Double(first - 4) + Double(index) / 4 - 0.5) / pixels
      #expect(abs(Double(value) - 0.8 * sin(0.9 * frame + 0.4)) < 1e-4)
    }
    for dot in curve.dots {
      let frame = Int((Double(first + dot.pixel) / pixels).rounded())
      #expect(dot.value == sine[frame] && Int((Double(frame) * pixels).rounded()) == first + dot.pixel)
    }
    #expect(abs(curve.dots.count - Int(208 / pixels)) <= 1)
  }

  @Test(arguments: [0.5, 1.3, 3, 3.4, 11, 64])
  func `tiles side by side have the points and marks of one wide tile`(pixels: Double) throws {
    var samples = Self.noise.map { $0 * 1.3 }
    samples[20] = .nan
    for scale in 1...3 {
      let whole = try curve(samples, pixelsPerFrame: pixels, first: 3, count: 180, margin: 12, scale: scale)
      for part in stride(from: 0, to: 180, by: 45) {
        let tile = try curve(
          samples, pixelsPerFrame: pixels, first: 3 + part, count: 45, margin: 12, scale: scale)
        let points = whole.points[part * 4..<part * 4 + tile.points.count]
        #expect(zip(points, tile.points).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) })
        #expect(Array(whole.above[part..<part + 45]) == tile.above)
        #expect(Array(whole.below[part..<part + 45]) == tile.below)
        for dot in tile.dots {
          #expect(whole.dots.contains { $0.pixel == dot.pixel + part && $0.value == dot.value })
        }
      }
    }
  }

  @Test func `between the samples of a quarter of the rate lies an inter-sample over of 3.01 dB`() throws {
    let samples = (0..<200).map { Float($0 & 2 == 0 ? 0.9999 : -0.9999) }
    let curve = try curve(samples, pixelsPerFrame: 16, first: 1600, count: 64)
    #expect(abs(20 * log10(Double(curve.points.compactMap { $0.isNaN ? nil : $0 }.max()!)) - 3.0103) < 0.005)
    // Frames 100 and 101 are high, 102 and 103 low.
    #expect(
      curve.above[1...15].allSatisfy { $0 == .betweenSamples }
        && curve.above[18...63].allSatisfy { $0 == .none })
    #expect(
      curve.below[34...47].allSatisfy { $0 == .betweenSamples }
        && curve.below[...31].allSatisfy { $0 == .none })
  }

  @Test func `at full scale nothing is over, beyond it the sample is`() throws {
    let sine = (0..<200).map { Float((32767 * sin(0.37 * Double($0))).rounded() / 32768) }
    let still = try curve(sine, pixelsPerFrame: 10, first: 900, count: 200)
    #expect((still.above + still.below).allSatisfy { $0 == .none })
    let loud = try curve(sine.map { $0 * 1.5 }, pixelsPerFrame: 10, first: 900, count: 200)
    #expect(loud.above.contains(.sample) && loud.below.contains(.sample))
    let line = try curve(sine.map { $0 * 1.5 }, pixelsPerFrame: 1, first: 50, count: 100)
    #expect(line.above.contains(.sample) && !line.above.contains(.betweenSamples))
    for pixel in 0..<100 {
      let frame = 50 + pixel
      if sine[frame] * 1.5 > 1 { #expect(line.above[pixel] == .sample) }
    }
  }

  @Test(arguments: [1.0, 8])
  func `a sample that is not finite is a gap between its neighbours`(pixels: Double) throws {
    var samples = Self.noise
    samples[50] = .nan
    samples[60] = .infinity
    samples[62] = .nan
    let curve = try curve(samples, pixelsPerFrame: pixels, first: Int(45 * pixels), count: Int(20 * pixels))
    func point(at frame: Double) -> Float { curve.points[Int(((frame - 45) * pixels + 4.5) * 4)] }
    for frame in [49.5, 50, 50.5, 59.5, 60.5, 61.5, 62.5] { #expect(point(at: frame).isNaN, "\(frame)") }
    for frame in [48.5, 49, 51, 51.5, 58.5, 59, 63, 63.5] { #expect(point(at: frame).isFinite, "\(frame)") }
    #expect(curve.dots.allSatisfy { $0.value.isFinite })
  }

  @Test func `before the beginning and behind the end there is nothing but the last sample's time`() throws {
    let curve = try curve([1, 1, 1], pixelsPerFrame: 10, first: -30, count: 90, margin: 0)
    func isThere(_ pixel: Int) -> Bool { !curve.points[(pixel + 30) * 4].isNaN }
    #expect(isThere(0) && isThere(29) && !isThere(31) && !isThere(-11) && !isThere(-25))
    #expect(curve.dots.map(\.pixel) == [30, 40, 50])
  }

  @Test func `without every sample that the kernel needs there is no curve`() {
    let grid = PixelGrid(framesPerPixel: 0.1)
    let needed = SampleCurve.frames(grid: grid, first: 1000, count: 50, margin: 4)
    func curve(_ range: FrameRange) -> SampleCurve? {
      SampleSlice(range: range, channels: 1, samples: Array(repeating: 0, count: range.count))
        .curve(channel: 0, grid: grid, first: 1000, count: 50, margin: 4, scale: 1, length: 10_000)
    }
    #expect(curve(needed) != nil)
    #expect(curve(needed.lowerBound + 1..<needed.upperBound) == nil)
    #expect(curve(needed.lowerBound..<needed.upperBound - 1) == nil)
    #expect(needed.count <= 5 + 2 * 33 + 2)
  }
}
