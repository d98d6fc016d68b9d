// PeakPipeline.swift
// Lets the decoder fill one buffer while those before it are reduced. The reader's thread owns the pipeline and
// the buffer that it fills; the second thread owns the builder and the buffers that it was handed. Blocks are
// reduced in their order, one at a time, so the peaks are those of one thread.
//
// The second thread waits for nothing but the reader's and ends when that says so. Both are detached: a reader
// that hangs in a dead network share takes only its own memory with it.

import Dispatch
import HostIO
import WaveformCore

/// A ring of buffers, and the thread that reduces them.
final class PeakPipeline<Sample: PeakSample> {
  /// Blocks that are reduced on the reader's thread: short recordings need no second one.
  private static var blocksAlone: Int { 8 }
  private static var bufferCount: Int { 2 }

  private let work: Work
  private var turn = 0
  private var blocks = 0
  private var isRunning = false
  /// True while the buffer at hand has been taken from those that are free.
  private var holdsBuffer = false

  init(_ builder: PeakBuilder<Sample>) { work = Work(builder, bufferCount: Self.bufferCount) }

  deinit { finish() }

  /// Room for the next block, which `append` takes. Waits while all buffers are still to be reduced.
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

  /// Has the first `count` samples of the buffer at hand reduced, after all those before them.
  func append(count: Int) {
    let block = UnsafeBufferPointer(rebasing: work.buffers[turn][..<count])
    guard isRunning else {
      work.builder.append(block)
      blocks += 1
      // Where the system gives no second thread, this one goes on alone.
      if blocks == Self.blocksAlone { isRunning = work.start() }
      return
    }
    work.blocks[turn] = block
    holdsBuffer = false
    work.filled.signal()
    turn = (turn + 1) % Self.bufferCount
  }

  /// Waits until all has been reduced and ends the second thread: the builder belongs to the caller again.
  ///
  /// - Complexity: at most the time of as many blocks as there are buffers.
  func finish() {
    guard isRunning else { return }
    isRunning = false
    for _ in 0..<(holdsBuffer ? Self.bufferCount - 1 : Self.bufferCount) { work.free.wait() }
    work.blocks[turn] = UnsafeBufferPointer(start: nil, count: 0)
    work.filled.signal()
  }

  /// What both threads know. Sound: a buffer and its block belong to the second thread from `filled` to `free`,
  /// to the reader's otherwise; the builder to the second thread from its start until all buffers are free.
  private final class Work: @unchecked Sendable {
    let builder: PeakBuilder<Sample>
    let buffers: UnsafeMutablePointer<UnsafeMutableBufferPointer<Sample>>
    let blocks: UnsafeMutablePointer<UnsafeBufferPointer<Sample>>
    let filled = DispatchSemaphore(value: 0), free = DispatchSemaphore(value: 0)
    private let bufferCount: Int

    init(_ builder: PeakBuilder<Sample>, bufferCount: Int) {
      self.builder = builder
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
          self.builder.append(self.blocks[turn])
          self.free.signal()
          turn = (turn + 1) % self.bufferCount
        }
      }
    }
  }
}
