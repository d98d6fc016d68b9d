// WritingPlace.swift
// What has to be done once in every folder before this process writes there, and what it learns by that. Any thread.

import Glibc
import Synchronization
import SystemPackage

/// Folders in which this process writes files.
enum WritingPlace {
  /// Whether an unnamed file can take a name there, by folder.
  private static let known = Mutex([FilePath: Bool]())
  /// Folders that are remembered.
  private static let most = 1_000

  /// Sweeps the folder and tries it, the first time.
  ///
  /// A sandbox may allow files without names and forbid to name them: that has to show before the work of an hour is in
  /// such a file.
  ///
  /// - Returns: true where an unnamed file can take a name.
  static func canNameFiles(in folder: FilePath) -> Bool {
    if let answer = known.withLock({ $0[folder] }) { return answer }
    Leftovers.sweep(folder)
    let answer = tryNaming(in: folder)
    known.withLock { known in
      if known.count >= most { known.removeAll() }
      known[folder] = answer
    }
    return answer
  }

  private static func tryNaming(in folder: FilePath) -> Bool {
    guard let descriptor = UnnamedFile.open(folder, O_WRONLY, mode: 0o600, mayGetName: true) else {
      return false
    }
    defer { close(descriptor) }
    // Killed while it has the name, it leaves an empty file, which the next sweep takes away.
    let name = TemporaryName(in: folder)
    defer { name.remove() }
    do throws(Errno) { try UnnamedFile.name(descriptor, name.path) } catch { return false }
    return true
  }
}
