// WaveformPreview.swift
// The waveform in a dialog that shows what the values there mean. The old picture stays until the next one has something to
// show, so that nothing flickers.

import GtkBridge
import WaveformDrawing
import WaveformModel

/// Shows the first waveform of a diagram that is exchanged again and again.
@MainActor final class WaveformPreview {
  private let grid: Grid
  private let label: String
  private let diagram: @MainActor () -> DiagramViewModel?
  private let observer = ModelObserver()
  private var view: PlotView?
  private var styleConnections: [SignalConnection] = []

  /// - Parameters:
  ///   - label: what it is called where it is read out.
  ///   - diagram: the present one; nil while there is none. Holds its model weakly, or not longer than the dialog.
  init(in grid: Grid, label: String, _ diagram: @escaping @MainActor () -> DiagramViewModel?) {
    self.grid = grid
    self.label = label
    self.diagram = diagram
    styleConnections = StyleManager.shared.onChange { [weak self] in self?.applyPalette() }
    observer.follow({
      diagram().map { diagram in
        let plot = diagram.plots.first
        let hasSomething = (plot?.framesRead ?? 0) > 0 || plot?.isComplete == true
        return hasSomething ? Picture.ready(ObjectIdentifier(diagram)) : .coming
      } ?? .none
    }) { [weak self] in self?.show($0) }
  }

  isolated deinit { styleConnections.forEach { $0.disconnect() } }

  private enum Picture: Equatable {
    case none, coming
    case ready(ObjectIdentifier)
  }

  private func show(_ picture: Picture) {
    guard picture != .coming else { return }
    if let view { grid.remove(view) }
    view = nil
    guard let diagram = diagram(), let plot = diagram.plots.first else { return }
    let next = PlotView(plot: plot, diagram: diagram)
    next.showsPlayhead = false
    // There is no scrolling: all channels are seen.
    next.minimumLaneHeight = 1
    next.set("focusable", false)
    next.setAccessibleLabel(label)
    next.onResize = { [weak next] in
      if let next, next.width > 0 { diagram.navigation.setWidth(next.deviceWidth) }
    }
    view = next
    applyPalette()
    grid.attach(next, column: 0, row: 0)
  }

  private func applyPalette() {
    let style = StyleManager.shared
    view?.palette = .matching(isDark: style.isDark, isHighContrast: style.isHighContrast)
  }
}
