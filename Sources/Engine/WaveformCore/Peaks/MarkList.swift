// MarkList.swift
// A list of marks that one thread extends while others read it, and its memory.
// Unsafe: the memory lies in chunks that never move. An entry is read only below a count that was published
// after the entry was written.

import Synchronization

/// Runs of frames in order; they do not touch each other.
final class MarkList: Sendable {
  /// The most runs that are kept; at least 4.
  let limit: Int
  private let tables = (MarkTable(), MarkTable())
  /// Even: readers use the first table; odd: the second.
  private let generation = Atomic<Int>(0)
  private let found = Atomic<Int>(0)
  nonisolated(unsafe) private let writing: UnsafeMutablePointer<Writing>

  /// State that only the writer uses.
  private struct Writing {
    var gap = 0
    var count = 0
    var lastEnd = 0
  }

  init(limit: Int) {
    precondition(limit >= 4)
    self.limit = limit
    writing = .allocate(capacity: 1)
    writing.initialize(to: Writing())
  }

  deinit { writing.deallocate() }

  /// The number of runs found, including those that were joined.
  var foundCount: Int { found.load(ordering: .relaxed) }

  private func table(_ generation: Int) -> MarkTable { generation & 1 == 0 ? tables.0 : tables.1 }

  // MARK: Writer

  /// Gaps shorter than this many frames were closed by joining runs; 0 when all runs are as they were found.
  /// At zooms with that many frames per column, or more, marks are exact.
  var joinedGap: Int { writing.pointee.gap }

  /// Adds a run behind all others; it must not touch the last one.
  func append(_ frames: FrameRange) {
    found.add(1, ordering: .relaxed)
    put(frames)
  }

  /// Extends the last run.
  func extendLast(to end: Int) {
    table(generation.load(ordering: .relaxed)).entry(writing.pointee.count - 1).pointee.end
      .store(end, ordering: .relaxed)
    writing.pointee.lastEnd = end
  }

  /// Restores stored runs; only before other threads know the list.
  func restore(_ runs: [FrameRange], found count: Int, joinedGap: Int) {
    for frames in runs { put(frames) }
    found.store(count, ordering: .relaxed)
    writing.pointee.gap = joinedGap
  }

  private func put(_ frames: FrameRange) {
    if writing.pointee.count == limit { join() }
    let count = writing.pointee.count
    if count > 0, frames.lowerBound - writing.pointee.lastEnd < writing.pointee.gap {
      extendLast(to: frames.upperBound)
      return
    }
    let table = table(generation.load(ordering: .relaxed))
    table.put(frames, at: count)
    table.count.store(count + 1, ordering: .releasing)
    writing.pointee.count = count + 1
    writing.pointee.lastEnd = frames.upperBound
  }

  /// Joins neighbours until half of the list is free.
  private func join() {
    let now = generation.load(ordering: .relaxed)
    let old = table(now), new = table(now + 1)
    let kept = View(old)
    var gap = writing.pointee.gap
    var count = kept.count
    while count > limit / 2 {
      gap = Swift.max(64, gap * 4)
      count = 1 + (1..<kept.count).count { kept.start($0) - kept.end($0 - 1) >= gap }
    }
    count = 0
    var frames = kept[0]
    for index in 1...kept.count {
      if index < kept.count, kept.start(index) - frames.upperBound < gap {
        frames = frames.lowerBound..<kept.end(index)
      } else {
        new.put(frames, at: count)
        count += 1
        if index < kept.count { frames = kept[index] }
      }
    }
    new.count.store(count, ordering: .releasing)
    writing.pointee.gap = gap
    writing.pointee.count = count
    // As when a zoom level is given up: readers that come from now on use the new table.
    generation.store(now + 1, ordering: .sequentiallyConsistent)
    while old.readers.load(ordering: .sequentiallyConsistent) > 0 {}
    old.free()
  }

  // MARK: Readers

  /// Calls `body` with the present runs.
  func reading<Result>(_ body: (View) -> Result) -> Result {
    // Sequentially consistent on both sides: either the writer sees this reader, or this reader sees that the
    // table has changed.
    while true {
      let now = generation.load(ordering: .sequentiallyConsistent)
      let table = table(now)
      table.readers.add(1, ordering: .sequentiallyConsistent)
      defer { table.readers.subtract(1, ordering: .sequentiallyConsistent) }
      if generation.load(ordering: .sequentiallyConsistent) == now { return body(View(table)) }
    }
  }

  /// A view of the runs; valid only inside `reading`.
  struct View {
    let count: Int
    private let table: MarkTable

    fileprivate init(_ table: MarkTable) {
      count = table.count.load(ordering: .acquiring)
      self.table = table
    }

    func start(_ index: Int) -> Int { table.entry(index).pointee.start }
    func end(_ index: Int) -> Int { table.entry(index).pointee.end.load(ordering: .relaxed) }
    subscript(index: Int) -> FrameRange { start(index)..<end(index) }

    /// The first run from `index` on that ends after `frame`; `count` when there is none.
    ///
    /// - Complexity: O(log(distance))
    func next(endingAfter frame: Int, from index: Int) -> Int {
      var low = index
      var stride = 1
      while low + stride <= count, end(low + stride - 1) <= frame {
        low += stride
        stride *= 2
      }
      var high = Swift.min(count, low + stride)
      while low < high {
        let middle = (low + high) / 2
        if end(middle) <= frame { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }
}

/// The memory of runs: each chunk holds twice as many as the one before.
private final class MarkTable: Sendable {
  struct Entry: ~Copyable {
    let start: Int
    let end: Atomic<Int>
  }

  /// The number of runs that may be read.
  let count = Atomic<Int>(0)
  let readers = Atomic<Int>(0)
  /// Only the writer writes it, before it publishes the count that makes a chunk reachable.
  nonisolated(unsafe) private let chunks: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
  private static var chunkCount: Int { 40 }
  private static var shift: Int { 5 }

  init() {
    chunks = .allocate(capacity: Self.chunkCount)
    chunks.initialize(repeating: nil, count: Self.chunkCount)
  }

  deinit {
    free()
    chunks.deallocate()
  }

  private static func place(_ index: Int) -> (chunk: Int, offset: Int) {
    let place = index + (1 << shift)
    let chunk = Int.bitWidth - 1 - shift - place.leadingZeroBitCount
    return (chunk, place - (1 << (shift + chunk)))
  }

  func entry(_ index: Int) -> UnsafeMutablePointer<Entry> {
    let place = Self.place(index)
    return chunks[place.chunk]! + place.offset
  }

  func put(_ frames: FrameRange, at index: Int) {
    let place = Self.place(index)
    if chunks[place.chunk] == nil {
      chunks[place.chunk] = .allocate(capacity: 1 << (Self.shift + place.chunk))
    }
    (chunks[place.chunk]! + place.offset).initialize(
      to: Entry(start: frames.lowerBound, end: Atomic(frames.upperBound)))
  }

  /// Frees the memory; only when no reader can reach it.
  func free() {
    count.store(0, ordering: .relaxed)
    for chunk in 0..<Self.chunkCount {
      chunks[chunk]?.deallocate()
      chunks[chunk] = nil
    }
  }
}
