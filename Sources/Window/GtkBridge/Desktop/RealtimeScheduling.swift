// RealtimeScheduling.swift
// Priority for a thread that must not be late, from the desktop's portal or else from RealtimeKit, which give it to
// programs of ordinary users. Nothing waits for them, and where nobody answers the thread stays as it is.

import CGtk
import Glibc

/// Asks for the real-time scheduling of a thread of this process.
@MainActor public enum RealtimeScheduling {
  /// Of the priorities that RealtimeKit gives (1 to 20): below a sound server's own.
  private static let priority: UInt32 = 10
  /// A thread that calculates so long without a pause is ended with its process: RealtimeKit's condition, in
  /// microseconds.
  private static let longest: rlim_t = 200_000

  /// Asks once; does not wait.
  ///
  /// - Parameters:
  ///   - thread: its number in the kernel.
  ///   - answered: called with true when it was given.
  public static func ask(forThread thread: Int32, answered: @escaping @MainActor (Bool) -> Void) {
    var limit = rlimit(rlim_cur: longest, rlim_max: longest)
    guard setrlimit(Int32(__RLIMIT_RTTIME.rawValue), &limit) == 0 else { return answered(false) }
    BusCall(
      G_BUS_TYPE_SESSION, "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
      "org.freedesktop.portal.Realtime", "MakeThreadRealtimeWithPID",
      [.uint64(UInt64(getpid())), .uint64(UInt64(thread)), .uint32(priority)]
    ).start { isGiven in
      if isGiven { return answered(true) }
      BusCall(
        G_BUS_TYPE_SYSTEM, "org.freedesktop.RealtimeKit1", "/org/freedesktop/RealtimeKit1",
        "org.freedesktop.RealtimeKit1", "MakeThreadRealtime", [.uint64(UInt64(thread)), .uint32(priority)]
      ).start(answered)
    }
  }
}
