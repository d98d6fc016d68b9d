// UnfinishedFiles.swift
// The names of all files that are being written, so that none stays behind when the process ends before the threads
// that write them have cleaned up: it quits, or a signal ends it.
// Sound: whoever takes a name out of its slot owns the memory, and only one can. The signal handler calls nothing but
// atomics, unlink, signal and raise; the table was made before it was installed.

import Glibc
import Synchronization
import SystemPackage

/// Deletes what is not finished when the process ends.
public enum UnfinishedFiles {
  /// Files that can be written at once; what is beyond that is cleaned up by its owner alone.
  private static let count = 64
  /// C strings as numbers; 0 where there is none.
  private nonisolated(unsafe) static let slots: UnsafeMutablePointer<Atomic<UInt>> = {
    let slots = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
    for index in 0..<count { (slots + index).initialize(to: Atomic(0)) }
    return slots
  }()
  private static let isOver = Atomic(false)

  /// What is remembered about one file.
  package struct Entry {
    fileprivate let slot: Int, name: UInt
  }

  /// - Returns: nil when there is no room.
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

  /// True when no file may be begun any more.
  static var areOver: Bool { isOver.load(ordering: .acquiring) }

  /// The process is about to end: deletes all that is not finished, and nothing is begun any more.
  public static func deleteForGood() {
    isOver.store(true, ordering: .releasing)
    deleteAll()
  }

  private static func deleteAll() {
    for slot in 0..<count {
      let name = slots[slot].exchange(0, ordering: .acquiringAndReleasing)
      // Its memory is not given back: in a signal handler that must not be done.
      if let path = UnsafePointer<CChar>(bitPattern: name) { unlink(path) }
    }
  }

  /// Has the signals that end a program delete what is not finished first. One that is ignored stays so.
  public static func deleteOnSignals() {
    _ = slots
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      sigaction(number, nil, &action)
      guard action.__sigaction_handler.sa_handler == nil else { continue }
      signal(number) { number in
        UnfinishedFiles.deleteForGood()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}
