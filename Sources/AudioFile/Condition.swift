// Condition.swift
// A lock on which threads can wait until something has changed. Glibc's own, for neither `Mutex` nor Dispatch
// has one. Sound: both are initialised once, never moved, and destroyed with their owner.

import Glibc

/// A mutex and a condition variable.
final class Condition: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` while no other thread is inside.
  func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Waits for `wakeAll`; only inside `withLock`, which others may enter meanwhile.
  func wait() { pthread_cond_wait(condition, mutex) }

  /// Wakes all who wait.
  func wakeAll() { pthread_cond_broadcast(condition) }
}
