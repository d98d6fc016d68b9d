// Leftovers.swift
// Unfinished files of processes that were killed while they wrote. Most leave nothing, because their files have no name;
// these are from file systems without such files, or from the moment in which a file replaces another. Any thread.

import CLinux
import Glibc
import SystemPackage

/// Deletes what killed processes left in a folder.
package enum Leftovers {
  /// Names that are looked at: a folder of a hundred thousand files on a share would take seconds.
  private static let most = 4_096
  /// Seconds for which a file of another machine, container or start of this one must have rested: whether its process goes
  /// on, cannot be known.
  private static let rest: Int64 = 600

  /// Deletes them. Files of other names, of other users and of processes that go on are left alone.
  package static func sweep(_ folder: FilePath) {
    guard let listing = folder.withPlatformString({ opendir($0) }) else { return }
    defer { closedir(listing) }
    for _ in 0..<most {
      guard let item = readdir(listing) else { return }
      let name = withUnsafePointer(to: &item.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath(platformString: $0) }
      }
      guard let owner = TemporaryName.owner(of: name.string) else { continue }
      let path = folder.pushing(name)
      let isGone = owner.isOfThisPlace && !isRunning(owner.process)
      guard isGone || !isRunning(owner.process), isAbandoned(path, rest: isGone ? 0 : rest) else { continue }
      _ = path.withPlatformString { unlink($0) }
    }
  }

  private static func isRunning(_ process: pid_t) -> Bool { kill(process, 0) == 0 || errno != ESRCH }

  /// True for a regular file of this user that nobody holds. Where the number of its process says little, because several
  /// machines or containers share a folder, its lock does, and its age where locks are not shared.
  ///
  /// - Parameter rest: seconds for which it must not have changed.
  private static func isAbandoned(_ path: FilePath, rest: Int64) -> Bool {
    let descriptor = path.withPlatformString { open($0, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      Int64(status.st_mtim.tv_sec) <= EntryFolder.seconds - rest
    else { return false }
    return barline_flock(descriptor, Int32(BARLINE_LOCK_EX_NB)) == 0
  }

  /// Shows others that a file is being written, as long as its descriptor is open, here or in a child.
  static func hold(_ descriptor: Int32) {
    // Where the file system has no locks its age protects it.
    _ = barline_flock(descriptor, Int32(BARLINE_LOCK_EX_NB))
  }
}
