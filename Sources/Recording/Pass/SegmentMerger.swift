// SegmentMerger.swift
// Puts together what several threads have reduced: hands out the stretches of a recording, and gives their parts to
// the taker strictly in order, so that the outcome is that of one thread and what can be drawn is always the
// beginning of the recording. Shared by all threads that read; everything is under one lock.

import HostIO
import WaveformCore

/// A stretch of a recording: whole runs.
struct Segment: Equatable, Sendable {
  /// Counted from 0.
  let index: Int
  let frames: FrameRange
}

/// The segments of a recording, and whose turn it is.
///
/// Sound: all that varies is touched only inside the monitor; the taker's `append` as well, until `finish` returns.
final class SegmentMerger<Taker: RecordingTaker>: @unchecked Sendable {
  typealias Sample = Taker.Sample

  enum Turn {
    case read(Segment)
    /// Another thread has gone on from where this one stands; what it found there.
    case compare([Sample])
    /// There is nothing left to do.
    case end
  }

  private struct Pending {
    var parts: [(part: Taker.Part, frames: Int)] = []
    /// Samples after the last whole run of a segment that ended early.
    var rest: [Sample] = []
    var isComplete = false
    var endsHere = false
    /// True as soon as what it begins with is known to be what the segment before leads to.
    var isJoined: Bool
    /// The first samples, for the thread before to compare with what it comes to.
    var head: [Sample]?
    var worker: Int
  }

  private let monitor = Monitor(())
  private let taker: Taker
  private let channels: Int
  private let length: Int
  private let ahead: Int
  private let framesOfSegment: (Int) -> Int
  private let mustBeChecked: Bool
  private let progressed: (Int) -> Void
  private var pending: [Int: Pending] = [:]
  private var next = Segment(index: 0, frames: 0..<0)
  private var folding = 0
  private var foldedFrames = 0
  private var isStopped = false
  private var lastWorker = 0
  private var jumpsWereExact = true

  /// - Parameters:
  ///   - length: frames that are divided: whole runs.
  ///   - workers: threads that will take segments.
  ///   - mustBeChecked: true when a segment that was jumped to counts only after `join`.
  ///   - progressed: called under the lock with the frames that have been folded.
  init(
    _ taker: Taker, channels: Int, length: Int, workers: Int, mustBeChecked: Bool,
    framesOfSegment: @escaping (Int) -> Int, progressed: @escaping (Int) -> Void
  ) {
    self.taker = taker
    self.channels = channels
    self.length = length
    ahead = workers + 1
    self.mustBeChecked = mustBeChecked
    self.framesOfSegment = framesOfSegment
    self.progressed = progressed
    next = Segment(index: 0, frames: 0..<Swift.min(length, framesOfSegment(0)))
  }

  /// True when nobody needs any further segment.
  var isOver: Bool { monitor.withLock { _ in isStopped } }

  /// What a thread does next that stands at `position`; waits while the others are too far behind.
  ///
  /// - Parameter after: the segment that this thread has just read to its end; nil when it has nothing to compare.
  func turn(of worker: Int, position: Int, after: Segment?) -> Turn {
    monitor.wait { _ in
      if isStopped { return .end }
      if let after, let following = pending[after.index + 1], !following.isJoined {
        return following.head.map { .compare($0) }
      }
      if next.frames.isEmpty { return .end }
      return next.index < folding + ahead ? .read(hand(next, to: worker, position: position)) : nil
    }
  }

  /// Inside the lock.
  private func hand(_ segment: Segment, to worker: Int, position: Int) -> Segment {
    let joins = !mustBeChecked || position == segment.frames.lowerBound
    pending[segment.index] = Pending(isJoined: joins, worker: worker)
    let end = segment.frames.upperBound
    next = Segment(
      index: segment.index + 1, frames: end..<Swift.min(length, end + framesOfSegment(segment.index + 1)))
    return segment
  }

  /// Remembers what a segment begins with.
  func set(head: [Sample], of segment: Segment) {
    monitor.withLock { _ in
      pending[segment.index]?.head = head
    }
  }

  /// Takes in the next part of a segment, and folds everything whose turn it is.
  func append(_ part: Taker.Part, frames: Int, to segment: Segment, isComplete: Bool) {
    monitor.withLock { _ in
      guard isOpen(segment) else { return }
      pending[segment.index]!.parts.append((part, frames))
      if isComplete { pending[segment.index]!.isComplete = true }
      fold()
    }
  }

  /// Inside the lock. False when the division ends in this segment: what other threads still read of it is dropped.
  private func isOpen(_ segment: Segment) -> Bool { pending[segment.index]?.endsHere == false }

  /// Says that the segment after `segment` begins as it should.
  func join(after segment: Segment) {
    monitor.withLock { _ in
      pending[segment.index + 1]?.isJoined = true
      fold()
    }
  }

  /// Ends the division in the middle of a segment: what comes after `rest` is not taken from anybody.
  ///
  /// - Parameters:
  ///   - rest: samples after the last part that was appended.
  func end(in segment: Segment, rest: [Sample], worker: Int) {
    monitor.withLock { _ in
      guard isOpen(segment) else { return }
      pending[segment.index]!.rest = rest
      pending[segment.index]!.endsHere = true
      pending[segment.index]!.worker = worker
      fold()
    }
  }

  /// Ends the division between two segments, because what was found after a jump is not what leads there.
  ///
  /// - Parameter rest: samples that follow `segment`, from the thread that read it.
  func end(after segment: Segment, rest: [Sample], worker: Int) {
    monitor.withLock { _ in
      var cut = Pending(isJoined: true, worker: worker)
      cut.rest = rest
      cut.endsHere = true
      pending[segment.index + 1] = cut
      jumpsWereExact = false
      fold()
    }
  }

  /// Ends everything at once, because nobody wants it any more.
  func cancel() {
    monitor.withLock { _ in
      isStopped = true
    }
  }

  /// Waits until everything has been folded that will be.
  ///
  /// - Returns: the thread whose decoder goes on from there, the frames that were folded, and false when a jump
  ///   had led elsewhere. What was appended to belongs to the caller again.
  func finish() -> (worker: Int, frames: Int, jumpsWereExact: Bool) {
    monitor.wait { _ in isStopped ? (lastWorker, foldedFrames, jumpsWereExact) : nil }
  }

  /// Inside the lock.
  private func fold() {
    let before = foldedFrames
    while !isStopped, let segment = pending[folding], segment.isJoined {
      for (part, frames) in segment.parts {
        taker.append(part)
        foldedFrames += frames
      }
      pending[folding]!.parts = []
      lastWorker = segment.worker
      if segment.endsHere {
        segment.rest.withUnsafeBufferPointer { taker.append(samples: $0) }
        foldedFrames += segment.rest.count / channels
        isStopped = true
      } else if segment.isComplete {
        pending[folding] = nil
        folding += 1
        if foldedFrames == length { isStopped = true }
      } else {
        break
      }
    }
    if foldedFrames > before { progressed(foldedFrames) }
  }
}
