// ThreadShares.swift
// Shares threads out, between files first, then within one. A pure value.

/// Threads that may be busy, and who has them.
struct ThreadShares {
  /// Threads that nobody has.
  private(set) var free: Int
  /// Files that may be worked on at once, less those that are.
  private(set) var idle: Int

  /// - Parameters:
  ///   - threads: at least 1.
  ///   - files: all there are.
  init(threads: Int, files: Int) {
    free = max(1, threads)
    idle = max(1, min(free, files))
  }

  /// Threads for the next file: one while there is a file for each thread, more for the last ones.
  ///
  /// - Parameter filesLeft: with this one.
  mutating func take(filesLeft: Int) -> Int {
    let share = max(1, free / max(1, min(idle, filesLeft)))
    free -= share
    idle -= 1
    return share
  }

  mutating func giveBack(_ share: Int) {
    free += share
    idle += 1
  }
}
