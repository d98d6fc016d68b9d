// MonotonicTime.swift
// The clock of all targets: CLOCK_MONOTONIC, which never goes back and stops while the computer sleeps.

import Glibc

/// Time since an arbitrary moment in the past.
public enum MonotonicTime {
  /// In seconds.
  public static var now: Double {
    let time = time
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  public static var milliseconds: Int {
    let time = time
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  private static var time: timespec {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time
  }
}
