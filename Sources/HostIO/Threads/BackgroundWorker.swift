// BackgroundWorker.swift
// A detached thread that does one job after the other and sleeps in between: it begins at once, where a queue may
// have to make a thread first, and nobody waits for it when a read never returns. Made by whoever gives the jobs;
// the thread ends after the job at hand when the worker is gone.

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

  /// Does `job` after those before it. The thread is made for the first one; without memory for a thread nothing is
  /// done, and the next job tries again.
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
    // The thread holds the state, not the worker: it shall not keep it alive.
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

  /// Waits for a job; nil when there will be none any more.
  private static func next(_ state: Monitor<State>) -> (@Sendable () -> Void)? {
    _ = state.wait { $0.hasEnded || !$0.jobs.isEmpty ? true : nil }
    return state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
  }
}
