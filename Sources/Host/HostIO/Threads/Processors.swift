// Processors.swift
// How many threads may be busy at once: what the process may use, or a part of it that was granted for a piece of work.
// A machine with 64 cores may give a job one of them: whoever asks for the machine's cores takes them from others.

import CLinux
import Glibc

/// The processors that work may use.
package enum Processors {
  /// Bound on a thread while it works with a part only.
  @TaskLocal private static var part: Int?

  /// Threads that may be busy with what is begun on this thread; at least 1.
  package static var granted: Int { part ?? available }

  /// Runs `body`, in which `threads` are granted.
  package static func granting<Result>(_ threads: Int, _ body: () -> Result) -> Result {
    $part.withValue(max(1, threads), operation: body)
  }

  /// What the process may use: its affinity, and what its control group may take (cgroup v2, `cpu.max`).
  package static let available = min(affinity ?? online, groupLimit ?? .max)

  private static var online: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Processors on which this process may run; nil when the system cannot tell.
  private static var affinity: Int? {
    // 8,192 processors, the most that Linux can be built for.
    var mask = [UInt64](repeating: 0, count: 128)
    let status = mask.withUnsafeMutableBytes { sched_getaffinity(0, UInt($0.count), $0.baseAddress) }
    guard status >= 0 else { return nil }
    let count = mask.reduce(0) { $0 + $1.nonzeroBitCount }
    return count > 0 ? count : nil
  }

  /// The least of the limits of the process's control group and those above it.
  private static var groupLimit: Int? {
    groups(in: KernelText.of("/proc/self/cgroup")).compactMap {
      limit(KernelText.of("/sys/fs/cgroup\($0)/cpu.max"))
    }.min()
  }

  /// A control group and those above it, from a line "0::/a/b": "/a/b", "/a" and the root, "".
  package static func groups(in table: String) -> [String] {
    guard let line = table.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else { return [] }
    var names = line.dropFirst(3).split(separator: "/")
    var groups: [String] = []
    while !names.isEmpty {
      groups.append("/" + names.joined(separator: "/"))
      names.removeLast()
    }
    return groups + [""]
  }

  /// Processors that "QUOTA PERIOD" amounts to, rounded up; nil for "max".
  package static func limit(_ text: String) -> Int? {
    let numbers = text.split { $0 == " " || $0 == "\n" }.map { Int($0) }
    guard numbers.count == 2, let quota = numbers[0], let period = numbers[1], quota > 0, period > 0 else {
      return nil
    }
    return max(1, (quota - 1) / period + 1)
  }
}
