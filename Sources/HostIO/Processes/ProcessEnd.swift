// ProcessEnd.swift
// What is still done when a signal ends the process: others are let go, and unfinished files are deleted.
// Sound: the handler calls only atomics and system calls, and takes no memory and no lock.

import Glibc

/// The end of the process by a signal.
public enum ProcessEnd {
  /// Installs a handler for the signals that end a program. Ignored signals stay ignored.
  public static func prepare() {
    UnfinishedFiles.prepare()
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      sigaction(number, nil, &action)
      guard action.__sigaction_handler.sa_handler == nil else { continue }
      signal(number) { number in
        // First: a share that hangs may hold up everything that touches a file.
        ProcessEnd.leave()
        UnfinishedFiles.deleteForGood()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Ends the connections to display, session bus and sound server.
  ///
  /// While a thread waits for a device in the kernel, the process cannot end, whatever signal it gets, and its connections
  /// stay open: its name on the bus would stay taken, and its window on the screen. Connections that this process
  /// inherited are others' as well and stay: they are not closed on exec.
  private static func leave() {
    var limit = rlimit()
    getrlimit(OpenFileLimit.resource, &limit)
    let end = Int32(
      truncatingIfNeeded: limit.rlim_cur < OpenFileLimit.most ? limit.rlim_cur : OpenFileLimit.most)
    var descriptor: Int32 = 3
    while descriptor < end {
      let flags = fcntl(descriptor, F_GETFD)
      // Fails for all that is no socket.
      if flags >= 0, flags & FD_CLOEXEC != 0 { shutdown(descriptor, Int32(SHUT_RDWR)) }
      descriptor += 1
    }
  }
}
