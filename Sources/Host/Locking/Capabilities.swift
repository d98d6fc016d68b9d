// Capabilities.swift
// What a process of root may do besides (capabilities(7)): it is given up, and no program that is started brings it
// back (no_new_privs). For other users nothing changes: they have none.
//
// Sound: the numbers live on the stack until the call returns.

import CLinux
import Glibc
import SystemPackage

enum Capabilities {
  /// Gives up all but the named ones.
  ///
  /// - Parameter kept: CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH for a program that opens what root opened, which may be
  ///   somebody else's; Landlock still says which files those are.
  static func giveUp(but kept: UInt64 = 0) throws(CageError) {
    // <linux/capability.h>, _LINUX_CAPABILITY_VERSION_3: a head of version and process, then effective, permitted and
    // inheritable ones, the lower 32 of each before the higher.
    var head: (UInt32, Int32) = (0x2008_0522, 0)
    var sets: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0, 0, 0)
    func call(_ number: Int) throws(CageError) {
      let status = withUnsafeMutablePointer(to: &head) { head in
        withUnsafeMutablePointer(to: &sets) { sets in
          barline_syscall(number, Int(bitPattern: head), Int(bitPattern: sets), 0, 0)
        }
      }
      guard status == 0 else { throw .failed("capabilities", Errno(rawValue: errno)) }
    }
    try call(Int(SYS_capget))
    let (low, high) = (UInt32(truncatingIfNeeded: kept), UInt32(truncatingIfNeeded: kept >> 32))
    sets = (sets.1 & low, sets.1 & low, 0, sets.4 & high, sets.4 & high, 0)
    try call(Int(SYS_capset))
  }
}
