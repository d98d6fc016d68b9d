// MainWindow+Actions.swift
// Every command of a window as an action. Keys with Ctrl are the application's; plain keys work when nothing
// inside the window that has the focus wants them.

import GtkBridge
import Resources
import WaveformCore
import WaveformModel

/// Which commands make sense now.
struct Abilities: Equatable, Sendable {
  let hasFile: Bool, canReload: Bool, hasRecording: Bool, hasSelection: Bool, canZoomIn: Bool,
    canZoomOut: Bool,
    canZoomToSelection: Bool, canZoomToSamples: Bool, canGoBack: Bool, canGoForward: Bool

  @MainActor init(_ diagram: DiagramViewModel) {
    hasFile = !diagram.plots.isEmpty
    canReload = diagram.plots.first.map { $0.change != .deleted } ?? false
    hasRecording = diagram.viewport != nil
    hasSelection = diagram.selection?.isEmpty == false
    let view = diagram.destination
    canZoomIn = view?.isFinest == false
    canZoomOut = view?.isWhole == false
    canZoomToSelection = hasSelection || diagram.canLeaveSelectionZoom
    canZoomToSamples = view.map { $0.framesPerPixel != max(min(1, $0.coarsest), $0.finest) } ?? false
    canGoBack = diagram.canGoBack
    canGoForward = diagram.canGoForward
  }
}

extension MainWindow {
  /// Keys that need no Ctrl.
  private static let plainKeys: [(key: String, action: String)] = [
    ("space", "win.play-pause"), ("Home", "win.go-start"), ("End", "win.go-end"),
    ("KP_Home", "win.go-start"), ("KP_End", "win.go-end"),
    ("Left", "win.step-back"), ("Right", "win.step-forward"),
    ("KP_Left", "win.step-back"), ("KP_Right", "win.step-forward"),
    ("<Shift>Left", "win.extend-back"), ("<Shift>Right", "win.extend-forward"),
    ("<Shift>Home", "win.extend-start"), ("<Shift>End", "win.extend-end"),
    ("Page_Up", "win.page-back"), ("Page_Down", "win.page-forward"),
    ("KP_Page_Up", "win.page-back"), ("KP_Page_Down", "win.page-forward"),
    ("Escape", "win.clear-selection"), ("<Alt>Left", "win.view-back"), ("<Alt>Right", "win.view-forward"),
    ("<Alt>KP_Left", "win.view-back"), ("<Alt>KP_Right", "win.view-forward"), ("Back", "win.view-back"),
    ("Forward", "win.view-forward"),
    // Not as the application's: it would be taken from text that is edited.
    ("<Control>a", "win.select-all"),
  ]

  static let menuButtonNames = [
    "recent_button", "main_button", "view_button", "time_format_button", "track_button", "speed_button",
    "volume_button",
  ]

  /// A menu that closes leaves the keys to the diagram. Where Tab has gone to its button, Space plays all the same, and
  /// Enter opens it.
  func keepSpaceFromMenuButtons() {
    for button in menuButtons {
      button.onPopoverRelease { [weak self] in self?.diagramView.focus() }
      button.takeKey("space") { [weak self, weak button] in
        guard let self, let button, !button.hasOpenPopover, diagram.viewport != nil else { return false }
        diagram.togglePlayback()
        return true
      }
    }
  }

  /// Device pixels that an arrow key moves by.
  private static var step: Int { 10 }

