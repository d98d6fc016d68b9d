// UnnamedFile.swift
// Files that have no name: the system deletes them when nobody holds them open any more, however a process ended.

import CLinux
import Glibc
import SystemPackage

/// Opens files without a name (O_TMPFILE, Linux 3.11), and gives them one.
package enum UnnamedFile {
  /// O_TMPFILE of <asm-generic/fcntl.h>, which Swift's Glibc does not import.
  private static let flag = 0o20_000_000 | O_DIRECTORY

  /// - Parameters:
  ///   - access: O_RDWR or O_WRONLY.
  ///   - mode: its permissions, before the user's umask.
  ///   - mayGetName: false for one that never becomes a file of the folder.
  /// - Returns: a descriptor; nil where the file system has no such files, or refuses.
  package static func open(_ folder: FilePath, _ access: Int32, mode: mode_t, mayGetName: Bool) -> Int32? {
    let flags = access | O_CLOEXEC | flag | (mayGetName ? 0 : O_EXCL)
    let descriptor = folder.withPlatformString { Glibc.open($0, flags, mode) }
    return descriptor < 0 ? nil : descriptor
  }

  /// Gives an unnamed file its name, whole and in one step.
  ///
  /// - Throws: `fileExists` where there is a file of that name: it is never replaced.
  static func name(_ descriptor: Int32, _ path: FilePath) throws(Errno) {
    // AT_EMPTY_PATH, the other way, needs a capability that users do not have (open(2)).
    let linked = "/proc/self/fd/\(descriptor)".withCString { old in
      path.withPlatformString { linkat(AT_FDCWD, old, AT_FDCWD, $0, Int32(AT_SYMLINK_FOLLOW)) }
    }
    guard linked == 0 else { throw Errno(rawValue: errno) }
  }
}
