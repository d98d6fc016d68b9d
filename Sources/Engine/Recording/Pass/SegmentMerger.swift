// SegmentMerger.swift
// Joins what several threads have reduced: hands out the stretches of a recording, and gives their parts to the taker
// strictly in order. So the result is the same as with one thread, and what can be drawn is always the beginning of the
// recording. Shared by all reading threads; everything is under one lock.

import HostIO
import WaveformCore

/// A stretch of a recording: whole runs.
struct Segment: Equatable, Sendable {
  /// Counted from 0.
  let index: Int
  let frames: FrameRange
}

/// The segments of a recording, and their order.
///
/// Sound: all mutable state is touched only inside the monitor, and so is the taker's `append` until `finish` returns.
final class SegmentMerger<Taker: RecordingTaker>: @unchecked Sendable {
  typealias Sample = Taker.Sample

  enum Turn {
    case read(Segment)
    /// Another thread has continued from the position of this one; the samples that it got there.
    case compare([Sample])
    /// No work is left.
    case end
  }

  private struct Pending {
    var parts: [(part: Taker.Part, frames: Int)] = []
    /// Samples after the last whole run of a segment that ended early.
    var rest: [Sample] = []
    var isComplete = false
    var endsHere = false
    /// True once its beginning is known to equal what the segment before leads to.
    var isJoined: Bool
    /// The first samples, which the thread of the segment before compares with its own.
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
  ///   - length: frames to divide: whole runs.
  ///   - workers: threads that will take segments.
  ///   - mustBeChecked: true when a segment after a jump counts only after `join`.
  ///   - progressed: called under the lock with the number of frames that have been folded.
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

  /// True when no further segment is needed.
  var isOver: Bool { monitor.withLock { _ in isStopped } }

  /// The next work of a thread whose reader is at `position`; waits while the other threads are too far behind.
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

  /// Keeps the first samples of a segment.
  func set(head: [Sample], of segment: Segment) {
    monitor.withLock { _ in
      pending[segment.index]?.head = head
    }
  }

  /// Adds the next part of a segment, and folds all parts that are next in order.
  func append(_ part: Taker.Part, frames: Int, to segment: Segment, isComplete: Bool) {
    monitor.withLock { _ in
      guard isOpen(segment) else { return }
      pending[segment.index]!.parts.append((part, frames))
      if isComplete { pending[segment.index]!.isComplete = true }
      fold()
    }
  }

  /// Inside the lock. False when the division ends in this segment: later parts of it are dropped.
  private func isOpen(_ segment: Segment) -> Bool { pending[segment.index]?.endsHere == false }

  /// Confirms that the segment after `segment` begins correctly.
  func join(after segment: Segment) {
    monitor.withLock { _ in
      pending[segment.index + 1]?.isJoined = true
      fold()
    }
  }

  /// Ends the division in the middle of a segment: no samples after `rest` are taken from any thread.
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

  /// Ends the division between two segments, because the samples after a jump differ from those of the thread that read
  /// up to there.
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

  /// Cancels all work at once.
  func cancel() {
    monitor.withLock { _ in
      isStopped = true
    }
  }

  /// Waits until all parts that count have been folded.
  ///
  /// - Returns: the thread whose decoder continues from there, the frames that were folded, and false when a jump has
  ///   led to a wrong place. The taker belongs to the caller again.
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
