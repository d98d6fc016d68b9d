// WatchedFile.swift
// What happens to the file of a waveform while it is shown. The watch has its own thread; its events hop to
// the main actor, as those of the reader do.

import HostIO
import Observation
import SystemPackage

/// A file that is watched from the time at which it was read.
@Observable @MainActor final class WatchedFile {
  /// What has happened to it since, if the user must know of it.
  private(set) var change = FileChange.unchanged
  @ObservationIgnored private var watch: FileWatch?

  /// - Parameter onChange: called on the main actor with each change.
  func begin(_ path: FilePath, since state: FileState, onChange: @escaping @MainActor (FileChange) -> Void) {
    watch = FileWatch(path: path, since: state) { change in
      Task { @MainActor in onChange(change) }
    }
  }

  /// Compares with `state` from now on: the file has been read as it is now.
  func rebase(to state: FileState) { watch?.rebase(to: state) }

  func end() {
    watch?.cancel()
    watch = nil
  }

  /// Growth and a new time stamp need no question: the file is then read again automatically.
  ///
  /// - Returns: true when it must be read again for that reason.
  func became(_ change: FileChange) -> Bool {
    switch change {
    case .grown, .touched:
      self.change = .unchanged
      return true
    default:
      self.change = change
      return false
    }
  }
}
