// DiskSync.swift
// Brings a growing file to its disk while its own thread goes on writing: what the system still has in memory would be
// lost with the power. A disk that takes long for it holds up nothing but itself.

import HostIO
import SystemPackage

/// What a recording asks of the disk of its open file; tests give others.
package struct TakeDisk: Sendable {
  /// The free space in bytes; nil when unknown.
  let freeBytes: @Sendable (Int32) -> Int?
  /// Seconds between two syncs: what a loss of power may cost.
  var secondsPerSync = 1.0
  /// Returns when everything that was written lies on the disk.
  let sync: @Sendable (Int32) throws(Errno) -> Void
}

/// Syncs one open file now and then. `look` and `finish` are for one thread.
final class DiskSync: Sendable {
  private struct State {
    var isRunning = false
    var dueAt: Double
    /// A disk tells of a failure once.
    var error: Errno?
  }

  private let descriptor: Int32
  private let disk: TakeDisk
  private let worker = BackgroundWorker()
  private let state: Monitor<State>

  /// - Parameter descriptor: stays open until `finish` has returned.
  init(_ descriptor: Int32, of disk: TakeDisk) {
    self.descriptor = descriptor
    self.disk = disk
    state = Monitor(State(dueAt: MonotonicTime.now + disk.secondsPerSync))
  }

  /// Begins when it is time and the last one has ended; never waits.
  ///
  /// - Throws: why an earlier one failed.
  func look() throws(Errno) {
    let now = MonotonicTime.now
    let (begins, error) = state.withLock { state in
      guard state.error == nil, !state.isRunning, now >= state.dueAt else { return (false, state.error) }
      state.isRunning = true
      state.dueAt = now + disk.secondsPerSync
      return (true, nil)
    }
    if let error { throw error }
    guard begins else { return }
    let isStarted = worker.run { [state, disk, descriptor] in
      let error = Self.error { () throws(Errno) in try disk.sync(descriptor) }
      state.withLock {
        $0.isRunning = false
        $0.error = error
      }
    }
    if !isStarted { state.withLock { $0.isRunning = false } }
  }

  /// Waits until everything lies on the disk.
  func finish() throws(Errno) {
    let error = state.wait { $0.isRunning ? nil : .some($0.error) }
    if let error { throw error }
    try disk.sync(descriptor)
  }

  private static func error(of body: () throws(Errno) -> Void) -> Errno? {
    do throws(Errno) {
      try body()
      return nil
    } catch {
      return error
    }
  }
}
