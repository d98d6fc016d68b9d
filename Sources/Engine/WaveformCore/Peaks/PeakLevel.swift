// PeakLevel.swift
// One zoom level's bins. Memory is taken in chunks that never move, so that readers need no lock: the writer
// fills bins, then publishes their count with release; a reader that acquires the count may read below it.
// One writer (the reader thread of the file), any number of readers.

import Synchronization

/// The bins of one zoom level, for all channels; grows at the end only.
final class PeakLevel<Sample: PeakSample>: Sendable {
  typealias Bin = PeakBin<Sample>

  /// The most bytes of a chunk; a power of two.
  private static var chunkBytes: Int { 65_536 }

  let channels: Int
  /// Bins of one channel in a chunk: a power of two, so that finding a bin is a shift and a mask.
  let binsPerChunk: Int
  private let shift: Int
  private let maximumChunks: Int
  private let published = Atomic<Int>(0)
  /// The number of present readers for which this is the finest level.
  let readers = Atomic<Int>(0)
  /// Only the writer writes it, before it publishes the count that makes a chunk reachable. Behind a pointer
  /// that never changes, because the runtime's exclusivity checks of class properties cost as much as writing
  /// a bin.
  nonisolated(unsafe) private let table: UnsafeMutablePointer<Table>

  /// State that only the writer uses. Apart from the table, so that no memory that readers access is ever
  /// modified.
  nonisolated(unsafe) private let chunkCount: UnsafeMutablePointer<Int>

  fileprivate typealias Table = UnsafeMutablePointer<UnsafeMutablePointer<Bin>?>?

  /// - Parameter budget: the most bytes of all levels of the pyramid together; bounds the table of chunks.
  init(channels: Int, budget: Int) {
    self.channels = channels
    let row = channels * MemoryLayout<Bin>.stride
    let fitting = Swift.max(1, Self.chunkBytes / row)
    shift = Int.bitWidth - 1 - fitting.leadingZeroBitCount
    binsPerChunk = 1 << shift
    maximumChunks = budget / (binsPerChunk * row) + 2
    table = .allocate(capacity: 1)
    table.initialize(to: nil)
    chunkCount = .allocate(capacity: 1)
    chunkCount.initialize(to: 0)
  }

  deinit {
    release()
    table.deallocate()
    chunkCount.deallocate()
  }

  /// Bins per channel that may be read.
  var count: Int { published.load(ordering: .acquiring) }

  /// Bytes of one chunk.
  var bytesPerChunk: Int { binsPerChunk * channels * MemoryLayout<Bin>.stride }

  // MARK: Writer

  /// Allocates one more chunk.
  func addChunk() {
    precondition(chunkCount.pointee < maximumChunks, "a zoom level outgrew the budget")
    let index = chunkCount.pointee
    if let chunks = table.pointee {
      chunks[index] = .allocate(capacity: binsPerChunk * channels)
    } else {
      let chunks = UnsafeMutablePointer<UnsafeMutablePointer<Bin>?>.allocate(capacity: maximumChunks)
      chunks.initialize(repeating: nil, count: maximumChunks)
      chunks[index] = .allocate(capacity: binsPerChunk * channels)
      table.pointee = chunks
    }
    chunkCount.pointee += 1
  }

  /// The places of bins for the writer, without retaining the level for each. Valid while the level lives.
  struct Slots {
    fileprivate let table: UnsafeMutablePointer<Table>
    fileprivate let chunkCount: UnsafeMutablePointer<Int>
    fileprivate let shift: Int, mask: Int

    /// True when the bin at `index` needs another chunk.
    @inline(__always)
    func needsChunk(forBin index: Int) -> Bool { index >> shift >= chunkCount.pointee }

    /// Bins of one channel from `index` to the end of its chunk.
    @inline(__always)
    func room(fromBin index: Int) -> Int { mask + 1 - index & mask }

    /// The places for the bins of one channel from `index` on, as many as fit in the chunk. What is written
    /// there becomes visible with `publish`.
    @inline(__always)
    func bins(from index: Int, channel: Int) -> UnsafeMutablePointer<Bin> {
      table.pointee![index >> shift]! + (channel << shift + index & mask)
    }
  }

  var slots: Slots { Slots(table: table, chunkCount: chunkCount, shift: shift, mask: binsPerChunk - 1) }

  /// Makes the bins below `count` readable.
  func publish(count: Int) { published.store(count, ordering: .releasing) }

  /// Frees the memory. Only when no reader can reach this level any more.
  /// - Returns: the bytes that were freed.
  @discardableResult func release() -> Int {
    guard let chunks = table.pointee else { return 0 }
    let freed = chunkCount.pointee * bytesPerChunk
    for index in 0..<chunkCount.pointee { chunks[index]!.deallocate() }
    chunks.deallocate()
    table.pointee = nil
    chunkCount.pointee = 0
    return freed
  }

  // MARK: Readers

  /// The bin at `index`, which must be below a count that this thread has read.
  func bin(at index: Int, channel: Int) -> Bin {
    table.pointee![index >> shift]![channel << shift + index & (binsPerChunk - 1)]
  }

  /// Looks up bins without asking the level each time. Valid while the level lives: inside
  /// `PeakPyramid.reading`.
  struct Bins {
    /// Bins that may be read.
    let count: Int
    fileprivate let chunks: UnsafeMutablePointer<UnsafeMutablePointer<Bin>?>
    fileprivate let shift: Int, mask: Int, channelOffset: Int

    /// The bin at `index`, which must be below `count`.
    @inline(__always)
    subscript(index: Int) -> Bin { chunks[index >> shift]![channelOffset + index & mask] }
  }

  /// The readable bins of one channel; nil when there are none.
  func bins(ofChannel channel: Int) -> Bins? {
    let count = count
    guard count > 0, let chunks = table.pointee else { return nil }
    return Bins(
      count: count, chunks: chunks, shift: shift, mask: binsPerChunk - 1, channelOffset: channel << shift)
  }
}
