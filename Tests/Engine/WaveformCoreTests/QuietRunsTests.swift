// QuietRunsTests.swift
// Stretches below a level, against every sample looked at one by one.

import TestSupport
import Testing

@testable import WaveformCore

struct QuietRunsTests {
  /// A recording, and how often it was read.
  private final class Recording {
    let channels: Int
    let samples: [Float]
    private(set) var framesRead = 0
    var length: Int { samples.count / channels }

    init(_ samples: [Float], channels: Int) {
      self.samples = samples
      self.channels = channels
    }

    func read(_ range: FrameRange) -> SampleSlice {
      framesRead += range.count
      let range = range.clamped(toLength: length)
      return SampleSlice(
        range: range, channels: channels,
        samples: Array(samples[range.lowerBound * channels..<range.upperBound * channels]))
    }

    /// - Parameter isRounded: with peaks of 16 bits, without the lower bits of the samples.
    func peaks(isRounded: Bool) -> WaveformPeaks {
      if isRounded {
        let pyramid = PeakPyramid<Int16>(channels: channels, expectedFrames: length)
        let builder = PeakBuilder(pyramid)
        samples.map { Int16(max(-32768, min(32767, ($0 * 32768).rounded(.down)))) }
          .withUnsafeBufferPointer { builder.append($0) }
        builder.finish()
        return .int16(pyramid)
      }
      let pyramid = PeakPyramid<Float>(channels: channels, expectedFrames: length)
      let builder = PeakBuilder(pyramid)
      samples.withUnsafeBufferPointer { builder.append($0) }
      builder.finish()
      return .float(pyramid)
    }

    /// Every sample is looked at.
    func runs(below limit: Float, atLeast least: Int) -> [FrameRange] {
      var runs: [FrameRange] = []
      var start: Int?
      for frame in 0...length {
        let isQuiet =
          frame < length
          && (0..<channels).allSatisfy {
            let value = samples[frame * channels + $0].magnitude
            return !(value >= limit) || value == .infinity
          }
        if isQuiet {
          start = start ?? frame
        } else if let first = start {
          if frame - first >= least { runs.append(first..<frame) }
          start = nil
        }
      }
      return runs
    }
  }

  /// Noise that changes between loud, quiet and nearly at the limit, in stretches of any length.
  private static func recording(
    _ random: inout RandomNumbers, channels: Int, frames: Int, hasGaps: Bool
  ) -> Recording {
    var samples: [Float] = []
    while samples.count < frames * channels {
      let level = [0, 0.009, 0.0099, 0.0101, 0.3, 0.9].randomElement(using: &random)!
      let count = Int.random(in: 1...[3, 40, 700, 5000].randomElement(using: &random)!, using: &random)
      for _ in 0..<count * channels {
        samples.append(Float(level * (2 * random.unit() - 1)))
      }
      if hasGaps, random.unit() < 0.1 { samples[samples.count - 1] = .nan }
      if hasGaps, random.unit() < 0.1 { samples[samples.count - 1] = -.infinity }
    }
    return Recording(Array(samples.prefix(frames * channels)), channels: channels)
  }

  @Test(
    arguments: Campaign.part(2, of: [1, 2, 3, 40, 255, 256, 511, 512, 2000, 2047, 2048, 9000]), [false, true])
  func `all runs are those of every sample looked at, from every place and both ways`(
    least: Int, isRounded: Bool
  ) {
    var random = RandomNumbers(seed: UInt64(least))
    for round in 0..<8 {
      let recording = Self.recording(
        &random, channels: 1 + round % 2, frames: [0, 1, 255, 256, 30_000, 40_961, 70_000, 90_001][round],
        hasGaps: !isRounded)
      let expected = recording.runs(below: 0.01, atLeast: least)
      let quiet = QuietRuns(
        below: 0.01, atLeast: least, in: recording.peaks(isRounded: isRounded), length: recording.length,
        isRounded: isRounded, window: [1, 5000, 1 << 19][round % 3])
      var found: [FrameRange] = []
      quiet.forEach(from: 0, reading: recording.read) {
        found.append($0)
        return true
      }
      #expect(found == expected)
      found = []
      quiet.forEachBackwards(from: recording.length, reading: recording.read) {
        found.append($0)
        return true
      }
      #expect(found == expected.reversed())
      for _ in 0..<20 where recording.length > 0 {
        let place = Int.random(in: 0...recording.length, using: &random)
        var next: FrameRange?
        quiet.forEach(from: place - 1, reading: recording.read) {
          if $0.lowerBound >= place { next = $0 }
          return next == nil
        }
        #expect(next == expected.first { $0.lowerBound >= place })
        var previous: FrameRange?
        quiet.forEachBackwards(from: place + 1, reading: recording.read) {
          if $0.upperBound <= place { previous = $0 }
          return previous == nil
        }
        #expect(previous == expected.last { $0.upperBound <= place })
      }
    }
  }

  @Test func `only the rims of long runs are read`() {
    var samples = [Float](repeating: 0.5, count: 4 << 20)
    for run in [100_001..<190_003, 1_000_100..<1_005_000, 4_000_000..<4_100_000] {
      for frame in run { samples[frame] = 0.001 }
    }
    let recording = Recording(samples, channels: 1)
    let quiet = QuietRuns(
      below: 0.01, atLeast: 24_000, in: recording.peaks(isRounded: false), length: samples.count)
    var found: [FrameRange] = []
    quiet.forEach(from: 0, reading: recording.read) {
      found.append($0)
      return true
    }
    #expect(found == [100_001..<190_003, 4_000_000..<4_100_000])
    #expect(recording.framesRead <= 40 * 256)
  }

  @Test func `an error of the reading ends the search`() {
    struct Lost: Error {}
    let recording = Recording(Array(repeating: 0.5, count: 1000), channels: 1)
    let quiet = QuietRuns(
      below: 0.01, atLeast: 10, in: recording.peaks(isRounded: false), length: recording.length)
    #expect(throws: Lost.self) {
      try quiet.forEach(from: 0, reading: { (_) throws(Lost) -> SampleSlice in throw Lost() }) { _ in true }
    }
  }
}
