// KernelLocks.swift
// What this kernel can lock a process with. Both programs ask: the one that locks itself, and the one that starts it
// and has to say what holds. Values that do not change; any thread.

import CLinux
import Glibc

/// The locks of the kernel at hand.
package enum KernelLocks {
  /// A variable for tests: "0" makes this program and those it starts take the kernel for one without Landlock. Read
  /// before anything is locked.
  package static let landlockVariable = "BARLINE_LANDLOCK"

  /// The version of Landlock's interface, from 1 (Linux 5.13) on; 0 where the kernel has none, or it is switched off.
  ///
  /// Source: landlock_create_ruleset(2), `LANDLOCK_CREATE_RULESET_VERSION`.
  package static let landlockVersion: Int = {
    if let text = getenv(landlockVariable), strcmp(text, "0") == 0 { return 0 }
    return max(0, barline_syscall(Int(SYS_landlock_create_ruleset), 0, 0, 1, 0))
  }()

  /// True where the kernel filters system calls (seccomp(2)), and knows how to end a process by it (Linux 4.14).
  package static let hasSystemCallFilter: Bool = {
    // SECCOMP_GET_ACTION_AVAIL, SECCOMP_RET_KILL_PROCESS: <linux/seccomp.h>.
    var action: UInt32 = 0x8000_0000
    return withUnsafeMutablePointer(to: &action) {
      barline_syscall(Int(SYS_seccomp), 2, 0, Int(bitPattern: $0), 0)
    } == 0
  }()
}