  func addActions() {
    add("open") { $0.chooseFiles() }
    window.addTextAction("open-recent") { [weak self] uri in
      guard let self else { return }
      openFiles([FileReference(uri: uri)], self)
    }
    add("reload") { $0.reload() }
    add("open-raw") { $0.openAsRaw() }
    add("play-pause") { $0.diagram.togglePlayback() }
    add("go-start") { $0.diagram.jump(to: 0) }
    add("go-end") { $0.diagram.jump(to: Double($0.diagram.length)) }
    add("step-back") { $0.diagram.step(byPixels: -Self.step * $0.window.scaleFactor) }
    add("step-forward") { $0.diagram.step(byPixels: Self.step * $0.window.scaleFactor) }
    add("extend-back") { $0.diagram.extendSelection(byPixels: -Self.step * $0.window.scaleFactor) }
    add("extend-forward") { $0.diagram.extendSelection(byPixels: Self.step * $0.window.scaleFactor) }
    add("extend-start") { $0.diagram.extendSelection(toEnd: false) }
    add("extend-end") { $0.diagram.extendSelection(toEnd: true) }
    add("page-back") { $0.diagram.page(by: -1) }
    add("page-forward") { $0.diagram.page(by: 1) }
    add("zoom-in") { $0.diagram.zoom(by: 2) }
    add("zoom-out") { $0.diagram.zoom(by: 0.5) }
    add("zoom-whole") { $0.diagram.zoomOut() }
    add("zoom-samples") { $0.diagram.zoomToSamples() }
    add("view-back") { $0.diagram.goBack() }
    add("view-forward") { $0.diagram.goForward() }
    add("zoom-selection") { $0.diagram.toggleSelectionZoom() }
    add("select-all") { $0.diagram.selectAll() }
    add("clear-selection") { $0.diagram.clearSelection() }
    add("show-shortcuts") {
      Builder(Resources.shortcuts).get("shortcuts", as: Window.self).present(over: $0.window)
    }
    add("function") { $0.figures.showFunction(over: $0.window) }
    addExportActions()
    add("clear-peak-cache") { $0.clearPeakCache() }
    addLookActions()
    addOverviewToggle()
    addSoundActions()
    addLaneActions()
    addNoiseActions()
    window.takeKey("Escape") { DragGesture.cancelCurrent() }
    window.addShortcuts(Self.plainKeys + Self.soundKeys + Self.noiseKeys)
  }

  private func addOverviewToggle() {
    let isOn = diagramView.wantsOverview
    actions["show-overview"] = window.addToggle("show-overview", isOn: isOn) { [weak self] isOn in
      guard let self else { return }
      diagramView.wantsOverview = isOn
      settings.set("show-overview", isOn)
      actions["show-overview"]?.setState(isOn)
    }
  }

  /// Commands that cannot do anything now are switched off.
  func enableActions(_ abilities: Abilities) {
    let needRecording = [
      "play-pause", "play-selection", "go-start", "go-end", "step-back", "step-forward", "extend-back",
      "extend-forward",
      "extend-start", "extend-end", "page-back", "page-forward", "select-all", "export",
    ]
    for name in needRecording { actions[name]?.isEnabled = abilities.hasRecording }
    // One at a time: a second one would give up the first.
    if export.progress.isRunning { actions["export"]?.isEnabled = false }
    actions["reload"]?.isEnabled = abilities.canReload
    actions["open-raw"]?.isEnabled = abilities.hasFile
    actions["zoom-in"]?.isEnabled = abilities.canZoomIn
    actions["zoom-out"]?.isEnabled = abilities.canZoomOut
    actions["zoom-whole"]?.isEnabled = abilities.canZoomOut
    actions["zoom-selection"]?.isEnabled = abilities.canZoomToSelection
    actions["zoom-samples"]?.isEnabled = abilities.canZoomToSamples
    actions["view-back"]?.isEnabled = abilities.canGoBack
    actions["view-forward"]?.isEnabled = abilities.canGoForward
    actions["clear-selection"]?.isEnabled = abilities.hasSelection
  }

  func add(_ name: String, _ body: @escaping @MainActor (MainWindow) -> Void) {
    actions[name] = window.addAction(name) { [weak self] in self.map(body) }
  }

  /// What the open dialog shows at first.
  private static let types = [
    "audio/*", "video/*", "application/ogg", "application/mxf", "application/vnd.ms-asf",
  ]

  private func chooseFiles() {
    chooseSounds(title: "Open a Recording") { [weak self] files in
      guard let self else { return }
      openFiles(files, self)
    }
  }

  func chooseSounds(title: String, _ chosen: @escaping @MainActor ([FileReference]) -> Void) {
    FileDialog.open(
      title: title, parent: window, filters: [("Sounds and Videos", Self.types)], allFiles: "All Files",
      chosen)
  }
}
