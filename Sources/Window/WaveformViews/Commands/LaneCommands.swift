// LaneCommands.swift
// Commands for several waveforms in one window: adding, removing, arranging, undo. The target of an item in a
// lane's menu is the number of the waveform, followed by a colon and an argument.

import GtkBridge
import Localization
import WaveformCore
import WaveformModel

/// The commands of the lanes of a window.
@MainActor package final class LaneCommands {
  private let diagram: DiagramViewModel
  private let actions: CommandActions
  private let window: Window
  private let messages: Messages
  private let settings: Settings
  private let observer = ModelObserver()

  init(
    _ diagram: DiagramViewModel, _ actions: CommandActions, _ contents: WindowContents, _ settings: Settings,
    _ trace: Trace?
  ) {
    self.diagram = diagram
    self.actions = actions
    window = contents.window
    messages = contents.messages
    self.settings = settings
    addActions()
    guard let trace else { return }
    observer.follow({ diagram.plots.map { LaneTrace($0) } }) { lanes in
      trace.write("lanes", ["lanes": lanes])
    }
  }

  private func addActions() {
    actions.add(.addWaveform) { [weak self] in self?.chooseWaveforms(over: nil) }
    actions.add(.undo) { [weak self] in
      guard let self, let change = diagram.lanes.undoChange else { return }
      diagram.lanes.undo()
      messages.say(localized("Undone: \(change.title)"))
    }
    actions.add(.redo) { [weak self] in
      guard let self, let change = diagram.lanes.redoChange else { return }
      diagram.lanes.redo()
      messages.say(localized("Done again: \(change.title)"))
    }
    actions.add(.exchangeEdges) { [weak self] in
      guard let edge = self?.diagram.exchangeEdges() else { return }
      self?.messages.say(edge == .start ? localized("Moving the start") : localized("Moving the end"))
    }
    add(.laneAddOver) { lanes, plot, _ in lanes.chooseWaveforms(over: plot) }
    add(.laneHide) { lanes, plot, _ in
      let isHidden = !plot.settings.isHidden
      lanes.diagram.lanes.change(plot, isHidden ? .hidden : .shown) { $0.isHidden = isHidden }
    }
    add(.laneColor) { lanes, plot, color in
      lanes.diagram.lanes.change(plot, .recolored) { $0.color = Int(color) ?? $0.color }
    }
    add(.laneHeight) { lanes, plot, height in
      lanes.diagram.lanes.change(plot, .resized) { $0.height = LaneHeight(rawValue: height) ?? $0.height }
    }
    add(.laneStyle) { lanes, plot, style in lanes.diagram.lanes.draw(WaveformStyle(rawValue: style), plot) }
    add(.laneOver) { lanes, plot, _ in lanes.diagram.lanes.setOver(true, plot) }
    add(.laneAlone) { lanes, plot, _ in lanes.diagram.lanes.setOver(false, plot) }
    add(.laneUp) { lanes, plot, _ in lanes.diagram.lanes.move(plot, by: -1) }
    add(.laneDown) { lanes, plot, _ in lanes.diagram.lanes.move(plot, by: 1) }
    add(.laneRemove) { lanes, plot, _ in lanes.remove(plot) }
  }

  private func add(
    _ command: Command, _ body: @escaping @MainActor (LaneCommands, PlotViewModel, String) -> Void
  ) {
    actions.addText(command) { [weak self] target in
      guard let self, let (plot, wish) = Self.waveform(target, of: diagram) else { return }
      body(self, plot, wish)
    }
  }

  /// The waveform that a target names, and the argument behind the colon.
  package static func waveform(_ target: String, of diagram: DiagramViewModel) -> (PlotViewModel, String)? {
    let parts = target.split(separator: ":", maxSplits: 1)
    guard let first = parts.first, let number = Int(first),
      let plot = diagram.plots.first(where: { $0.number == number })
    else { return nil }
    return (plot, parts.count > 1 ? String(parts[1]) : "")
  }

  /// When the window's own recording is removed, the next one takes its place.
  private func remove(_ plot: PlotViewModel) {
    let name = plot.laneName
    guard diagram.lanes.canRemove(plot) else { return }
    diagram.lanes.remove(plot)
    let toast = Toast(localized("“\(name)” removed"))
    toast.setButton(localized("Undo"), action: Command.undo.rawValue)
    messages.show(toast)
  }

  private func chooseWaveforms(over base: PlotViewModel?) {
    FileDialog.openSounds(title: localized("Add a Waveform"), over: window) { [weak self] files in
      self?.add(files, over: base)
    }
  }

  /// Adds files where they were dropped on the diagram.
  func dropped(_ files: [FileReference], at place: DiagramDrop.Place) {
    switch place {
    case .below, .instead: add(files, over: nil)
    case .over(let plot): add(files, over: plot)
    }
  }

  /// Adds waveforms below the others, or over one of them.
  private func add(_ files: [FileReference], over base: PlotViewModel?) {
    for file in files {
      guard let path = file.filePath else {
        messages.show(localized("“\(file.displayName)” is not on this computer. Copy it here first."))
        continue
      }
      diagram.lanes.add(
        PlotViewModel(path: path, options: RawChoices.options(for: path), cache: settings.peakCache),
        over: base)
    }
  }
}

extension FileDialog {
  /// The types that the dialog shows first.
  private static let types = [
    "audio/*", "video/*", "application/ogg", "application/mxf", "application/vnd.ms-asf",
  ]

  /// Asks for sound files to open.
  ///
  /// - Parameter orProjects: true when projects may be chosen as well.
  static func openSounds(
    title: String, over parent: Window, orProjects: Bool = false,
    _ chosen: @escaping @MainActor ([FileReference]) -> Void
  ) {
    open(
      title: title, parent: parent,
      filters: [
        orProjects
          ? (localized("Sounds, Videos and Projects"), types + ["*.barline"])
          : (localized("Sounds and Videos"), types)
      ], allFiles: localized("All Files"), chosen)
  }
}

/// A waveform as the trace writes it.
private struct LaneTrace: Equatable, Sendable, TraceValue {
  let json: String

  @MainActor init(_ plot: PlotViewModel) {
    let settings = plot.settings
    json = Trace.object([
      "number": plot.number, "name": plot.laneName, "over": settings.isOver, "color": settings.color,
      "hidden": settings.isHidden, "muted": settings.isMuted, "solo": settings.isSoloed,
      "offset": settings.offset, "height": settings.height.rawValue,
    ])
  }
}
