// SegmentMergerTests.swift
// Whose samples count when several threads meet in an unlucky order: every order is played by hand.

import Testing
import WaveformCore

@testable import Recording

/// Remembers what was taken in: parts by the first sample of each, samples at the end one by one.
private final class Taken: RecordingTaker {
  typealias Sample = Int16
  let framesPerRun = 1
  private(set) var values: [Int16] = []

  func reduce(_ samples: UnsafePointer<Int16>, runs: Int, from frame: Int) -> [Int16] {
    (0..<runs).map { samples[$0] }
  }
  func append(_ part: [Int16]) { values += part }
  func append(samples: UnsafeBufferPointer<Int16>) { values += samples }
  func finish() {}
  let nonFiniteSamples = 0
}

@Suite struct `Segments that are folded` {
  private static let size = 4

  private let taken = Taken()
  private let fold: SegmentMerger<Taken>

  init() {
    fold = SegmentMerger(
      taken, channels: 1, length: 5 * Self.size, workers: 3, mustBeChecked: true,
      framesOfSegment: { _ in Self.size }, progressed: { _ in })
  }

  private func segment(of worker: Int, position: Int = .max, after: Segment? = nil) throws -> Segment {
    guard case .read(let segment) = fold.turn(of: worker, position: position, after: after) else {
      throw NotToRead()
    }
    return segment
  }

  private struct NotToRead: Error {}

  private func samples(_ segment: Segment, plus error: Int16 = 0) -> [Int16] {
    segment.frames.map { Int16($0) + error }
  }

  private func append(_ values: [Int16], to segment: Segment) {
    fold.append(values, frames: values.count, to: segment, isComplete: true)
  }

  @Test(arguments: [false, true])
  func `what was found after a wrong jump counts for nothing, whenever it comes`(endsEarly: Bool) throws {
    let first = try segment(of: 0, position: 0), second = try segment(of: 1), third = try segment(of: 2)
    // The second one is not known to begin as the first one ends, so nothing can be folded but the first.
    fold.set(head: samples(second), of: second)
    append(samples(second), to: second)
    // The third thread has jumped elsewhere; the second finds that out before the third is done.
    fold.set(head: samples(third, plus: 100), of: third)
    guard case .compare = fold.turn(of: 1, position: second.frames.upperBound, after: second) else {
      throw NotToRead()
    }
    fold.end(after: second, rest: [8, 9], worker: 1)
    if endsEarly {
      fold.end(in: third, rest: [77], worker: 2)
    } else {
      append(samples(third, plus: 100), to: third)
    }
    append(samples(first), to: first)
    fold.join(after: first)
    let end = fold.finish()
    #expect(taken.values == Array(0..<10))
    #expect(end.worker == 1 && end.frames == 10 && !end.jumpsWereExact)
  }

  @Test func `segments that follow each other are folded in their order`() throws {
    let first = try segment(of: 0, position: 0), second = try segment(of: 1)
    fold.set(head: samples(second), of: second)
    append(samples(second), to: second)
    append(samples(first), to: first)
    #expect(taken.values == Array(0..<4), "not before it is joined")
    fold.join(after: first)
    #expect(taken.values == Array(0..<8))
  }
}
