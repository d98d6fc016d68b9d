// DiagramRows.swift
// The lanes of a diagram from top to bottom, in a grid that scrolls when not all of them fit. Existing views
// are kept when lanes change.

import GtkBridge
import WaveformModel

/// The rows of one diagram.
@MainActor final class DiagramRows {
  private(set) var all: [PlotRow] = []
  /// The scrolled area with the lanes.
  let scroller: Widget
  private let diagram: DiagramViewModel
  private let grid = Grid()
  private let columns = DiagramColumns()

  init(_ diagram: DiagramViewModel) {
    self.diagram = diagram
    let (scroller, scrolling) = Widget.scrolledVertically(grid)
    self.scroller = scroller
    scroller.set("vexpand", true)
    // A lane that is scrolled into view was not drawn before.
    for change in ["value-changed", "changed"] {
      scrolling.connect(change) { [weak self] in
        for view in self?.views ?? [] { view.queueDraw() }
      }
    }
  }

  /// Two spacers as wide as the labels and as the scroll bars, for what lies along the time axis above or below.
  func makeCorners() -> (left: BoxWidget, right: BoxWidget) {
    let corners = (left: BoxWidget.row(), right: BoxWidget.row())
    columns.left.add(corners.left)
    columns.right.add(corners.right)
    return corners
  }

  /// The views of all waveforms.
  var views: [PlotView] { all.flatMap(\.views) }

  /// The backmost view of each lane.
  var backViews: [PlotView] { all.map(\.view) }

  /// The views that are not scrolled out of view: what moves in each frame is drawn in these alone.
  var viewsInSight: [PlotView] {
    views.filter { view in
      guard let top = view.top(in: scroller) else { return false }
      return top < Double(scroller.height) && top + Double(view.height) > 0
    }
  }

  /// Makes the rows for the present lanes.
  ///
  /// - Parameter makeView: called for each waveform that has no view yet.
  func rebuild(_ makeView: (PlotViewModel) -> PlotView) {
    for row in all { row.remove() }
    let known = views
    all = diagram.lanes.rows.enumerated().map { index, plots in
      let views = plots.map { plot in known.first { $0.plot === plot } ?? makeView(plot) }
      return PlotRow(views, diagram: diagram, grid: grid, columns: columns, index: index)
    }
  }

  /// Fits labels and scroll bars to the size and the number of channels.
  func fit() { for row in all { row.fit() } }
}
