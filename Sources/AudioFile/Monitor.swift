// Monitor.swift
// A value behind a lock, and threads that wait for it to become what they need.
// Sound: the value is touched only inside the lock.

/// State that several threads share and wait for.
final class Monitor<State>: @unchecked Sendable {
  private var state: State
  private let condition = Condition()

  init(_ state: sending State) { self.state = state }

  /// Looks at the state, or changes it; then everybody who waits looks again.
  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    condition.withLock {
      defer { condition.wakeAll() }
      return body(&state)
    }
  }

  /// Waits until `body` has an answer. It is asked again after every change.
  func wait<Answer>(for body: (State) -> Answer?) -> Answer {
    condition.withLock {
      while true {
        if let answer = body(state) { return answer }
        condition.wait()
      }
    }
  }
}
