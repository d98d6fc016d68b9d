// ProcessHandle.swift
// The life of a process that was started here: it is killed when its last owner goes, and reaped in the background, so
// that no caller waits.

import Glibc
import Synchronization

/// A running child. Any thread.
package final class ProcessHandle: Interruptible {
  /// How a process ended.
  package enum End: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  package let identifier: pid_t
  /// Nil until the process has been reaped. From then on its number may belong to another process.
  private let end = Mutex<End?>(nil)

  /// Takes over a child of this process.
  package init(_ identifier: pid_t) { self.identifier = identifier }

  deinit {
    let isOver = end.withLock { $0 != nil }
    guard !isOver else { return }
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    guard waitpid(identifier, &status, WNOHANG) == 0 else { return }
    // The child may hang in the kernel for as long as a network share does.
    let identifier = identifier
    _ = BackgroundThread.start {
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    }
  }

  /// Kills the process at once. Works on a stopped process, too.
  package func terminate() {
    end.withLock { end in
      if end == nil { kill(identifier, SIGKILL) }
    }
  }

  /// Waits for its end.
  package func wait() -> End {
    var info = siginfo_t()
    while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    return end.withLock { end in
      if let end { return end }
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
      let signal = status & 0x7F
      let outcome = signal == 0 ? End.exit(status >> 8 & 0xFF) : End.signal(signal)
      end = outcome
      return outcome
    }
  }

  /// True while one of its threads waits for a disk, or for a share that does not answer (proc(5): state D).
  package var isWaitingForDisk: Bool {
    guard let tasks = opendir("/proc/\(identifier)/task") else { return false }
    defer { closedir(tasks) }
    while let entry = readdir(tasks) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name.first?.isNumber == true else { continue }
      let descriptor = open("/proc/\(identifier)/task/\(name)/stat", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var text = [UInt8](repeating: 0, count: 512)
      let count = Glibc.read(descriptor, &text, text.count)
      // The name stands in parentheses, and may hold any byte.
      guard count > 0, let close = text[..<count].lastIndex(of: UInt8(ascii: ")")), close + 2 < count else {
        continue
      }
      if text[close + 2] == UInt8(ascii: "D") { return true }
    }
    return false
  }
}
