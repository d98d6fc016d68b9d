// PeakThreadTests.swift
// One thread writes peaks while others read them: real threads and long runs, so that ThreadSanitizer has
// something to look at (`swift test --sanitize=thread --filter PeakThreadTests`).

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import WaveformCore

struct PeakThreadTests {
  /// Bins that are written: enough to give up two levels of a pyramid of 1 MiB.
  static let bins = 120_000

  @Test(arguments: [1, 3])
  func `readers see only what is whole and right while levels are given up`(readers: Int) {
    let budget = 1 << 20
    let pyramid = PeakPyramid<Mark>(channels: 2, budget: budget)
    let run = Run()
    for number in 0..<readers {
      run.start { stop in
        var random = RandomNumbers(seed: UInt64(number))
        var counts = Reads()
        while !stop() || counts.reads * readers < (Campaign.isWanted ? 1_000_000 : 200_000) {
          guard counts.readSome(pyramid, &random) else { break }
          run.rounds.wrappingAdd(1, ordering: .relaxed)
        }
        return counts
      }
    }
    // The writer; blocks of all sizes, and nothing else to wait for.
    run.start { _ in
      var random = RandomNumbers(seed: 77)
      var writer = MarkWriter(PeakBuilder(pyramid))
      var counts = Reads()
      while writer.bins < Self.bins {
        if writer.bins % 16 == 0 { run.waitForReaders() }
        writer.append(bins: min(Int.random(in: 1...64, using: &random), Self.bins - writer.bins))
        if pyramid.byteCount > budget {
          counts.wrong = "\(pyramid.byteCount) bytes after \(writer.bins) bins"
        }
      }
      writer.builder.finish()
      run.finishWriting()
      return counts
    }
    let counts = run.results()
    #expect(counts.compactMap(\.wrong) == [])
    #expect(counts.map(\.reads).reduce(0, +) >= 1_000_000)
    #expect(counts.contains { $0.finestSeen.count > 1 }, "no reader saw a level being given up")
    #expect(pyramid.finestLevel == 2 && pyramid.isComplete)
    #expect(pyramid.byteCount <= budget)
  }

  @Test func `integers that are being read are those of the finished recording`() {
    var random = RandomNumbers(seed: 4)
    let samples = random.int16Noise(2 * 200_000)
    let finished = PeakPyramid.built(from: samples, channels: 2)
    let pyramid = PeakPyramid<Int16>(channels: 2)
    let run = Run()
    run.start { stop in
      var random = RandomNumbers(seed: 8)
      var counts = Reads()
      while !stop() {
        let frames = pyramid.framesRead
        for level in 0..<5 {
          let count = pyramid.levels[level].count
          // What framesRead promised before can be read, at every level.
          if count < frames / pyramid.framesPerBin(ofLevel: level) {
            counts.wrong = "\(count) of level \(level)"
          }
          guard count > 0 else { break }
          for _ in 0..<20 {
            let index = Int.random(in: 0..<count, using: &random)
            let bin = pyramid.levels[level].bin(at: index, channel: 1)
            if bin != finished.levels[level].bin(at: index, channel: 1) {
              counts.wrong = "\(bin) at \(index)"
            }
            counts.reads += 1
          }
        }
        run.rounds.wrappingAdd(1, ordering: .relaxed)
      }
      return counts
    }
    run.start { _ in
      let builder = PeakBuilder(pyramid)
      samples.withUnsafeBufferPointer { samples in
        for (turn, start) in stride(from: 0, to: samples.count, by: 74).enumerated() {
          // However fast it writes, it is looked at while it does.
          if turn.isMultiple(of: 10) { run.waitForReaders() }
          builder.append(UnsafeBufferPointer(rebasing: samples[start..<min(start + 74, samples.count)]))
        }
      }
      builder.finish()
      run.finishWriting()
      return Reads()
    }
    let counts = run.results()
    #expect(counts.compactMap(\.wrong) == [])
    #expect(counts.map(\.reads).reduce(0, +) > 1000)
    #expect(pyramid.bits == finished.bits)
  }
}

/// What a thread read, and the first thing that was wrong.
private struct Reads {
  var reads = 0
  var finestSeen: Set<Int> = []
  var wrong: String?

  /// Reads random bins of every level, and a few columns. False when something was wrong.
  mutating func readSome(_ pyramid: PeakPyramid<Mark>, _ random: inout RandomNumbers) -> Bool {
    let channel = Int(random.next() & 1)
    pyramid.reading { finest in
      finestSeen.insert(finest)
      for level in finest..<finest + 6 {
        let count = pyramid.levels[level].count
        if count == 0 { break }
        for turn in 0..<8 {
          // The last one more often than the others: it has just been written.
          let index = turn < 2 ? count - 1 - turn * (count - 1) : Int(random.next() % UInt64(count))
          let bin = pyramid.levels[level].bin(at: index, channel: channel)
          reads += 1
          guard
            isRight(bin, at: index, level: level, channel: channel, of: PeakThreadTests.bins)
              || pyramid.isComplete
          else {
            wrong = "level \(level), bin \(index) of \(count): \(bin)"
            return
          }
        }
      }
    }
    if random.next() & 15 == 0 {
      let frames = pyramid.framesRead
      let columns = pyramid.columns(
        channel: channel, grid: PixelGrid(framesPerPixel: Double(max(frames, 1)) / 20), first: 0, count: 20)
      // From left to right without a hole; all of it, but for what a level that was given up meanwhile took.
      for column in 1..<20 where frames > 1 << 20 && channel == 0 {
        if columns.isEmpty(at: column), column < 19 { wrong = "column \(column) of 20 is empty" }
        if !columns.isEmpty(at: column), columns.low[column] != columns.high[column - 1] + 1 {
          wrong = "column \(column) begins at \(columns.low[column]) after \(columns.high[column - 1])"
        }
      }
    }
    return wrong == nil
  }
}

/// Threads of one test. Plain locks of the system: ThreadSanitizer does not see those of Synchronization.
private final class Run: @unchecked Sendable {
  /// How often a reader looked at every level.
  let rounds = Atomic<Int>(0)
  private let stopped = Atomic<Bool>(false)
  private let changed = NSCondition()
  private var running = 0
  private var collected: [Reads] = []

  func start(_ body: @escaping @Sendable (_ stop: () -> Bool) -> Reads) {
    changed.withLock { running += 1 }
    let thread = Thread { [self] in
      let result = body { self.stopped.load(ordering: .relaxed) }
      changed.withLock {
        collected.append(result)
        running -= 1
        changed.signal()
      }
    }
    thread.start()
  }

  /// Until a reader has looked once more, or has had long enough for it.
  func waitForReaders() {
    let seen = rounds.load(ordering: .relaxed)
    for _ in 0..<10_000 where rounds.load(ordering: .relaxed) == seen { sched_yield() }
  }

  /// Readers may stop once they have read enough.
  func finishWriting() { stopped.store(true, ordering: .relaxed) }

  /// Waits for all threads.
  func results() -> [Reads] {
    changed.withLock {
      while running > 0 { changed.wait() }
      return collected
    }
  }
}
