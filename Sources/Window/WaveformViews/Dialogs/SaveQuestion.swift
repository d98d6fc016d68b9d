// SaveQuestion.swift
// Asks where a new file is to be written. Which names are taken is looked up on another thread, and not waited for long:
// a folder may be far away, or never answer. Main actor.

import GtkBridge
import Localization
import SystemPackage
import WaveformModel

/// The question for the place of a new file, of one window.
@MainActor package final class SaveQuestion {
  private let window: Window
  private let messages: Messages
  private let timer = Timer()
  /// Counts the questions: what is found for an earlier one comes too late.
  private var count = 0
  private var isLooking = false

  /// Seconds in which a folder must tell which names it has.
  private static let patience = 0.5

  package init(over window: Window, _ messages: Messages) {
    self.window = window
    self.messages = messages
  }

  /// Asks for a place; the desktop asks before a file is overwritten.
  ///
  /// - Parameters:
  ///   - folder: where to begin. One that does not answer is left out, and the desktop begins where it likes.
  ///   - chosen: called with the place; not called when nobody chooses one that can be written to.
  package func ask(
    _ title: String, _ name: NewFileName, in folder: FilePath, chosen: @escaping @MainActor (FilePath) -> Void
  ) {
    guard !isLooking else { return }
    isLooking = true
    count += 1
    let number = count
    let show: @MainActor (String, FilePath?) -> Void = { [weak self] name, folder in
      guard let self, isLooking, number == count else { return }
      isLooking = false
      timer.cancel()
      open(title, name, in: folder, chosen)
    }
    let isStarted = FolderLook.begin(name, in: folder) { show($0, folder) }
    timer.schedule(after: isStarted ? Self.patience : 0) { show(name.plain, nil) }
  }

  private func open(
    _ title: String, _ name: String, in folder: FilePath?, _ chosen: @escaping @MainActor (FilePath) -> Void
  ) {
    FileDialog.save(title: title, parent: window, name: name, folder: folder?.bytes) { [messages] file in
      guard let path = file.filePath else {
        return messages.show(localized("Choose a place on this computer."))
      }
      chosen(path)
    }
  }
}
