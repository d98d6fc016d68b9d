// FolderWindow.swift
// One window for one folder: its title and pages, what its buttons do, and what it tells in passing. Owned by
// `FolderWindows`; owns its models.

import GtkBridge
import HostIO
import Localization
import Playback
import Resources
import SystemPackage
import WaveformViews

/// A window with the recordings of a folder.
@MainActor final class FolderWindow {
  let window: Window
  let source: FolderSource
  let playback: FolderPlayback

  private let model: FolderModel
  private let view: FolderView
  private let title: Widget, play: Widget, searchBar: Widget, status: Widget, statusButton: Widget
  private let stack: Stack
  private let messages: Messages
  private let observer = ModelObserver()
  private let folderTrace: FolderTrace?

  /// - Parameter open: opens files that were chosen or dropped.
  init(
    _ model: FolderModel, _ application: Application, _ player: any Player, trace: Trace?,
    open: @escaping @MainActor ([FileReference]) -> Void
  ) {
    CachedBin.register()
    let builder = Builder(Resources.folder)
    let window = builder.get("window", as: Window.self)
    let playback = FolderPlayback(player)
    self.window = window
    self.model = model
    self.playback = playback
    source = model.source
    title = builder.get("title")
    play = builder.get("play")
    searchBar = builder.get("search_bar")
    status = builder.get("status")
    statusButton = builder.get("status_button")
    stack = builder.get("stack", as: Stack.self)
    messages = Messages(builder.get("toasts", as: ToastOverlay.self))
    view = FolderView(model, playback, filter: builder.get("filter"))
    stack.add(view.table, named: "list")
    folderTrace = trace.map { FolderTrace($0, model, playback, in: window) }
    window.setApplication(application)
    window.title = "\(model.source.name) – Barline"
    title.set("title", model.source.name)
    builder.get("main_button").setMenu(WindowMenus.main)
    builder.get("main_button").onPopoverRelease { [weak view] in view?.enterTable() }
    view.onOpen = { open($0.map { FileReference($0) }) }
    play.connect("clicked") { [weak view] in view?.togglePlayback() }
    CommandActions(of: window).add(.showShortcuts) { [weak window] in window.map(ShortcutList.present) }
    _ = FileDropTarget(on: window) { files, _ in open(files) }
    follow()
  }

  func present() { window.present() }

  /// Ends everything that runs for this window, without waiting for a reader; labels are written first.
  func tearDown() {
    playback.stop()
    model.finish()
  }

  // MARK: From the models

  private enum Page: Equatable, Sendable {
    case blank, list
    case status(icon: String, title: String, description: String, offersAnother: Bool)
  }

  private func follow() {
    let model = model, playback = playback, name = source.name
    observer.follow({ Self.page(model, name) }) { [weak self] in self?.show($0) }
    observer.follow({ model.isListed ? model.summary : "" }) { [weak self] in
      self?.title.set("subtitle", $0)
    }
    observer.follow({ playback.path != nil }) { [weak self] in self?.showPlaying($0) }
    observer.follow({ [model.labelNotice.count, playback.notice.count] }) { [weak self] _ in self?.tell() }
  }

  private static func page(_ model: FolderModel, _ name: String) -> Page {
    guard model.isListed else { return .blank }
    if let problem = model.problem {
      return .status(
        icon: "dialog-warning-symbolic", title: localized("The Folder Cannot Be Read"),
        description: "\(problem.message) \(problem.advice)", offersAnother: true)
    }
    guard model.total > 0 else {
      return .status(
        icon: "folder-music-symbolic", title: localized("No Recordings"),
        description: localized("Recordings that come into “\(name)” are shown here."), offersAnother: true)
    }
    guard model.ids.isEmpty else { return .list }
    return .status(
      icon: "system-search-symbolic", title: localized("Nothing Found"),
      description: localized("No name has “\(model.filter)” in it."), offersAnother: false)
  }

  private func show(_ page: Page) {
    searchBar.isVisible = page == .list || !model.filter.isEmpty
    switch page {
    case .blank: stack.show("blank")
    case .list:
      let isFirst = play.bool("sensitive") == false
      stack.show("list")
      play.set("sensitive", true)
      // The rows are there after the next turn.
      if isFirst { Task { [weak view] in view?.enterTable() } }
    case .status(let icon, let title, let description, let offersAnother):
      status.set("icon-name", icon)
      status.set("title", title)
      status.set("description", escapeMarkup(description))
      statusButton.isVisible = offersAnother
      stack.show("status")
    }
  }

  private func showPlaying(_ isOn: Bool) {
    play.set("icon-name", isOn ? "media-playback-stop-symbolic" : "media-playback-start-symbolic")
    let text = isOn ? localized("Stop (Space)") : localized("Play the selected recording (Space)")
    play.setTooltip(text)
    play.setAccessibleLabel(isOn ? localized("Stop") : localized("Play"))
  }

  private var told = (labels: 0, playback: 0)

  private func tell() {
    let labels = model.labelNotice, sound = playback.notice
    if labels.count != told.labels { messages.show(labels.text) }
    if sound.count != told.playback { messages.show(sound.text) }
    told = (labels.count, sound.count)
  }
}
