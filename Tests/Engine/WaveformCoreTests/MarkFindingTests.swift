// MarkFindingTests.swift
// Clipping and digital silence against brute force: every place, every length, every way of cutting a recording.

import TestSupport
import Testing

@testable import WaveformCore

struct MarkFindingTests {
  /// What a pyramid of these samples has marked, list by list.
  private func found<Sample: PeakSample>(
    _ samples: [Sample], channels: Int = 1, blockSizes: [Int] = [4096]
  ) -> [[FrameRange]] {
    let pyramid = PeakPyramid.built(from: samples, channels: channels, blockSizes: blockSizes)
    #expect(pyramid.marks.settledFrames == samples.count / channels)
    return pyramid.marks.allRuns
  }

  @Test func `a run is found at every place and of every length`() {
    // Around the edges of what is reduced at once, at the very beginning and at the very end.
    let frames = 600
    var wrong: [String] = []
    for (value, kind) in [
      (Int16.max, MarkKind.clippedHigh), (.min, .clippedLow), (-32_767, .clippedLow), (0, .silent),
    ] {
      for length in [1, 2, 3, 4, 63, 64, 65, 130, 300] {
        for start in 0...frames - length {
          var samples = [Int16](repeating: 99, count: frames)
          for frame in start..<start + length { samples[frame] = value }
          let lists = found(samples, blockSizes: [frames])
          let expected = length >= kind.fewestFrames ? [start..<start + length] : []
          if lists[kind.rawValue] != expected || lists.count(where: { !$0.isEmpty }) != expected.count {
            wrong.append("\(kind), \(length) frames at \(start): \(lists)")
          }
        }
      }
    }
    #expect(wrong == [])
  }

  @Test func `no block size changes a mark`() {
    var random = RandomNumbers(seed: 3)
    let samples = random.clippedAndSilent(frames: 2100, channels: 1)
    let expected = bruteRuns(samples, channels: 1)
    #expect(expected.allSatisfy { $0.count > 3 })
    let floats = samples.map { Float($0) / 32768 }
    for size in 1...1025 {
      #expect(found(samples, blockSizes: [size]) == expected, "\(size)")
      #expect(found(floats, blockSizes: [size]) == expected, "\(size)")
    }
  }

