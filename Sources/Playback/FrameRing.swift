// FrameRing.swift
// A queue of frames between the engine's thread, which writes, and an output's, which reads.
// Sound without a lock: each of the two counts is stored by one thread only, after (release) it has written or read
// the samples that it gives away, and the other thread loads it (acquire) before it touches them. The memory is
// taken once and never moves.

import Synchronization

/// A ring of interleaved frames: one writer, one reader, nobody waits.
final class FrameRing: @unchecked Sendable {
  let channels: Int
  /// Frames that fit.
  let capacity: Int
  private let samples: UnsafeMutablePointer<Float>
  private let written = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)

  init(capacity: Int, channels: Int) {
    self.capacity = capacity
    self.channels = channels
    samples = .allocate(capacity: capacity * channels)
    samples.initialize(repeating: 0, count: capacity * channels)
  }

  deinit { samples.deallocate() }

  /// Frames that were written, and read, since the beginning.
  var writtenCount: Int { written.load(ordering: .acquiring) }
  var takenCount: Int { taken.load(ordering: .acquiring) }
  /// Frames that can be read; at least, when the writer asks at most.
  var available: Int { max(0, written.load(ordering: .acquiring) - taken.load(ordering: .acquiring)) }
  /// Frames that can be written.
  var free: Int { capacity - available }

  /// Writes as many of the frames as fit. The writer's.
  ///
  /// - Returns: how many frames those were.
  func write(_ frames: UnsafeBufferPointer<Float>) -> Int {
    let end = written.load(ordering: .relaxed)
    let count = min(frames.count / channels, capacity - (end - taken.load(ordering: .acquiring)))
    guard count > 0, let source = frames.baseAddress else { return 0 }
    let place = end % capacity
    let first = min(count, capacity - place)
    samples.advanced(by: place * channels).update(from: source, count: first * channels)
    samples.update(from: source.advanced(by: first * channels), count: (count - first) * channels)
    written.store(end + count, ordering: .releasing)
    return count
  }

  /// Reads as many frames as there are and fit into `buffer`. The reader's.
  ///
  /// - Returns: how many frames those were; the rest of `buffer` is as it was.
  func read(into buffer: UnsafeMutableBufferPointer<Float>) -> Int {
    let start = taken.load(ordering: .relaxed)
    let count = min(buffer.count / channels, written.load(ordering: .acquiring) - start)
    guard count > 0, let target = buffer.baseAddress else { return 0 }
    let place = start % capacity
    let first = min(count, capacity - place)
    target.update(from: samples.advanced(by: place * channels), count: first * channels)
    target.advanced(by: first * channels).update(from: samples, count: (count - first) * channels)
    taken.store(start + count, ordering: .releasing)
    return count
  }
}
