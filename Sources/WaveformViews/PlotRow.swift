// PlotRow.swift
// A waveform with the labels and the ruler beside it, and what scrolls its lanes.

import GtkBridge
import WaveformModel

/// The widgets of one waveform in the grid.
@MainActor final class PlotRow {
  let view: PlotView
  let labels: LaneLabelsView
  private let grid: Grid
  private let adjustment: Adjustment
  private let scrollbar: Widget
  private let observer = ModelObserver()

  init(view: PlotView, diagram: DiagramViewModel, grid: Grid, row: Int) {
    self.view = view
    self.grid = grid
    labels = LaneLabelsView(for: view, diagram: diagram)
    (scrollbar, adjustment) = Widget.verticalScrollbar()
    scrollbar.setAccessibleLabel("Channels")
    grid.attach(labels, column: 0, row: row)
    grid.attach(view, column: 1, row: row)
    grid.attach(scrollbar, column: 2, row: row)
    adjustment.connect("value-changed") { [weak self] in self?.scrolled() }
    labels.onScroll = { [weak self] in self?.scroll(by: $0) }
    observer.follow({ [view, diagram] in view.plot.lanes(diagram.look.channels).count }) { [weak self] _ in
      self?.fit()
    }
  }

  func remove() {
    for widget in [labels, view, scrollbar] { grid.remove(widget) }
  }

  /// Labels, scroll bar and offset follow the size and the number of channels.
  func fit() {
    labels.fit()
    let layout = view.layout
    let scale = Double(view.scaleFactor)
    scrollbar.isVisible = layout.maximumOffset > 0 && view.height > 0
    let value = min(adjustment.value, Double(layout.maximumOffset) / scale)
    adjustment.configure(
      value: value, upper: Double(layout.contentHeight) / scale, step: 48,
      page: Double(layout.viewHeight) / scale)
    scrolled()
  }

  private func scroll(by points: Double) { adjustment.value += points }

  private func scrolled() {
    view.laneOffset = min(Int(adjustment.value.rounded()) * view.scaleFactor, view.layout.maximumOffset)
    labels.queueDraw()
  }
}
