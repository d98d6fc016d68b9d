// FolderBrowsing.swift
// The next and the previous recording of a folder, opened in place. The folder is read in the background: a dead
// network share may never answer, and then nothing happens.

import GtkBridge
import HostIO
import Localization

/// Leafs through the recordings of a folder; one for each window.
@MainActor final class FolderBrowsing {
  private let worker = BackgroundWorker()

  /// - Parameters:
  ///   - file: what the window shows now.
  ///   - open: called with what it is to show.
  init(
    _ actions: CommandActions, _ messages: Messages, file: @escaping @MainActor () -> FileReference?,
    open: @escaping @MainActor (FileReference) -> Void
  ) {
    func add(_ command: Command, step: Int, end: String) {
      actions.add(command) { [worker, weak messages] in
        guard let shown = file() else { return }
        worker.run {
          let next = Self.recording(step, from: shown, in: shown.recordingsBeside())
          Task { @MainActor in
            // Another one may have been opened meanwhile.
            guard file() == shown else { return }
            if let next { open(next) } else { messages?.show(end) }
          }
        }
      }
    }
    add(.nextFile, step: 1, end: localized("This is the last recording of its folder."))
    add(.previousFile, step: -1, end: localized("This is the first recording of its folder."))
  }

  /// The recording so many places on; nil at the end. A file that has gone counts as the end.
  nonisolated static func recording(
    _ step: Int, from file: FileReference, in folder: [FileReference]
  ) -> FileReference? {
    guard let index = folder.firstIndex(of: file), folder.indices.contains(index + step) else { return nil }
    return folder[index + step]
  }
}
