// Monitor.swift
// A value behind a lock, and threads that wait for it to become what they need: what `Mutex` has no way to say.
// Sound: the value is touched only between lock and unlock, and the two pthread objects never move.

import Glibc

/// State that several threads share and wait for.
final class Monitor<State>: @unchecked Sendable {
  private var state: State
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(_ state: sending State) {
    self.state = state
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Looks at the state, or changes it; then everybody who waits looks again.
  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(lock)
    }
    return body(&state)
  }

  /// Waits until `body` has an answer. It is asked again after every change.
  func wait<Answer>(for body: (State) -> Answer?) -> Answer {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let answer = body(state) { return answer }
      pthread_cond_wait(changed, lock)
    }
  }
}
