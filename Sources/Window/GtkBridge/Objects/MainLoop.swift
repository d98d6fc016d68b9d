// MainLoop.swift
// The GLib main loop as the main actor's executor, timers and per-frame callbacks.

import CGtk
import Dispatch
import Glibc

/// The main thread's event loop.
public enum MainLoop {
  /// Lets the main actor's jobs run in the GLib loop. Call it once, from a synchronous `main`, before the
  /// loop runs.
  ///
  /// libdispatch signals work for the main queue through an event descriptor, which GLib watches.
  @MainActor public static func attachMainActor() {
    g_unix_fd_add(_dispatch_get_main_queue_handle_4CF(), G_IO_IN, runMainQueue, nil)
  }

  /// Seconds of the monotonic clock, which frame times use.
  public static var now: Double { Double(g_get_monotonic_time()) / 1e6 }

  /// The same clock, exact to the nanosecond.
  static var preciseNow: Double { time(of: CLOCK_MONOTONIC) }

  /// The processor time of this thread in seconds.
  static var processorTime: Double { time(of: CLOCK_THREAD_CPUTIME_ID) }

  private static func time(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Handles pending events without waiting: for tests that drive the loop themselves.
  /// - Returns: true when an event was handled.
  @MainActor @discardableResult public static func iterate(mayBlock: Bool = false) -> Bool {
    g_main_context_iteration(nil, mayBlock ? 1 : 0) != 0
  }
}

private func runMainQueue(_ descriptor: gint, _: GIOCondition, _: gpointer?) -> gboolean {
  var count: UInt64 = 0
  _ = read(descriptor, &count, 8)  // otherwise the descriptor stays readable and the loop spins
  MainActor.assumeIsolated { OwnTime.count { _dispatch_main_queue_callback_4CF(nil) } }
  return 1
}

/// GTK as far as it needs no application.
public enum Toolkit {
  /// The second number of its version: 8 for GTK 4.8, for which the program is built; later ones do some things in another
  /// way. It can be asked before the toolkit starts.
  public static let minorVersion = Int(gtk_get_minor_version())

  /// Opens the display; does nothing when that was done.
  /// - Returns: false when there is none that can be opened.
  @MainActor public static func start() -> Bool { gtk_init_check() != 0 }
}

/// A one-shot timer of the main loop, exact to a millisecond.
@MainActor public final class Timer {
  private var source: guint = 0

  public init() {}

  isolated deinit { cancel() }

  public var isScheduled: Bool { source != 0 }

  /// Calls `body` once when there is nothing else to do, not even a frame to draw; replaces what was scheduled before.
  public func scheduleWhenIdle(_ body: @escaping Action0) {
    cancel()
    source = g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, fireOnce, box(body).retained, releaseBox)
  }

  private func box(_ body: @escaping Action0) -> Box<Action0> {
    Box<Action0> { [weak self] in
      self?.source = 0
      body()
    }
  }

  /// Calls `body` once after `seconds`; replaces what was scheduled before.
  public func schedule(after seconds: Double, _ body: @escaping Action0) {
    cancel()
    // Rounded up: if it fired early, the callback would find nothing to do and schedule itself again.
    let milliseconds = guint(min(max(seconds * 1000, 0).rounded(.up), 1e9))
    source = g_timeout_add_full(G_PRIORITY_DEFAULT, milliseconds, fireOnce, box(body).retained, releaseBox)
  }

  public func cancel() {
    if source != 0 { g_source_remove(source) }
    source = 0
  }
}

private func fireOnce(_ data: gpointer?) -> gboolean {
  let closure = UncheckedSendable(Box<Action0>.closure(data))
  MainActor.assumeIsolated { OwnTime.count(closure.value) }
  return 0
}
