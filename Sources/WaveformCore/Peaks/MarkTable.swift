// MarkTable.swift
// The memory of a `MarkList`, in chunks that never move. One writer, any number of readers; pointers: an entry is read
// only below a count that was published after the entry was written.

import Synchronization

/// Where runs lie: each chunk holds twice as many as the one before.
final class MarkTable: Sendable {
  struct Entry: ~Copyable {
    let start: Int
    let end: Atomic<Int>
  }

  /// Runs that may be read.
  let count = Atomic<Int>(0)
  let readers = Atomic<Int>(0)
  /// Written by the writer only, before the count that makes a chunk reachable is published.
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

  /// Only when no reader can reach it.
  func free() {
    count.store(0, ordering: .relaxed)
    for chunk in 0..<Self.chunkCount {
      chunks[chunk]?.deallocate()
      chunks[chunk] = nil
    }
  }
}
