// BackgroundThread.swift
// Detached threads for work that may block for ever: a read from a dead network share may never return. It must
// neither delay the exit of the process nor use up the threads that other work needs.

import Glibc

/// Starts detached threads.
public enum BackgroundThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a new detached thread.
  ///
  /// - Returns: false when the system gives no thread.
  public static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 1 << 20)
    let box = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, &attributes,
      { box in
        // Balances passRetained: the thread owns the box now.
        Unmanaged<Body>.fromOpaque(box!).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    if status != 0 { box.release() }
    return status == 0
  }

  /// Lets other threads go first from now on: that of a window, above all. Holds for the calling thread, and for threads
  /// that it starts; Linux counts niceness by thread (setpriority(2), "C library/kernel differences").
  public static func giveWay() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5) }
}
