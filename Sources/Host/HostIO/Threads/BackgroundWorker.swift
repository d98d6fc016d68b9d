// BackgroundWorker.swift
// A detached thread that does one job after the other and sleeps in between. It starts a job at once, while a queue
// may have to make a thread first; and a read that never returns blocks only this thread. The owner of the worker
// gives the jobs; when the worker is gone, the thread ends after its current job.

/// Does jobs in the background, in their order.
public final class BackgroundWorker: Sendable {
  private struct State: Sendable {
    var jobs: [@Sendable () -> Void] = []
    var hasThread = false
    var hasEnded = false
  }

  private let state = Monitor(State())

  public init() {}

  deinit {
    state.withLock {
      $0.jobs = []
      $0.hasEnded = true
    }
  }

  /// Queues `job` behind the earlier ones. The first job makes the thread. When there is no memory for a thread,
  /// nothing is queued, and the next job tries again.
  ///
  /// - Returns: false when there is no thread.
  @discardableResult
  public func run(_ job: @escaping @Sendable () -> Void) -> Bool {
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      defer { state.hasThread = true }
      return !state.hasThread
    }
    guard needsThread else { return true }
    // The thread holds the state only: it must not keep the worker alive.
    let state = state
    let isStarted = BackgroundThread.start {
      while let job = Self.next(state) { job() }
    }
    if !isStarted {
      state.withLock {
        $0.hasThread = false
        $0.jobs = []
      }
    }
    return isStarted
  }

  /// Waits for a job; nil when the worker is gone.
  private static func next(_ state: Monitor<State>) -> (@Sendable () -> Void)? {
    _ = state.wait { $0.hasEnded || !$0.jobs.isEmpty ? true : nil }
    return state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
  }
}
