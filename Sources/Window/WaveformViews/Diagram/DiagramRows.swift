// DiagramRows.swift
// The lanes of a diagram from top to bottom, in a column that scrolls when not all of them fit. Existing views
// are kept when lanes change.

import GtkBridge
import WaveformModel

/// The rows of one diagram.
@MainActor final class DiagramRows {
  private(set) var all: [PlotRow] = []
  /// The scrolled area with the lanes.
  let scroller: Widget
  private let diagram: DiagramViewModel
  private let column = BoxWidget.column()
  private let columns = DiagramColumns()

  init(_ diagram: DiagramViewModel) {
    self.diagram = diagram
    let (scroller, scrolling) = Widget.scrolledVertically(column)
    self.scroller = scroller
    scroller.set("vexpand", true)
    for change in ["value-changed", "changed"] {
      scrolling.connect(change) { [weak self] in self?.drawInSight() }
    }
    observer.follow({ [diagram] in diagram.voices.silent }) { [weak self] silent in
      for row in self?.all ?? [] { row.fade(silent) }
    }
  }

  /// Two spacers as wide as the labels and as the scroll bars, for what lies along the time axis above or below.
  func makeCorners() -> (left: BoxWidget, right: BoxWidget) {
    let corners = (left: BoxWidget.row(), right: BoxWidget.row())
    columns.left.adopt(corners.left, wish: 0)
    columns.right.adopt(corners.right, wish: 0)
    return corners
  }

  /// Keeps the column of labels as wide as what lies in a corner.
  func fit(_ corner: BoxWidget, to content: Widget) {
    self.corner = (corner, content)
    columns.left.adopt(corner, wish: content.leastWidth)
  }

  private var corner: (widget: BoxWidget, content: Widget)?

  /// The views of all waveforms.
  var views: [PlotView] { all.flatMap(\.views) }

  /// The backmost view of each lane.
  var backViews: [PlotView] { all.map(\.view) }

  /// The views that are not scrolled out of view: what moves in each frame is drawn in these alone.
  var viewsInSight: [PlotView] { views.filter(isInSight) }

  /// A lane that has come into sight was not drawn before.
  private func drawInSight() {
    for row in all where row.views.contains(where: isInSight) {
      for view in row.views { view.queueDraw() }
      if row.labels.isLeftOut { row.labels.queueDraw() }
    }
  }

  private func isInSight(_ view: PlotView) -> Bool {
    guard let top = view.top(in: scroller) else { return false }
    return top < Double(scroller.height) && top + Double(view.height) > 0
  }

  /// Makes rows for the present lanes, as many in each turn as are quickly made: the window answers meanwhile. Those above
  /// the first lane that has changed stay.
  ///
  /// - Parameters:
  ///   - makeView: called for each waveform that has no view yet.
  ///   - made: gets the new rows of each turn, the first ones at once.
  func rebuild(
    _ makeView: @escaping (PlotViewModel) -> PlotView, made: @escaping @MainActor ([PlotRow]) -> Void
  ) {
    made(makeRows(makeView))
    guard all.count < diagram.lanes.rows.count else {
      turn.cancel()
      // The others have gone for good: undo makes new ones.
      return spare = [:]
    }
    // Frames come first: those that are there can be seen and used.
    turn.scheduleWhenIdle { [weak self] in self?.rebuild(makeView, made: made) }
  }

  private func makeRows(_ makeView: (PlotViewModel) -> PlotView) -> [PlotRow] {
    let lanes = diagram.lanes.rows, hasHeaders = diagram.lanes.hasSeveral
    let kept = zip(all, lanes).prefix { row, plots in
      row.views.elementsEqual(plots) { $0.plot === $1 } && row.headers.isEmpty != hasHeaders
    }.count
    for row in all[kept...] {
      row.remove()
      column.remove(row.grid)
      for view in row.views { spare[ObjectIdentifier(view.plot)] = view }
    }
    all.removeSubrange(kept...)
    let silent = diagram.voices.silent
    let made = lanes[kept...].prefix(Self.rowsAtOnce).map { plots in
      let views = plots.map { spare.removeValue(forKey: ObjectIdentifier($0)) ?? makeView($0) }
      for view in views {
        view.isInSight = { [weak self, weak view] in view.map { self?.isInSight($0) ?? true } ?? false }
      }
      let row = PlotRow(views, diagram: diagram, columns: columns)
      column.append(row.grid)
      row.fade(silent)
      return row
    }
    all += made
    return made
  }

  /// Views without a row while rows are being made.
  private var spare: [ObjectIdentifier: PlotView] = [:]
  private let turn = Timer()
  private static let rowsAtOnce = 10

  /// Fits labels and scroll bars to the size and the number of channels.
  func fit() {
    if let corner { columns.left.adopt(corner.widget, wish: corner.content.leastWidth) }
    for row in all { row.fit() }
  }

  /// The same for one lane, which has another size than before.
  func fit(_ view: PlotView) {
    all.first { $0.views.contains { $0 === view } }?.fit()
    // Those below it have moved, perhaps into sight. Nothing may be drawn again while the window is laid out.
    if all.count > 1 { look.schedule(after: 0) { [weak self] in self?.drawInSight() } }
  }

  private let look = Timer()
  private let observer = ModelObserver()
}
