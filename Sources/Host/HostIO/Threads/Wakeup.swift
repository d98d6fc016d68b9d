// Wakeup.swift
// Wakes a thread that sleeps. `post` neither locks nor waits (a POSIX semaphore may even be posted from a signal
// handler), so that an output's thread may call it.

import CLinux
import Glibc

/// A semaphore. Sound: its memory never moves, and semaphores may be used from any thread.
package final class Wakeup: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  package init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  package func post() { sem_post(semaphore) }

  /// Sleeps until a thread posts, or `seconds` have passed. Several posts before the wake count as one.
  package func wait(seconds: Double? = nil) {
    if let seconds {
      let end = MonotonicTime.now + max(0, seconds)
      var time = timespec(tv_sec: Int(end), tv_nsec: Int((end - end.rounded(.down)) * 1e9))
      while sem_clockwait(semaphore, CLOCK_MONOTONIC, &time) != 0 {
        if errno != EINTR { return }
      }
    } else {
      while sem_wait(semaphore) != 0 && errno == EINTR {}
    }
    while sem_trywait(semaphore) == 0 {}
  }
}
