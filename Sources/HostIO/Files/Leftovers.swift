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
  /// Seconds for which a file must have rested: where every lock is seen, only the moment between its making and its
  /// locking is to be left alone.
  private static let rest: Int64 = 600, restUnderLocks: Int64 = 2

  /// File systems of this machine's own disks and memory, by `f_type` of statfs(2): a lock that somebody holds there shows,
  /// in every container. Those of shares may hold on one machine only.
  private static let localFileSystems: Set<UInt32> = [
    0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x2FC1_2FC1, 0xCA45_1A4E, 0x0102_1994, 0x794C_7630, 0x4D44,
    0x2011_BAB0, 0x7366_746E,
  ]

  /// Deletes them. Files of other names, of other users and of processes that go on are left alone.
  package static func sweep(_ folder: FilePath) {
    guard let listing = folder.withPlatformString({ opendir($0) }) else { return }
    defer { closedir(listing) }
    for _ in 0..<most {
      guard let item = readdir(listing) else { return }
      let name = withUnsafePointer(to: &item.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath(platformString: $0) }
      }
      guard let process = TemporaryName.process(of: name.string) else { continue }
      let path = folder.pushing(name)
      if !isRunning(process), isAbandoned(path) { _ = path.withPlatformString { unlink($0) } }
    }
  }

  private static func isRunning(_ process: pid_t) -> Bool { kill(process, 0) == 0 || errno != ESRCH }

  /// True for a regular file of this user that has not changed for a while and that nobody holds. The number of a process
  /// says little where several machines or containers share a folder: its lock does, and its age where locks are not shared.
  private static func isAbandoned(_ path: FilePath) -> Bool {
    let descriptor = path.withPlatformString { open($0, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let isLocal = localFileSystems.contains(barline_file_system(descriptor))
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      Int64(status.st_mtim.tv_sec) < EntryFolder.seconds - (isLocal ? restUnderLocks : rest)
    else { return false }
    return barline_flock(descriptor, Int32(BARLINE_LOCK_EX_NB)) == 0
  }

  /// Shows others that a file is being written, as long as its descriptor is open, here or in a child.
  static func hold(_ descriptor: Int32) {
    // Where the file system has no locks its age protects it.
    _ = barline_flock(descriptor, Int32(BARLINE_LOCK_EX_NB))
  }
}