  @Test(arguments: 1...9)
  func `marks of all channels are those of brute force`(channels: Int) {
    var random = RandomNumbers(seed: UInt64(channels))
    for frames in [1, 2, 3, 63, 64, 65, 255, 256, 257, 9001, 40_000] {
      let samples = random.clippedAndSilent(frames: frames, channels: channels)
      let expected = bruteRuns(samples, channels: channels)
      for _ in 0..<3 {
        let sizes = (0..<20).map { _ in Int.random(in: 1...3000, using: &random) }
        #expect(
          found(samples, channels: channels, blockSizes: sizes) == expected, "\(frames) frames, \(sizes)")
      }
      let floats = samples.map { Float($0) / 32768 * ($0 == .max ? 1.3 : 1) }
      #expect(found(floats, channels: channels) == expected, "\(frames) frames of Float")
    }
  }

  @Test func `tiny recordings, every one of three levels`() {
    // All recordings of up to eight samples at full scale, at the other end, or neither.
    for frames in 0...8 {
      for number in 0..<Int(exactly: [1, 3, 9, 27, 81, 243, 729, 2187, 6561][frames])! {
        var left = number
        let samples = (0..<frames).map { _ in
          defer { left /= 3 }
          return [Int16.max, .min, 5][left % 3]
        }
        guard found(samples) == bruteRuns(samples, channels: 1) else {
          Issue.record("\(samples)")
          return
        }
      }
    }
  }

  @Test func `what is no number is neither clipped nor silent, and ends a run`() {
    var samples = [Float](repeating: 1, count: 20) + [Float](repeating: 0, count: 200)
    samples[5] = .infinity
    samples[12] = .nan
    samples[100] = .nan
    let expected: [[FrameRange]] = [[0..<5, 6..<12, 13..<20], [], [20..<100, 101..<220]]
    #expect(found(samples) == expected)
    #expect(found(samples.map { -$0 }) == [[], expected[0], expected[2]])
    #expect(found([Float](repeating: .infinity, count: 1000)) == [[], [], []])
    #expect(found([Float](repeating: .nan, count: 1000)) == [[], [], []])
  }

  @Test func `parts that others reduced make the same marks`() {
    var random = RandomNumbers(seed: 12)
    for channels in 1...3 {
      let samples = random.clippedAndSilent(frames: 256 * 90 + 100, channels: channels)
      let expected = bruteRuns(samples, channels: channels)
      for _ in 0..<20 {
        let pyramid = PeakPyramid<Int16>(channels: channels)
        let builder = PeakBuilder(pyramid)
        samples.withUnsafeBufferPointer { samples in
          var run = 0
          while run < 90 {
            let count = min(Int.random(in: 1...20, using: &random), 90 - run)
            let from = samples.baseAddress! + run * 256 * channels
            var sums = [PeakSums<Int16>](repeating: PeakSums(), count: count * channels)
            var marks: [FoundMark] = []
            _ = PeakBuilder.reduce(from, runs: count, channels: channels, into: &sums, found: &marks)
            builder.append(runs: sums, count: count, nonFinite: 0, marks: marks)
            run += count
          }
          builder.append(UnsafeBufferPointer(rebasing: samples[(run * 256 * channels)...]))
        }
        builder.finish()
        #expect(pyramid.marks.allRuns == expected)
      }
    }
  }

  @Test func `what is settled stays as it is`() {
    var random = RandomNumbers(seed: 31)
    let samples = random.clippedAndSilent(frames: 30_000, channels: 2)
    let expected = bruteRuns(samples, channels: 2)
    let pyramid = PeakPyramid<Int16>(channels: 2)
    let builder = PeakBuilder(pyramid)
    var settled = 0
    var position = 0
    var waited = 0
    samples.withUnsafeBufferPointer { samples in
      while position < 30_000 {
        let count = min(Int.random(in: 1...700, using: &random), 30_000 - position)
        builder.append(UnsafeBufferPointer(rebasing: samples[position * 2..<(position + count) * 2]))
        position += count
        let now = pyramid.marks.settledFrames
        #expect(now >= settled && now <= pyramid.framesRead)
        if now < pyramid.framesRead { waited += 1 }
        settled = now
        let known = pyramid.marks.allRuns.map { list in
          list.filter { $0.lowerBound < settled }.map { $0.clamped(to: 0..<settled) }
        }
        let right = expected.map { list in
          list.filter { $0.lowerBound < settled }.map { $0.clamped(to: 0..<settled) }
        }
        #expect(known == right, "\(settled) frames")
      }
    }
    #expect(waited > 0, "nothing was ever unsettled")
  }

  @Test(arguments: [[MarkKind.clippedHigh, .clippedLow], [.silent]])
  func `the next place and the one before are those of brute force`(kinds: [MarkKind]) {
    var random = RandomNumbers(seed: 16)
    let channels = 3
    let samples = random.clippedAndSilent(frames: 20_000, channels: channels)
    let marks = PeakPyramid.built(from: samples, channels: channels, blockSizes: [4096]).marks
    // What overlaps in any channel is one place.
    let lists = bruteRuns(samples, channels: channels)
    let runs = lists.indices.filter { kinds.contains(PeakMarks.kind(ofList: $0)) }.flatMap { lists[$0] }
      .sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    func place(around run: FrameRange) -> FrameRange {
      var place = run
      while true {
        let wider = runs.filter { $0.overlaps(place) }.reduce(place) {
          min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
        }
        if wider == place { return place }
        place = wider
      }
    }
    #expect(runs.count > 100)
    for _ in 0..<500 {
      let frame = Int.random(in: -10...20_010, using: &random)
      let next = runs.first { $0.lowerBound >= frame }.map(place)
      let last = runs.filter { $0.upperBound <= frame }.max { $0.upperBound < $1.upperBound }.map(place)
      #expect(marks.place(of: kinds, beside: frame, isForward: true) == next)
      #expect(marks.place(of: kinds, beside: frame, isForward: false) == last)
    }
  }
}
