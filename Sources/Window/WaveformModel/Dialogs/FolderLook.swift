// FolderLook.swift
// Looks which names a folder has that may be far away, or never answer: one thread at a time for each folder, however often
// it is asked about. Main actor; the look itself runs on a thread that nobody waits for.

import HostIO
import SystemPackage

/// The looks of the program at folders into which something is to be written.
@MainActor public enum FolderLook {
  /// Folders that have not answered yet.
  private static var pending: Set<FilePath> = []

  /// Looks for a name that is free.
  ///
  /// - Parameters:
  ///   - exists: runs on the look's thread.
  ///   - found: called with the name, whenever the folder answers.
  /// - Returns: false when nothing will be found: there is no thread, or an earlier look at that folder still waits.
  public static func begin(
    _ name: NewFileName, in folder: FilePath,
    exists: @escaping @Sendable (FilePath) -> Bool = { FileState(of: $0) != nil },
    found: @escaping @MainActor (String) -> Void
  ) -> Bool {
    guard !pending.contains(folder) else { return false }
    let isStarted = BackgroundThread.start {
      let free = name.free { exists(folder.appending($0)) }
      Task { @MainActor in
        pending.remove(folder)
        found(free)
      }
    }
    if isStarted { pending.insert(folder) }
    return isStarted
  }
}
