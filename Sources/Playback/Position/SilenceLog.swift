// SilenceLog.swift
// How an output's thread tells of silence without a lock. Sound: a slot is written before its count is stored
// (release), and read after the count was loaded (acquire). A new silence can begin only after the writer has made
// frames ready, and it takes over what is in the log before it does: of eight slots two are ever in use.

import Synchronization

/// Silences that an output's thread has noted, until they are taken over into a list.
final class SilenceLog: @unchecked Sendable {
  private static let room = 8
  private let starts = UnsafeMutablePointer<Int>.allocate(capacity: room)
  private let ends = UnsafeMutablePointer<Int>.allocate(capacity: room)
  private let begun = Atomic<Int>(0)
  private let ended = Atomic<Int>(0)

  init() {
    starts.initialize(repeating: 0, count: Self.room)
    ends.initialize(repeating: 0, count: Self.room)
  }

  deinit {
    starts.deallocate()
    ends.deallocate()
  }

  /// Silence begins at the output's `frame`. On the output's thread, as `end`.
  func begin(at frame: Int) {
    let number = begun.load(ordering: .relaxed)
    starts[number % Self.room] = frame
    begun.store(number + 1, ordering: .releasing)
  }

  /// It ends before `frame`.
  func end(at frame: Int) {
    let number = ended.load(ordering: .relaxed)
    ends[number % Self.room] = frame
    ended.store(number + 1, ordering: .releasing)
  }

  /// Appends what has ended since `taken` were taken over. By one thread at a time.
  ///
  /// - Returns: where a silence began that lasts; nil when there is none.
  func take(into list: inout SilenceList, taken: inout Int) -> Int? {
    // In this order: one that ends in between counts as ended, one that begins as not yet begun.
    let begun = begun.load(ordering: .acquiring)
    let ended = ended.load(ordering: .acquiring)
    while taken < ended {
      list.append(starts[taken % Self.room]..<ends[taken % Self.room])
      taken += 1
    }
    return begun > ended ? starts[ended % Self.room] : nil
  }
}
