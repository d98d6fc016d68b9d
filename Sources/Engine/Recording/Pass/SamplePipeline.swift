// SamplePipeline.swift
// Lets the decoder fill one buffer while the taker works on those before it. The reader's thread owns the pipeline and
// the buffer that it fills; the second thread owns the taker and the buffers that it was given. Blocks are taken in
// order, one at a time, so the result is the same as with one thread.
//
// The second thread waits only for the reader's thread and ends when that one tells it to. Both are detached: a reader
// that hangs in a dead network share leaks only its own memory.

import Dispatch
import HostIO
import WaveformCore

/// A ring of buffers, and the thread that hands them to a taker.
final class SamplePipeline<Taker: RecordingTaker> {
  typealias Sample = Taker.Sample

  /// Blocks that are taken on the reader's thread, because short recordings need no second thread.
  private static var blocksAlone: Int { 8 }
  private static var bufferCount: Int { 2 }

  private let work: Work
  private var turn = 0
  private var blocks = 0
  private var isRunning = false
  /// True while the current buffer has been taken from the free ones.
  private var holdsBuffer = false

  init(_ taker: Taker) { work = Work(taker, bufferCount: Self.bufferCount) }

  deinit { finish() }

  /// Memory for the next block, which `append` hands over. Waits while no buffer is free.
  func buffer(capacity: Int) -> UnsafeMutableBufferPointer<Sample> {
    if isRunning, !holdsBuffer {
      work.free.wait()
      holdsBuffer = true
    }
    if work.buffers[turn].count < capacity {
      work.buffers[turn].deallocate()
      work.buffers[turn] = .allocate(capacity: capacity)
    }
    return UnsafeMutableBufferPointer(rebasing: work.buffers[turn][..<capacity])
  }

  /// Hands over the first `count` samples of the current buffer, behind all earlier ones.
  func append(count: Int) {
    let block = UnsafeBufferPointer(rebasing: work.buffers[turn][..<count])
    guard isRunning else {
      work.taker.append(samples: block)
      blocks += 1
      // When only one thread is granted, or the system gives no second one, this thread continues alone.
      if blocks == Self.blocksAlone, Processors.granted > 1 { isRunning = work.start() }
      return
    }
    work.blocks[turn] = block
    holdsBuffer = false
    work.filled.signal()
    turn = (turn + 1) % Self.bufferCount
  }

  /// Waits until all blocks have been taken, and ends the second thread. The taker then belongs to the caller again.
  ///
  /// - Complexity: at most the time of as many blocks as there are buffers.
  func finish() {
    guard isRunning else { return }
    isRunning = false
    for _ in 0..<(holdsBuffer ? Self.bufferCount - 1 : Self.bufferCount) { work.free.wait() }
    work.blocks[turn] = UnsafeBufferPointer(start: nil, count: 0)
    work.filled.signal()
  }

  /// The state that both threads share. Sound: a buffer and its block belong to the second thread from `filled` to
  /// `free`, to the reader's otherwise; the taker to the second thread from its start until all buffers are free.
  private final class Work: @unchecked Sendable {
    let taker: Taker
    let buffers: UnsafeMutablePointer<UnsafeMutableBufferPointer<Sample>>
    let blocks: UnsafeMutablePointer<UnsafeBufferPointer<Sample>>
    let filled = DispatchSemaphore(value: 0), free = DispatchSemaphore(value: 0)
    private let bufferCount: Int

    init(_ taker: Taker, bufferCount: Int) {
      self.taker = taker
      self.bufferCount = bufferCount
      buffers = .allocate(capacity: bufferCount)
      buffers.initialize(repeating: UnsafeMutableBufferPointer(start: nil, count: 0), count: bufferCount)
      blocks = .allocate(capacity: bufferCount)
      blocks.initialize(repeating: UnsafeBufferPointer(start: nil, count: 0), count: bufferCount)
    }

    deinit {
      for index in 0..<bufferCount { buffers[index].deallocate() }
      buffers.deallocate()
      blocks.deallocate()
    }

    /// - Returns: false when the system gives no thread.
    func start() -> Bool {
      for _ in 0..<bufferCount { free.signal() }
      return BackgroundThread.start {
        var turn = 0
        while true {
          self.filled.wait()
          guard self.blocks[turn].baseAddress != nil else { return }
          self.taker.append(samples: self.blocks[turn])
          self.free.signal()
          turn = (turn + 1) % self.bufferCount
        }
      }
    }
  }
}
