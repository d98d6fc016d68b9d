// Monitor.swift
// A value behind a lock, and threads that wait for it to become what they need: what `Mutex` has no way to say.
// Sound: the value is touched only between lock and unlock, and neither it nor the two pthread objects ever move.
// Outside the object, because ThreadSanitizer takes a change of a generic object's property for one of its head.

import Glibc

/// State that several threads share and wait for.
package final class Monitor<State>: @unchecked Sendable {
  private let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init(_ state: sending State) {
    self.state.initialize(to: state)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Looks at the state, or changes it; then everybody who waits looks again.
  package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(lock)
    }
    return body(&state.pointee)
  }

  /// Waits until `body` has an answer. It is asked again after every change.
  package func wait<Answer>(for body: (State) -> Answer?) -> Answer {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let answer = body(state.pointee) { return answer }
      pthread_cond_wait(changed, lock)
    }
  }
}
