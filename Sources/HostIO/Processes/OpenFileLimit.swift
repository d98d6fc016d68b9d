// OpenFileLimit.swift
// How many files this process may have open (RLIMIT_NOFILE). The soft limit of 1,024 is there for programs that use
// select(2), which cannot number more; it is enough for some 160 windows. Set once, before there are other threads.

import CLinux
import Glibc

/// The limit of open files.
public enum OpenFileLimit {
  static let resource = Int32(RLIMIT_NOFILE.rawValue)
  /// More is of no use, and some programs walk through all numbers up to the limit.
  static let most: rlim_t = 65_536

  /// The limit that this process was started with; nil while it is as it was.
  private nonisolated(unsafe) static var inherited: rlimit?

  /// Raises the soft limit to the hard one, or to `most`.
  public static func raise() {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    let old = limit
    limit.rlim_cur = min(limit.rlim_max, most)
    guard limit.rlim_cur > old.rlim_cur, setrlimit(resource, &limit) == 0 else { return }
    inherited = old
  }

  /// Gives a child the limit that this process was started with: it may use select(2).
  static func giveBack(to child: pid_t) {
    guard var old = inherited else { return }
    _ = prlimit(child, resource, &old, nil)
  }
}
