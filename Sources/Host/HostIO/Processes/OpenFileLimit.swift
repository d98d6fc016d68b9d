// OpenFileLimit.swift
// How many files this process may have open (RLIMIT_NOFILE). The soft limit of 1,024 is there for programs that use
// select(2), which cannot number more; it is enough for some 160 windows. Set once, before there are other threads. Every
// child has 256 at most (`Limits`).

import Glibc

/// The limit of open files.
public enum OpenFileLimit {
  static let resource = Int32(RLIMIT_NOFILE.rawValue)
  /// More is of no use, and some programs walk through all numbers up to the limit.
  static let most: rlim_t = 65_536

  /// How many files this process may open now.
  static var allowed: Int {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? Int(clamping: limit.rlim_cur) : .max
  }

  /// Raises the soft limit to the hard one, or to `most`.
  public static func raise() {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return }
    let wanted = min(limit.rlim_max, most)
    guard wanted > limit.rlim_cur else { return }
    limit.rlim_cur = wanted
    setrlimit(resource, &limit)
  }
}
