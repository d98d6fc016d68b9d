// FolderProbe.swift
// Whether a name means a folder, asked before a window for it is made.

import GtkBridge
import HostIO
import Synchronization
import SystemPackage

/// Looks at names.
package enum FolderProbe {
  /// The seconds for which a file system may think: a local one needs microseconds.
  private static let patience = 0.05

  private final class Answer: Sendable {
    let isFolder = Atomic(false)
    let wakeup = Wakeup()
  }

  /// True for a folder, or a link to one. What does not answer, as a dead share, counts as a file: its window waits for
  /// it without standing still.
  package static func isFolder(_ path: FilePath) -> Bool {
    let answer = Answer()
    let isStarted = BackgroundThread.start {
      answer.isFolder.store(FolderListing.isFolder(path), ordering: .releasing)
      answer.wakeup.post()
    }
    if isStarted { answer.wakeup.wait(seconds: patience) }
    return answer.isFolder.load(ordering: .acquiring)
  }
}

extension FileReference {
  /// See `FolderProbe.isFolder`.
  var isFolder: Bool { filePath.map(FolderProbe.isFolder) ?? false }
}
