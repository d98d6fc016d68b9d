// MarkListTests.swift
// The list of runs: bounded, joined without ever hiding one, stored, and read by other threads while it grows.

import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import WaveformCore

struct MarkListTests {
  private func runs(_ list: MarkList) -> [FrameRange] {
    list.reading { runs in (0..<runs.count).map { runs[$0] } }
  }

  /// Runs with gaps of all sizes.
  private func randomRuns(_ count: Int, _ random: inout RandomNumbers) -> [FrameRange] {
    var end = 0
    return (0..<count).map { _ in
      let start = end + 1 + Int.random(in: 0...(1 << Int.random(in: 0...14, using: &random)), using: &random)
      end = start + Int.random(in: 3...100, using: &random)
      return start..<end
    }
  }

  @Test func `below its limit a list is what was put in`() {
    var random = RandomNumbers(seed: 1)
    let all = randomRuns(5000, &random)
    let list = MarkList(limit: 5000)
    for (index, run) in all.enumerated() {
      list.append(run)
      if index < 200 || index % 97 == 0 { #expect(runs(list) == Array(all[...index])) }
    }
    #expect(runs(list) == all && list.foundCount == 5000 && list.joinedGap == 0)
  }

  @Test(arguments: [4, 5, 64, 1000])
  func `beyond its limit a list joins neighbours, and hides none`(limit: Int) {
    var random = RandomNumbers(seed: UInt64(limit))
    let all = randomRuns(20_000, &random)
    let list = MarkList(limit: limit)
    for (index, run) in all.enumerated() {
      list.append(run)
      guard index % 501 == 0 || index < 3 * limit && index < 300 else { continue }
      let kept = runs(list)
      let gap = list.joinedGap
      #expect(kept.count <= limit && list.foundCount == index + 1)
      // Just what joining all neighbours closer than the gap makes of everything so far.
      var joined: [FrameRange] = []
      for run in all[...index] {
        if let last = joined.last, run.lowerBound - last.upperBound < gap {
          joined[joined.count - 1] = last.lowerBound..<run.upperBound
        } else {
          joined.append(run)
        }
      }
      #expect(kept == joined, "\(index), gap \(gap)")
    }
    #expect(list.joinedGap > 0)
  }

  @Test func `a run goes on growing after neighbours were joined`() {
    let list = MarkList(limit: 4)
    for index in 0..<9 {
      list.append(index * 1000..<index * 1000 + 10)
      list.extendLast(to: index * 1000 + 20)
    }
    let kept = runs(list)
    #expect(kept.first?.lowerBound == 0 && kept.last?.upperBound == 8020)
  }

  @Test func `the next run is found from every place`() {
    var random = RandomNumbers(seed: 5)
    let all = randomRuns(300, &random)
    let list = MarkList(limit: 300)
    all.forEach(list.append)
    list.reading { runs in
      for from in stride(from: 0, to: 300, by: 7) {
        for frame in [-5] + all.indices.flatMap({ [all[$0].upperBound - 1, all[$0].upperBound] })
        where frame % 3 == 0 {
          let expected = (from..<300).first { all[$0].upperBound > frame } ?? 300
          #expect(runs.next(endingAfter: frame, from: from) == expected)
        }
      }
    }
  }

  @Test(arguments: [1, 3])
  func `readers see whole runs in their order while the list grows and is joined`(readers: Int) {
    let list = MarkList(limit: 512)
    let isDone = Atomic<Bool>(false), reads = Atomic<Int>(0), wrong = Atomic<Int>(0)
    // Plain threads: one that waits for a turn in a pool would see nothing grow.
    let group = DispatchGroup()
    for _ in 0..<readers {
      DispatchQueue(label: "reader").async(group: group) {
        while !isDone.load(ordering: .relaxed) || reads.load(ordering: .relaxed) < 100_000 {
          list.reading { runs in
            var before = -1
            for index in stride(from: 0, to: runs.count, by: 1 + runs.count / 50) {
              let run = runs[index]
              // They begin at each thousand, and end before the next one, or where another one ends.
              if run.lowerBound % 1000 != 0 || run.lowerBound <= before || !(1..<900 ~= run.upperBound % 1000)
              {
                wrong.add(1, ordering: .relaxed)
              }
              before = run.upperBound
              reads.add(1, ordering: .relaxed)
            }
          }
        }
      }
    }
    for index in 0..<20_000 {
      list.append(index * 1000..<index * 1000 + 3)
      for end in 4..<(index % 40 + 4) { list.extendLast(to: index * 1000 + end) }
    }
    isDone.store(true, ordering: .relaxed)
    group.wait()
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(list.joinedGap > 0 && list.foundCount == 20_000)
  }

  // MARK: Columns

  /// What is marked in a column, from its own frames.
  private func brute(_ runs: [[FrameRange]], _ frames: FrameRange) -> ColumnMarks {
    var marks: ColumnMarks = []
    for kind in MarkKind.allCases where runs[kind.rawValue].contains(where: { $0.overlaps(frames) }) {
      marks.insert(ColumnMarks(kind))
    }
    if runs[2].contains(where: { $0.overlaps(frames) && $0.count < 2 * frames.count }) {
      marks.insert(.brief)
    }
    return marks
  }

  @Test func `every column of every zoom shows what lies in it`() {
    var random = RandomNumbers(seed: 8)
    let frames = 9000
    let samples = random.clippedAndSilent(frames: frames, channels: 2)
    let pyramid = PeakPyramid.built(from: samples, channels: 2)
    for channel in 0..<2 {
      let runs = MarkKind.allCases.map { bruteRuns(samples, channels: 2, channel: channel, $0) }
      for framesPerPixel in [1.0 / 64, 0.3, 1, 1.5, 7, 63.9, 256, 300.25, 2000, 9000, 1e6] {
        let grid = PixelGrid(framesPerPixel: framesPerPixel)
        let last = min(40_000, Int(9000 / framesPerPixel) + 3)
        let columns = pyramid.marks.columns(
          channel: channel, grid: grid, first: -2, count: last + 2, length: frames)
        #expect(columns.count == last + 2)
        for column in -2..<last where column < 5000 || column % 7 == 0 {
          var covered = grid.frames(ofPixel: column)
          if covered.isEmpty { covered = covered.lowerBound - 1..<covered.lowerBound }
          covered = covered.clamped(toLength: frames)
          let expected = covered.isEmpty ? [] : brute(runs, covered)
          guard columns[column + 2] == expected else {
            Issue.record("\(framesPerPixel): column \(column) is \(columns[column + 2]), not \(expected)")
            return
          }
        }
      }
    }
  }

  @Test func `joined lists mark the same columns at zooms as coarse as the join, and never fewer`() {
    var random = RandomNumbers(seed: 21)
    let marks = PeakMarks(channels: 1, limit: 200)
    let all = randomRuns(3000, &random)
    let length = all.last!.upperBound + 100
    for run in all { marks.append(run, toList: 0) }
    let gap = marks.stored[0].joinedGap
    #expect(gap > 64)
    for framesPerPixel in [3.0, Double(gap) / 2, Double(gap), Double(gap) * 1.7, Double(gap) * 30] {
      let grid = PixelGrid(framesPerPixel: framesPerPixel)
      let count = Int(Double(length) / framesPerPixel) + 1
      let columns = marks.columns(channel: 0, grid: grid, first: 0, count: count, length: length)
      var isHit = [Bool](repeating: false, count: count)
      for run in all {
        for column in grid.pixel(ofFrame: run.lowerBound)...grid.pixel(ofFrame: run.upperBound - 1) {
          isHit[column] = true
        }
      }
      for column in 0..<count {
        let isMarked = columns[column].contains(.clippedHigh)
        #expect(isMarked || !isHit[column], "\(framesPerPixel): \(column) is hidden")
        if framesPerPixel >= Double(gap) {
          #expect(isMarked == isHit[column], "\(framesPerPixel): \(column)")
        }
      }
    }
  }

  @Test func `nothing is marked beyond what can be drawn, and nothing costs nothing`() {
    let pyramid = PeakPyramid.built(from: [Int16](repeating: 0, count: 1000), channels: 1)
    let grid = PixelGrid(framesPerPixel: 10)
    let columns = pyramid.marks.columns(channel: 0, grid: grid, first: 0, count: 100, length: 500)
    #expect(columns == (0..<100).map { $0 < 50 ? .silent : [] })
    #expect(pyramid.marks.columns(channel: 0, grid: grid, first: 100, count: 50, length: 1000) == [])
    #expect(pyramid.marks.columns(channel: 0, grid: grid, first: -50, count: 50, length: 1000) == [])
    #expect(pyramid.marks.count(.silent) == 1 && pyramid.marks.count(.clippedLow) == 0)
  }

  // MARK: Storing

  @Test func `stored marks come back`() {
    var random = RandomNumbers(seed: 17)
    let samples = random.clippedAndSilent(frames: 30_000, channels: 3)
    let marks = PeakPyramid.built(from: samples, channels: 3).marks
    let copy = PeakMarks(channels: 3)
    #expect(copy.restore(marks.stored, length: 30_000))
    #expect(copy.allRuns == marks.allRuns && copy.stored == marks.stored && copy.settledFrames == 30_000)
    for kind in MarkKind.allCases { #expect(copy.count(kind) == marks.count(kind) && copy.count(kind) > 0) }
  }

  @Test func `marks that no recording has are not taken`() {
    func isTaken(
      _ runs: [FrameRange], number: Int = 1, found: Int? = nil, joinedGap: Int = 0, before: Int? = nil
    ) -> Bool {
      let list = PeakMarks.StoredList(
        number: number, runs: runs, found: found ?? runs.count, joinedGap: joinedGap)
      let first = before.map { PeakMarks.StoredList(number: $0, runs: [0..<3], found: 1, joinedGap: 0) }
      return PeakMarks(channels: 2, limit: 4).restore([first, list].compactMap(\.self), length: 1000)
    }
    #expect(isTaken([0..<3, 5..<1000]) && isTaken([0..<3], found: 9, joinedGap: 64, before: 0))
    #expect(!isTaken([]) && !isTaken([5..<5]) && !isTaken([0..<1001]) && !isTaken([-1..<4]))
    #expect(!isTaken([0..<3, 3..<9]) && !isTaken([0..<3, 2..<9]) && !isTaken([10..<13, 0..<3]))
    #expect(!isTaken([0..<3], number: 6) && !isTaken([0..<3], number: -1) && !isTaken([0..<3], before: 1))
    #expect(!isTaken([0..<3], found: 0) && !isTaken([0..<3], joinedGap: -1))
    #expect(!isTaken((0..<5).map { $0 * 10..<$0 * 10 + 3 }), "more than fit")
  }
}
