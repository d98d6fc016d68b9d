// Monitor.swift
// A value behind a lock, and threads that wait until it satisfies a condition, which `Mutex` does not offer.
// Sound: the value is touched only between lock and unlock, and neither it nor the two pthread objects ever move.
// They lie outside the object, because ThreadSanitizer mistakes a change of a generic object's property for a change of
// the object's head.

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

  /// Reads or changes the state, and wakes all waiting threads, which check their condition again.
  package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(lock)
    }
    return body(&state.pointee)
  }

  /// Waits until `body` returns an answer. It is called again after every change.
  package func wait<Answer>(for body: (State) -> Answer?) -> Answer {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let answer = body(state.pointee) { return answer }
      pthread_cond_wait(changed, lock)
    }
  }
}
