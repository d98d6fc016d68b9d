// UnwrittenMarks.swift
// Marks on their way to the disk: who closes waits for them.

import HostIO
import SystemPackage

/// Counts what the writing thread still has to do, and knows the latest document of each recording.
package final class UnwrittenMarks: Sendable {
  private struct State: Sendable {
    var count = 0
    var latest: [FilePath: Int] = [:]
    var next = 0
  }

  private let state = Monitor(State())
  private let changed = Wakeup()

  package init() {}

  package func begin(_ path: FilePath) -> Int {
    state.withLock { state in
      state.count += 1
      state.next += 1
      state.latest[path] = state.next
      return state.next
    }
  }

  /// Something else is on its way.
  func begin() { state.withLock { $0.count += 1 } }

  func isLatest(_ turn: Int, _ path: FilePath) -> Bool { state.withLock { $0.latest[path] == turn } }

  package func end() {
    state.withLock { $0.count -= 1 }
    changed.post()
  }

  package func waitForNone(seconds: Double) {
    let end = MonotonicTime.now + seconds
    while state.withLock({ $0.count }) > 0, MonotonicTime.now < end {
      changed.wait(seconds: end - MonotonicTime.now)
    }
  }
}
