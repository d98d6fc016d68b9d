// ProcessEnd.swift
// What is still done when a signal ends the process: others are let go, and unfinished files are deleted.
// Sound: the handler calls only atomics and system calls, and takes no memory, and no lock that it
// could have interrupted.

import Glibc
import Synchronization

/// The end of the process by a signal.
public enum ProcessEnd {
  /// Installs a handler for the signals that end a program. Ignored signals stay ignored.
  public static func prepare() {
    UnfinishedFiles.prepare()
    main.store(UInt(pthread_self()), ordering: .relaxed)
    output.store(socket(STDOUT_FILENO), ordering: .relaxed)
    errors.store(socket(STDERR_FILENO), ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      sigaction(number, nil, &action)
      guard action.__sigaction_handler.sa_handler == nil else { continue }
      signal(number) { number in
        // While another thread did this, the main one would see its display go, and end the process with an error of its own.
        let main = pthread_t(ProcessEnd.main.load(ordering: .relaxed))
        // A second signal does not wait for a main thread that a share holds up.
        guard pthread_equal(pthread_self(), main) != 0 || UnfinishedFiles.areOver else {
          pthread_kill(main, number)
          return
        }
        // Before decoders are left: their end is not that of a recording, and nothing may be made of it.
        UnfinishedFiles.forbid()
        // Then at once: a share that hangs may hold up everything that touches a file.
        ProcessEnd.leave()
        UnfinishedFiles.deleteForGood()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// The thread that prepared it.
  private static let main = Atomic<UInt>(0)

  /// What standard output and standard error were at the start; 0 for what is no socket.
  private static let output = Atomic<UInt64>(0), errors = Atomic<UInt64>(0)

  /// The number by which the system knows a socket, whatever its descriptors; 0 for what is none.
  private static func socket(_ descriptor: Int32) -> UInt64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return 0 }
    return UInt64(status.st_ino)
  }

  /// Ends the connections to display, session bus and sound server.
  ///
  /// While a thread waits for a device in the kernel, the process cannot end, whatever signal it gets, and its connections
  /// stay open: its name on the bus would stay taken, and its window on the screen. Connections that this process
  /// inherited are others' as well and stay: they are not closed on exec, or are copies of its output or errors, which
  /// may be a socket of the system's journal, into which others write.
  private static func leave() {
    var limit = rlimit()
    getrlimit(OpenFileLimit.resource, &limit)
    let end = Int32(
      truncatingIfNeeded: limit.rlim_cur < OpenFileLimit.most ? limit.rlim_cur : OpenFileLimit.most)
    var descriptor: Int32 = 3
    while descriptor < end {
      let flags = fcntl(descriptor, F_GETFD)
      if flags >= 0, flags & FD_CLOEXEC != 0, case let number = socket(descriptor), number != 0,
        number != output.load(ordering: .relaxed), number != errors.load(ordering: .relaxed)
      {
        shutdown(descriptor, Int32(SHUT_RDWR))
      }
      descriptor += 1
    }
  }
}
