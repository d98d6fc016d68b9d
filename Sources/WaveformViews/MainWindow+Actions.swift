// MainWindow+Actions.swift
// What the commands of a window do.

import GtkBridge
import WaveformModel

extension MainWindow {
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
    add(.open) { $0.chooseFiles() }
    actions.addText(.openRecent) { [weak self] uri in
      guard let self else { return }
      openFiles([FileReference(uri: uri)], self)
    }
    add(.reload) { $0.reload() }
    add(.openRaw) { $0.openAsRaw() }
    add(.playPause) { $0.diagram.togglePlayback() }
    add(.goStart) { $0.diagram.jump(to: 0) }
    add(.goEnd) { $0.diagram.jump(to: Double($0.diagram.length)) }
    add(.stepBack) { $0.diagram.step(byPixels: -Self.step * $0.window.scaleFactor) }
    add(.stepForward) { $0.diagram.step(byPixels: Self.step * $0.window.scaleFactor) }
    add(.extendBack) { $0.diagram.extendSelection(byPixels: -Self.step * $0.window.scaleFactor) }
    add(.extendForward) { $0.diagram.extendSelection(byPixels: Self.step * $0.window.scaleFactor) }
    add(.extendStart) { $0.diagram.extendSelection(toEnd: false) }
    add(.extendEnd) { $0.diagram.extendSelection(toEnd: true) }
    add(.pageBack) { $0.diagram.page(by: -1) }
    add(.pageForward) { $0.diagram.page(by: 1) }
    add(.zoomIn) { $0.diagram.zoom(by: 2) }
    add(.zoomOut) { $0.diagram.zoom(by: 0.5) }
    add(.zoomWhole) { $0.diagram.zoomOut() }
    add(.zoomSamples) { $0.diagram.zoomToSamples() }
    add(.viewBack) { $0.diagram.goBack() }
    add(.viewForward) { $0.diagram.goForward() }
    add(.zoomSelection) { $0.diagram.toggleSelectionZoom() }
    add(.selectAll) { $0.diagram.selectAll() }
    add(.clearSelection) { $0.diagram.clearSelection() }
    add(.showShortcuts) { ShortcutList.present(over: $0.window) }
    add(.function) { $0.figures.showFunction(over: $0.window) }
    addExportActions()
    add(.clearPeakCache) { $0.clearPeakCache() }
    addLookActions()
    addOverviewToggle()
    addSoundActions()
    addLaneActions()
    addNoiseActions()
    addTrackAction()
    window.takeKey("Escape") { DragGesture.cancelCurrent() }
    window.addShortcuts(
      Command.allCases.flatMap { command in
        command.plainKeys.map { (key: $0, action: command.rawValue) }
      })
  }

  private func addOverviewToggle() {
    actions.addToggle(.showOverview, isOn: diagramView.wantsOverview) { [weak self] isOn in
      guard let self else { return }
      diagramView.wantsOverview = isOn
      settings.set("show-overview", isOn)
      actions.setState(.showOverview, isOn)
    }
  }

  func followAbilities() {
    observer.follow({ [diagram, export] in Abilities(diagram, export.progress) }) { [weak self] in
      self?.actions.enable(by: $0)
    }
  }

  func add(_ command: Command, _ body: @escaping @MainActor (MainWindow) -> Void) {
    actions.add(command) { [weak self] in self.map(body) }
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
