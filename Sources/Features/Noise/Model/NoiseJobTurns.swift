// NoiseJobTurns.swift
// Lets one of several noise reductions go on at a time, the one that was begun last: a slider's picture must not wait for
// other waveforms. Any thread.

import HostIO

/// The order of jobs that share the processors. Each asks before a block of samples.
///
/// One that is begun stops all earlier ones, after their block, until it has ended, even while it waits for its file.
final class NoiseJobTurns: Sendable {
  private struct State: Sendable {
    var count = 0
    var active: Set<Int> = []
  }

  private let state = Monitor(State())

  /// The number of a new job, which goes before all earlier ones.
  func next() -> Int {
    state.withLock {
      $0.count += 1
      return $0.count
    }
  }

  /// A job begins.
  func begin(_ number: Int) { state.withLock { _ = $0.active.insert(number) } }

  /// Waits until a job may go on.
  ///
  /// - Returns: false when it has ended meanwhile.
  func wait(for number: Int) -> Bool {
    state.wait { state in
      state.active.contains(number) ? (state.active.max() == number ? true : nil) : false
    }
  }

  /// True for the job that goes on while all others wait.
  func isAtTurn(_ number: Int) -> Bool { state.withLock { $0.active.max() == number } }

  /// A job has ended, or is wanted no more.
  func end(_ number: Int) { state.withLock { _ = $0.active.remove(number) } }
}
