// FolderWindows.swift
// The windows of folders: one for each folder. Kept by what the feature has added to the program.

import GtkBridge
import HostIO
import Localization
import Playback
import SystemPackage
import WaveformViews

/// All folders that are open.
@MainActor final class FolderWindows {
  private let program: ProgramParts
  private var windows: [FolderWindow] = []
  private var observers: [ObjectIdentifier: ModelObserver] = [:]
  /// A folder whose listing began before it had a window.
  private var early: FolderModel?

  init(_ program: ProgramParts, early: FolderModel?) {
    self.program = program
    self.early = early
  }

  /// Shows a folder, or several files; what is open already comes to the front.
  func open(_ source: FolderSource) {
    if let window = windows.first(where: { $0.source == source }) { return window.present() }
    let settings = program.settings
    let known = early.flatMap { $0.source == source ? $0 : nil }
    let model = known ?? FolderModel(source, cache: settings.peakCache)
    early = nil
    let window = FolderWindow(
      model, program.application, program.makePlayer(), trace: program.trace, open: program.open)
    window.playback.setVolume(Double(settings.int("volume", default: 100)) / 100)
    window.window.defaultSize = (
      settings.int("window-width", default: 1100), settings.int("window-height", default: 620)
    )
    window.window.connectBool("close-request") { [weak self, weak window] in
      if let window { self?.forget(window) }
      return false
    }
    let observer = ModelObserver()
    observer.follow({ [playback = window.playback] in playback.path != nil }) { [weak self, weak window] in
      guard $0, let self, let window else { return }
      pause(except: window)
      program.pauseRecordings()
    }
    observers[ObjectIdentifier(window)] = observer
    windows.append(window)
    window.present()
  }

  private func forget(_ window: FolderWindow) {
    window.tearDown()
    observers[ObjectIdentifier(window)] = nil
    windows.removeAll { $0 === window }
  }

  /// Asks for a folder and shows it.
  func choose(over parent: Window) {
    FileDialog.folder(title: localized("Open a Folder"), parent: parent) { [weak self] folder in
      if let path = folder.filePath { self?.open(.folder(path)) }
    }
  }

  /// Stops what is heard of other folders.
  func pause(except window: FolderWindow? = nil) {
    for other in windows where other !== window { other.playback.stop() }
  }

  /// The window that is in use, or any of them.
  func front(isActive: Bool) -> Window? {
    windows.first { !isActive || program.application.isActive($0.window) }?.window
  }

  func closeAll() { windows.forEach { $0.window.close() } }
}
