// Landlock.swift
// Which files a locked process may open: none but those that are named here. landlock(7), by its three system calls;
// glibc has no functions for them. Files that are open already stay readable.
//
// Sound: the structures live on the stack until the call returns.

import CLinux
import Glibc
import HostIO
import SystemPackage

/// A set of rules; it holds from `restrict` on, for this thread and those that it starts, through exec.
struct Landlock: ~Copyable {
  /// Rights that a rule may give (<linux/landlock.h>, LANDLOCK_ACCESS_FS_*).
  struct Rights: OptionSet {
    let rawValue: UInt64
    static let execute = Rights(rawValue: 1 << 0)
    static let write = Rights(rawValue: 1 << 1)
    static let read = Rights(rawValue: 1 << 2)
    static let list = Rights(rawValue: 1 << 3)
    /// From ABI 3 on.
    static let truncate = Rights(rawValue: 1 << 14)
  }

  private let version: Int
  private let descriptor: Int32

  /// - Returns: nil on a kernel without Landlock.
  init?() throws(CageError) {
    version = KernelLocks.landlockVersion
    guard version > 0 else { return nil }
    // Everything that the kernel can forbid: 13 rights in ABI 1, then renaming across folders (2), truncation (3), TCP
    // (4), commands to devices (5), signals and abstract sockets to processes outside (6).
    var domain = barline_landlock_domain(
      files: (1 << (version < 2 ? 13 : version < 3 ? 14 : version < 5 ? 15 : 16)) - 1,
      ports: version < 4 ? 0 : 3, scopes: version < 6 ? 0 : 3)
    let size = version < 4 ? 8 : version < 6 ? 16 : 24
    let made = withUnsafeMutablePointer(to: &domain) {
      barline_syscall(Int(SYS_landlock_create_ruleset), Int(bitPattern: $0), size, 0, 0)
    }
    guard made >= 0 else { throw .failed("Landlock", Errno(rawValue: errno)) }
    descriptor = Int32(made)
    // Not to be seen by the program that is started.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Lets a file, or all that is below a folder, be opened.
  ///
  /// - Parameter file: an open file or folder. One that has no place in any folder (a pipe, memory) needs no rule.
  func allow(_ rights: Rights, _ file: Int32) throws(CageError) {
    let known = version < 3 ? rights.subtracting(.truncate) : rights
    var path = barline_landlock_path(rights: known.rawValue, descriptor: file)
    let status = withUnsafeMutablePointer(to: &path) {
      barline_syscall(Int(SYS_landlock_add_rule), Int(descriptor), 1, Int(bitPattern: $0), 0)
    }
    guard status == 0 || errno == EBADFD else { throw .failed("Landlock", Errno(rawValue: errno)) }
  }

  /// Lets a file or folder be opened by its name; nothing happens where there is none.
  func allow(_ rights: Rights, path: String) throws(CageError) {
    let file = open(path, Int32(BARLINE_O_PATH) | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    try allow(rights, file)
  }

  /// From now on.
  func restrict() throws(CageError) {
    guard barline_syscall(Int(SYS_landlock_restrict_self), Int(descriptor), 0, 0, 0) == 0 else {
      throw .failed("Landlock", Errno(rawValue: errno))
    }
  }
}
