// PeakLevel.swift
// One zoom level's bins. Memory is taken in chunks that never move, so that readers need no lock: the writer
// fills bins, then publishes their count with release; a reader that acquires the count may read below it.
// One writer (the reader thread of the file), any number of readers.

import Synchronization

/// The bins of one zoom level, for all channels; grows at the end only.
final class PeakLevel<Sample: PeakSample>: Sendable {
  typealias Bin = PeakBin<Sample>

  /// Bytes that a chunk takes at most; a power of two.
  static var chunkBytes: Int { 65_536 }

  let channels: Int
  /// Bins of one channel in a chunk: a power of two, so that finding a bin is a shift and a mask.
  let binsPerChunk: Int
  private let shift: Int
  private let maximumChunks: Int
  private let published = Atomic<Int>(0)
  /// Those who are reading right now and for whom this is the finest level.
  let readers = Atomic<Int>(0)
  /// Written by the writer only, before the count that makes it reachable is published.
  nonisolated(unsafe) private var chunks: UnsafeMutablePointer<UnsafeMutablePointer<Bin>?>?
  nonisolated(unsafe) private var chunkCount = 0

  /// - Parameter budget: bytes that all levels of the pyramid may take together; bounds the table of chunks.
  init(channels: Int, budget: Int) {
    self.channels = channels
    let row = channels * MemoryLayout<Bin>.stride
    let fitting = Swift.max(1, Self.chunkBytes / row)
    shift = Int.bitWidth - 1 - fitting.leadingZeroBitCount
    binsPerChunk = 1 << shift
    maximumChunks = budget / (binsPerChunk * row) + 2
  }

  deinit { release() }

  /// Bins per channel that may be read.
  var count: Int { published.load(ordering: .acquiring) }

  /// Bytes of one chunk.
  var bytesPerChunk: Int { binsPerChunk * channels * MemoryLayout<Bin>.stride }

  // MARK: Writer

  /// True when the next bin needs another chunk.
  func needsChunk(forBin index: Int) -> Bool { index >> shift >= chunkCount }

  /// Takes memory for one more chunk.
  func addChunk() {
    precondition(chunkCount < maximumChunks, "a zoom level outgrew the budget")
    if chunks == nil {
      chunks = .allocate(capacity: maximumChunks)
      chunks!.initialize(repeating: nil, count: maximumChunks)
    }
    chunks![chunkCount] = .allocate(capacity: binsPerChunk * channels)
    chunkCount += 1
  }

  /// Writes one bin of one channel; not visible before `publish`.
  @inline(__always)
  func write(_ bin: Bin, at index: Int, channel: Int) {
    chunks![index >> shift]![channel << shift + index & (binsPerChunk - 1)] = bin
  }

  /// Makes the bins below `count` readable.
  func publish(count: Int) { published.store(count, ordering: .releasing) }

  /// Gives the memory back. Only when no reader can reach this level any more.
  /// - Returns: the bytes that were freed.
  @discardableResult func release() -> Int {
    guard let chunks else { return 0 }
    let freed = chunkCount * bytesPerChunk
    for index in 0..<chunkCount { chunks[index]!.deallocate() }
    chunks.deallocate()
    self.chunks = nil
    chunkCount = 0
    return freed
  }

  // MARK: Readers

  /// The bin at `index`, which must be below a count that this thread has read.
  @inline(__always)
  func bin(at index: Int, channel: Int) -> Bin {
    chunks![index >> shift]![channel << shift + index & (binsPerChunk - 1)]
  }
}
