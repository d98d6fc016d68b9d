// MainWindow+Lanes.swift
// Several waveforms in one window, as commands: adding, removing, arranging, undo. Items of a lane's menu name the
// waveform by its number, and what they want after a colon.

import GtkBridge
import WaveformCore
import WaveformModel

extension MainWindow {
  func addLaneActions() {
    add(.addWaveform) { $0.chooseWaveforms(over: nil) }
    add(.undo) { $0.diagram.undo() }
    add(.redo) { $0.diagram.redo() }
    addLaneAction(.laneAddOver) { window, plot, _ in window.chooseWaveforms(over: plot) }
    addLaneAction(.laneHide) { window, plot, _ in
      let isHidden = !plot.settings.isHidden
      window.diagram.change(plot, isHidden ? "Hide Waveform" : "Show Waveform") { $0.isHidden = isHidden }
    }
    addLaneAction(.laneColor) { window, plot, color in
      window.diagram.change(plot, "Change Color") { $0.color = Int(color) ?? $0.color }
    }
    addLaneAction(.laneHeight) { window, plot, height in
      window.diagram.change(plot, "Change Height") { $0.height = LaneHeight(rawValue: height) ?? $0.height }
    }
    addLaneAction(.laneOver) { window, plot, _ in window.diagram.setOver(true, plot) }
    addLaneAction(.laneAlone) { window, plot, _ in window.diagram.setOver(false, plot) }
    addLaneAction(.laneUp) { window, plot, _ in window.diagram.moveLane(of: plot, by: -1) }
    addLaneAction(.laneDown) { window, plot, _ in window.diagram.moveLane(of: plot, by: 1) }
    addLaneAction(.laneNoise) { window, plot, _ in
      window.diagram.noise.choose(plot)
      window.showNoisePanel(true)
    }
    addLaneAction(.laneRemove) { window, plot, _ in window.removeLane(plot) }
  }

  private func addLaneAction(
    _ command: Command, _ body: @escaping @MainActor (MainWindow, PlotViewModel, String) -> Void
  ) {
    actions.addText(command) { [weak self] target in
      let parts = target.split(separator: ":", maxSplits: 1)
      guard let self, let first = parts.first, let number = Int(first),
        let plot = diagram.plots.first(where: { $0.number == number })
      else { return }
      body(self, plot, parts.count > 1 ? String(parts[1]) : "")
    }
  }

  func followLanes() {
    let diagram = diagram
    observer.follow({ LaneTitle(count: diagram.plots.count, name: diagram.plots.first?.laneName) }) {
      [weak self] _ in
      if let self, let plot = self.diagram.plots.first, plot.channels > 0 { showTitle(of: plot) }
    }
    if let trace {
      observer.follow({ diagram.plots.map { LaneTrace($0) } }) { lanes in
        trace.write("lanes", "\"lanes\":[\(lanes.map(\.text).joined(separator: ","))]")
      }
    }
  }

  /// The window's own recording gives way to the next one when it is removed.
  private func removeLane(_ plot: PlotViewModel) {
    let name = plot.laneName
    guard diagram.canRemoveLane(plot) else { return }
    diagram.removeLane(plot)
    let toast = Toast("“\(name)” removed")
    toast.setButton("Undo", action: Command.undo.rawValue)
    showToast(toast)
  }

  private func chooseWaveforms(over base: PlotViewModel?) {
    chooseSounds(title: "Add a Waveform") { [weak self] files in self?.addWaveforms(files, over: base) }
  }

  /// Adds waveforms below the others, or over one of them.
  func addWaveforms(_ files: [FileReference], over base: PlotViewModel?) {
    for file in files {
      guard let path = file.filePath else {
        showToast("“\(file.displayName)” is not on this computer. Copy it here first.")
        continue
      }
      diagram.addLane(
        PlotViewModel(path: path, options: RawChoices.options(for: path), cache: settings.peakCache),
        over: base)
    }
  }

  /// Files dropped on the diagram come where they were dropped; on anything else, they are opened.
  func dropped(_ files: [FileReference], at place: DiagramDrop.Place) {
    switch place {
    case .below: addWaveforms(files, over: nil)
    case .over(let plot): addWaveforms(files, over: plot)
    }
  }
}

/// What the title depends on besides the recording.
private struct LaneTitle: Equatable, Sendable {
  let count: Int
  let name: String?
}

/// A waveform as the trace has it.
private struct LaneTrace: Equatable, Sendable {
  let text: String

  @MainActor init(_ plot: PlotViewModel) {
    let settings = plot.settings
    text =
      "{\"number\":\(plot.number),\"over\":\(settings.isOver),\"color\":\(settings.color),"
      + "\"hidden\":\(settings.isHidden),\"muted\":\(settings.isMuted),\"solo\":\(settings.isSoloed),"
      + "\"offset\":\(settings.offset),\"height\":\"\(settings.height.rawValue)\"}"
  }
}
