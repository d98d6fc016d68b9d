// WatchedFile.swift
// What becomes of the file of a waveform while that is shown. The watch has a thread of its own; what it sees hops to
// the main actor, as what the reader says.

import HostIO
import Observation
import SystemPackage

/// A file that is watched from the time at which it was read.
@Observable @MainActor final class WatchedFile {
  /// What has become of it since, where that needs the user.
  private(set) var change = FileChange.unchanged
  @ObservationIgnored private var watch: FileWatch?

  /// - Parameter onChange: what is seen; on the main actor.
  func begin(_ path: FilePath, since state: FileState, onChange: @escaping @MainActor (FileChange) -> Void) {
    watch = FileWatch(path: path, since: state) { change in
      Task { @MainActor in onChange(change) }
    }
  }

  /// It has been read as it is now.
  func rebase(to state: FileState) { watch?.rebase(to: state) }

  func end() {
    watch?.cancel()
    watch = nil
  }

  /// Growth and a new time are no reason to ask anybody: the file is read again by itself.
  ///
  /// - Returns: true when it has to be read again so.
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
