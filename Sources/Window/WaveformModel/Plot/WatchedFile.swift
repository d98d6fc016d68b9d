// WatchedFile.swift
// What the file of a waveform says about itself, and what happens to it while it is shown. The watch has its own thread,
// and so has each reading of tags; what they tell hops to the main actor, as the events of the reader do.

import AudioExport
import AudioFormats
import HostIO
import Observation
import SystemPackage

/// A file that is watched from the time at which it was read.
@Observable @MainActor final class WatchedFile {
  /// What has happened to it since, if the user must know of it.
  private(set) var change = FileChange.unchanged
  /// What it says about itself; nil until that has been read.
  private(set) var information: RecordingInformation?
  @ObservationIgnored private var watch: FileWatch?

  /// - Parameter onChange: called on the main actor with each change.
  func begin(_ path: FilePath, since state: FileState, onChange: @escaping @MainActor (FileChange) -> Void) {
    watch = FileWatch(path: path, since: state) { change in
      Task { @MainActor in onChange(change) }
    }
  }

  /// Compares with `state` from now on: the file has been read as it is now.
  func rebase(to state: FileState) { watch?.rebase(to: state) }

  /// Reads what the file says about itself, in the background: tags may lie on a dead share. ffmpeg is not
  /// asked, because one that hangs would outlive the window.
  func readInformation(_ path: FilePath, _ description: AudioDescription) {
    _ = BackgroundThread.start { [weak self] in
      guard let found = RecordingInformation(path: path, description: description, asksFFmpeg: false)
      else { return }
      Task { @MainActor in
        if let self, self.information != found { self.information = found }
      }
    }
  }

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
