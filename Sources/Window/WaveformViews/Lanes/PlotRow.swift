// PlotRow.swift
// One lane of the diagram: a waveform and those drawn over it, with the labels and the ruler beside them, the
// scroll bar of its channels, and the headers above when there are several waveforms.

import GtkBridge
import Localization
import WaveformCore
import WaveformModel

/// The widgets of one lane: a grid of its own, so that the other lanes are not laid out again when one comes or changes.
@MainActor final class PlotRow {
  /// From back to front. The first one has the labels and gets the pointer's events.
  let views: [PlotView]
  let labels: LaneLabelsView
  let headers: [LaneHeader]
  /// A column of all headers above the lane; empty when there is only one waveform.
  let headerBox = BoxWidget.row()
  let grid = Grid()
  private let columns: DiagramColumns
  /// Holds the scroll bar, and is as wide as those of other lanes where it is hidden.
  private let right = BoxWidget.row()
  private let adjustment: Adjustment
  private let scrollbar: Widget
  /// Which of the views are shown as not heard; nil before any is.
  private var faded: [Bool]?
  /// The opacity of a waveform that is muted, or not soloed while others are.
  private static let silentOpacity = 0.4
  /// Called when a popover of a header has closed and the diagram must get the focus.
  var onPopoverClose: (() -> Void)?
  private let diagram: DiagramViewModel
  private let observer = ModelObserver()

  var view: PlotView { views[0] }

  init(_ views: [PlotView], diagram: DiagramViewModel, columns: DiagramColumns) {
    self.views = views
    self.diagram = diagram
    self.columns = columns
    let view = views[0]
    // Headers are words, and run as the language does.
    grid.runLeftToRight()
    labels = LaneLabelsView(for: view, diagram: diagram)
    (scrollbar, adjustment) = Widget.verticalScrollbar()
    scrollbar.setAccessibleLabel(localized("Channels"))
    headers = diagram.lanes.hasSeveral ? views.map { LaneHeader(plot: $0.plot, diagram: diagram) } : []
    if !headers.isEmpty {
      headerBox.addStyleClass("lane-headers")
      for header in headers {
        headerBox.append(header.widget)
        header.onPopoverClose = { [weak self] in self?.onPopoverClose?() }
      }
      grid.attach(headerBox, column: 0, row: 0, width: 3)
    }
    grid.attach(labels, column: 0, row: 1)
    for (depth, view) in views.enumerated() {
      view.base = depth > 0 ? views[0].plot : nil
      grid.attach(view, column: 1, row: 1)
    }
    scrollbar.isVisible = false
    right.append(scrollbar)
    grid.attach(right, column: 2, row: 1)
    labels.onWidth = { [weak column = columns.left, weak labels] in
      if let labels { column?.adopt(labels, wish: $0) }
    }
    columns.right.adopt(right, wish: 0)
    adjustment.connect("value-changed") { [weak self] in self?.scrolled() }
    labels.onScroll = { [weak self] in self?.scroll(by: $0) ?? false }
    observer.follow({ [diagram] in view.plot.lanes(diagram.look.channels).count }) { [weak self] _ in
      self?.fit()
    }
    observer.follow({ views.map { ShownLane($0.plot) } }) { [weak self] in self?.adopt($0) }
  }

  /// Shows which waveforms are not heard.
  ///
  /// - Parameter silent: numbers of waveforms.
  func fade(_ silent: Set<Int>) {
    let now = views.map { silent.contains($0.plot.number) }
    guard now != faded else { return }
    faded = now
    for (view, isSilent) in zip(views, now) { view.set("opacity", isSilent ? Self.silentOpacity : 1) }
  }

  /// Takes the views out of the grid: they may be used in another row.
  func remove() {
    for view in views { view.removeStyleClass("drop-below") }
    columns.left.remove(labels)
    columns.right.remove(right)
    for view in views { grid.remove(view) }
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

  /// Fits labels, scroll bar and offset to the size and the number of channels.
  func fit() {
    labels.fit()
    let layout = view.layout
    let scale = view.pixels.factor
    showScrollbar(layout.maximumOffset > 0 && view.height > 0 && view.isVisible)
    let value = min(adjustment.value, Double(layout.maximumOffset) / scale)
    adjustment.configure(
      value: value, upper: Double(layout.contentHeight) / scale, step: 48,
      page: Double(layout.viewHeight) / scale)
    scrolled()
  }

  private func showScrollbar(_ isShown: Bool) {
    guard isShown != scrollbar.isVisible else { return }
    scrollbar.isVisible = isShown
    // The column must not change during the layout of the window.
    Task { [columns, right, scrollbar, weak self] in
      if self != nil { columns.right.adopt(right, wish: scrollbar.isVisible ? scrollbar.leastWidth : 0) }
    }
  }

  /// Returns false when all channels are in view.
  private func scroll(by points: Double) -> Bool {
    adjustment.value += points
    return scrollbar.isVisible
  }

  private func scrolled() {
    let pixels = view.pixels
    let value = pixels.isWhole ? adjustment.value.rounded() : adjustment.value
    view.laneOffset = min(Int((value * pixels.factor).rounded()), view.layout.maximumOffset)
    labels.queueDraw()
  }
}

/// What decides the height of a lane.
private struct ShownLane: Equatable, Sendable {
  let height: LaneHeight
  /// False for a lane that shows only its header: all its waveforms are hidden or failed.
  let isShown: Bool

  @MainActor init(_ plot: PlotViewModel) {
    height = plot.settings.height
    isShown = !plot.settings.isHidden && !plot.isFailed
  }
}
