// PlotRow.swift
// One lane of the diagram: a waveform and those that are drawn over it, with the labels and the ruler beside them, what
// scrolls its channels, and the headers above where there are several waveforms.

import GtkBridge
import WaveformCore
import WaveformModel

/// The widgets of one lane in the grid: two rows, of which the first one is the headers'.
@MainActor final class PlotRow {
  /// From back to front. The first one has labels and takes what the pointer does.
  let views: [PlotView]
  let labels: LaneLabelsView
  private let headers: [LaneHeader]
  /// Above the lane, in a column of all headers; empty where there is one waveform.
  let headerBox = BoxWidget.row()
  private let grid: Grid
  private let columns: DiagramColumns
  private let adjustment: Adjustment
  private let scrollbar: Widget
  private var isInColumn = false
  /// Of a waveform that is muted, or not among those that are soloed.
  private static let silentOpacity = 0.4
  /// Called when a popover of a header has closed and the keys are to go elsewhere.
  var onPopoverClose: (() -> Void)?
  private let diagram: DiagramViewModel
  private let observer = ModelObserver()

  var view: PlotView { views[0] }

  init(_ views: [PlotView], diagram: DiagramViewModel, grid: Grid, columns: DiagramColumns, index: Int) {
    self.views = views
    self.diagram = diagram
    self.grid = grid
    self.columns = columns
    let view = views[0]
    labels = LaneLabelsView(for: view, diagram: diagram)
    (scrollbar, adjustment) = Widget.verticalScrollbar()
    scrollbar.setAccessibleLabel("Channels")
    headers = diagram.lanes.hasSeveral ? views.map { LaneHeader(plot: $0.plot, diagram: diagram) } : []
    if !headers.isEmpty {
      headerBox.addStyleClass("lane-headers")
      for header in headers {
        headerBox.append(header.widget)
        header.onPopoverClose = { [weak self] in self?.onPopoverClose?() }
      }
      grid.attach(headerBox, column: 0, row: 2 * index, width: 3)
    }
    grid.attach(labels, column: 0, row: 2 * index + 1)
    for (depth, view) in views.enumerated() {
      view.isOver = depth > 0
      grid.attach(view, column: 1, row: 2 * index + 1)
    }
    grid.attach(scrollbar, column: 2, row: 2 * index + 1)
    columns.left.add(labels)
    adjustment.connect("value-changed") { [weak self] in self?.scrolled() }
    labels.onScroll = { [weak self] in self?.scroll(by: $0) ?? false }
    observer.follow({ [diagram] in view.plot.lanes(diagram.look.channels).count }) { [weak self] _ in
      self?.fit()
    }
    observer.follow({ views.map { ShownLane($0.plot) } }) { [weak self] in self?.adopt($0) }
    observer.follow({ [diagram] in views.map { diagram.voices.isAudible($0.plot) } }) { [views] audible in
      for (view, isAudible) in zip(views, audible) { view.set("opacity", isAudible ? 1 : Self.silentOpacity) }
    }
  }

  /// The views may be shown in another row.
  func remove() {
    for view in views { view.removeStyleClass("drop-below") }
    columns.left.remove(labels)
    showScrollbar(false)
    for widget in [labels, scrollbar] + views { grid.remove(widget) }
    if !headers.isEmpty { grid.remove(headerBox) }
  }

  private func adopt(_ lanes: [ShownLane]) {
    let isAlone = !diagram.lanes.hasSeveral
    for (view, lane) in zip(views, lanes) { view.isVisible = isAlone || lane.isShown }
    let isShown = views.contains(where: \.isVisible)
    labels.isVisible = isShown
    view.setLeastHeight(isAlone || !isShown ? nil : lanes[0].height.points + 2 * PlotView.margin)
    applyPalette()
    fit()
  }

  func applyPalette() {
    for header in headers { header.palette = view.palette.solid }
    labels.queueDraw()
  }

  /// Labels, scroll bar and offset follow the size and the number of channels.
  func fit() {
    labels.fit()
    let layout = view.layout
    let scale = Double(view.scaleFactor)
    showScrollbar(layout.maximumOffset > 0 && view.height > 0 && view.isVisible)
    let value = min(adjustment.value, Double(layout.maximumOffset) / scale)
    adjustment.configure(
      value: value, upper: Double(layout.contentHeight) / scale, step: 48,
      page: Double(layout.viewHeight) / scale)
    scrolled()
  }

  /// A group counts what is hidden too.
  private func showScrollbar(_ isShown: Bool) {
    scrollbar.isVisible = isShown
    guard isShown != isInColumn else { return }
    isInColumn = isShown
    // Not from within the layout of the window.
    Task { [columns, scrollbar] in
      if isShown { columns.right.add(scrollbar) } else { columns.right.remove(scrollbar) }
    }
  }

  /// Tells whether there was anything to scroll.
  private func scroll(by points: Double) -> Bool {
    adjustment.value += points
    return scrollbar.isVisible
  }

  private func scrolled() {
    view.laneOffset = min(Int(adjustment.value.rounded()) * view.scaleFactor, view.layout.maximumOffset)
    labels.queueDraw()
  }
}

/// What a lane takes of the height.
private struct ShownLane: Equatable, Sendable {
  let height: LaneHeight
  /// False where there is nothing but a name: what is hidden, and what could not be read.
  let isShown: Bool

  @MainActor init(_ plot: PlotViewModel) {
    height = plot.settings.height
    isShown = !plot.settings.isHidden && !plot.isFailed
  }
}

/// What stands beside the waveforms is as wide in all lanes, and beside the ruler above them.
@MainActor struct DiagramColumns {
  let left = SizeGroup(), right = SizeGroup()
}
