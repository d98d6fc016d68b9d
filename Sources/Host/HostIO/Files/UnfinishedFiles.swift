// UnfinishedFiles.swift
// The names of all files that are being written. The process may quit, or a signal may end it, before the threads that
// write them have cleaned up: then the files in this table are deleted.
// Sound: the thread that takes a name out of its slot owns the memory, and only one thread can take it. The signal
// handler (`ProcessEnd`) calls only atomics and unlink here; the table is made before it is installed.

import Glibc
import Synchronization
import SystemPackage

/// Deletes unfinished files when the process ends.
public enum UnfinishedFiles {
  /// Files that the table can hold. Only their owners clean up the files beyond that.
  private static let count = 64
  /// Addresses of C strings as numbers; 0 for an empty slot.
  private nonisolated(unsafe) static let slots: UnsafeMutablePointer<Atomic<UInt>> = {
    let slots = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
    for index in 0..<count { (slots + index).initialize(to: Atomic(0)) }
    return slots
  }()
  private static let isOver = Atomic(false)

  /// The slot of one file.
  package struct Entry {
    fileprivate let slot: Int, name: UInt
  }

  /// - Returns: nil when the table is full.
  package static func add(_ path: FilePath) -> Entry? {
    guard let copy = path.withPlatformString({ strdup($0) }) else { return nil }
    let name = UInt(bitPattern: copy)
    for slot in 0..<count
    where slots[slot].compareExchange(expected: 0, desired: name, ordering: .acquiringAndReleasing).exchanged
    {
      return Entry(slot: slot, name: name)
    }
    free(copy)
    return nil
  }

  package static func remove(_ entry: Entry) {
    let isOurs = slots[entry.slot].compareExchange(
      expected: entry.name, desired: 0, ordering: .acquiringAndReleasing
    ).exchanged
    if isOurs { free(UnsafeMutableRawPointer(bitPattern: entry.name)) }
  }

  /// True once the process is about to end: no file may be started, and none takes its name. What threads read from now on
  /// may be cut, as the end of the process ends their decoders as well.
  package static var areOver: Bool { isOver.load(ordering: .acquiring) }

  /// Lets no file be started or take its name any more.
  static func forbid() { isOver.store(true, ordering: .releasing) }

  /// Deletes all unfinished files and prevents new ones; for a process that is about to end.
  public static func deleteForGood() {
    forbid()
    deleteAll()
  }

  private static func deleteAll() {
    for slot in 0..<count {
      let name = slots[slot].exchange(0, ordering: .acquiringAndReleasing)
      // The name's memory is not freed, because a signal handler must not call `free`.
      if let path = UnsafePointer<CChar>(bitPattern: name) { unlink(path) }
    }
  }

  /// Makes the table: before a signal handler may come to need it.
  static func prepare() { _ = slots }
}
