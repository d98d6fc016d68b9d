// QuietStretchTests.swift
// Which stretch is suggested, in recordings of known make.

import Testing
import WaveformCore

@testable import Spectral

struct QuietStretchTests {
  static let rate = 44_100

  /// Noise of such amplitudes, for so many seconds each.
  func peaks(_ parts: [(seconds: Double, amplitude: Float)]) -> (WaveformPeaks, Int) {
    let samples = parts.enumerated().flatMap { index, part in
      NoiseReducerTests.noise(
        Int(part.seconds * Double(Self.rate)), amplitude: part.amplitude, seed: UInt64(index + 1))
    }
    let pyramid = PeakPyramid<Float>(channels: 1, expectedFrames: samples.count)
    let builder = PeakBuilder(pyramid)
    samples.withUnsafeBufferPointer { builder.append($0) }
    builder.finish()
    return (.float(pyramid), samples.count)
  }

  func found(_ parts: [(seconds: Double, amplitude: Float)]) -> FrameRange? {
    let (peaks, length) = peaks(parts)
    return QuietStretch.find(in: peaks, length: length, sampleRate: Self.rate, most: 1).first
  }

  /// In seconds.
  func range(_ start: Double, _ end: Double) -> FrameRange {
    Int(start * Double(Self.rate))..<Int(end * Double(Self.rate))
  }

  @Test func `the quietest steady stretch is found, as long as it is`() throws {
    let stretch = try #require(found([(2, 0.5), (1.5, 0.01), (2, 0.4), (1, 0.02), (2, 0.5)]))
    let part = range(1.95, 3.55)
    #expect(part.contains(stretch.lowerBound) && part.contains(stretch.upperBound))
    #expect(stretch.count >= Self.rate * 13 / 10)
  }

  @Test func `silence, what is too short and what is unsteady are passed over`() throws {
    let stretch = try #require(
      found([(1, 0.5), (1, 0), (1, 0.5), (0.3, 0.001), (1, 0.5), (0.8, 0.05), (1, 0.5)]))
    let part = range(4.25, 5.15)
    #expect(part.contains(stretch.lowerBound) && part.contains(stretch.upperBound))
    #expect(found([(3, 0)]) == nil)
    #expect(found([(0.4, 0.1)]) == nil)
    #expect(found([]) == nil)
    let steps = (0..<40).map { (seconds: 0.2, amplitude: Float($0 % 2 == 0 ? 0.5 : 0.01)) }
    #expect(found(steps) == nil)
  }

  @Test func `what is steady, but much louder than many short pauses, is no noise`() {
    let word: [(seconds: Double, amplitude: Float)] = [(0.3, 0.5), (0.15, 0.004), (0.3, 0.3), (0.05, 0.1)]
    let words = Array(repeating: word, count: 10).flatMap(\.self)
    #expect(found(words + [(1, 0.4)]) == nil)
    #expect(found(words + [(1, 0.006)]) != nil)
  }

  @Test func `no more is suggested than says something new`() throws {
    let stretch = try #require(found([(20, 0.1)]))
    #expect(stretch.count <= 5 * Self.rate && stretch.count > 4 * Self.rate)
  }
}
