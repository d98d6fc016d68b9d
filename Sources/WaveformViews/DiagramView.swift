// DiagramView.swift
// The container of a diagram: the ruler above, and a row for each lane, which scroll when there are more than fit. Keeps
// the width of the viewport in step with the size, and colours with the desktop. What the pointer does stands in
// DiagramView+Pointer.swift.

import GtkBridge
import WaveformCore
import WaveformDrawing
import WaveformModel

/// The view of one `DiagramViewModel`.
@MainActor final class DiagramView {
  let diagram: DiagramViewModel
  /// The backmost view of each lane.
  private(set) var plotViews: [PlotView] = []
  private(set) var animator: PlayheadAnimator?
  /// Called when the views of the plots have been made.
  var onRowsChange: (() -> Void)?
  /// Called with each step of the playhead.
  var onStep: (() -> Void)?
  /// Called with files that were dropped, and where.
  var onDrop: (([FileReference], DropPlace) -> Void)?
  /// Called with what is under the pointer; nil when it leaves.
  var onHover: ((PointerValue?) -> Void)?

  private let grid = Grid()
  private let columns = DiagramColumns()
  let scroller: Widget
  private let scrolling: Adjustment
  let ruler: RulerView
  /// The strip that shows the whole; it stands elsewhere in the window.
  let overview: OverviewView
  /// True when the user wants the strip, where there is room for it.
  var wantsOverview = true { didSet { fitOverview() } }
  /// Writes down what is drawn; nil without a trace.
  let frames: FrameTrace?
  let observer = ModelObserver()
  private(set) var rows: [PlotRow] = []
  private var styleConnections: [SignalConnection] = []
  private var zoomAnimator: ViewportAnimator?

  // What the pointer is doing.
  var pointer: Point?
  /// The plot under the pointer.
  var hovered: PlotView?
  var press: PointerPress?
  var moved: MovedLane?
  /// Where the pointer is, in logical pixels, while it drags the playhead along the ruler.
  var scrubX: Double?
  /// Where the playhead stood before, in frames.
  var scrubStart = 0.0
  var autoscroll: FrameCallback?
  var kinetic: KineticPan?
  /// True when what was scrolled last moved the view sideways, and may glide on.
  var lastScrollPanned = false
  var pinchStart: Double?
  var amplitudeWheel = AmplitudeWheel()

  init(grid outer: Grid, diagram: DiagramViewModel, trace: Trace?) {
    self.diagram = diagram
    (scroller, scrolling) = Widget.scrolledVertically(grid)
    frames = trace.map(FrameTrace.init)
    ruler = RulerView(diagram: diagram)
    overview = OverviewView(diagram: diagram)
    outer.addStyleClass("lanes")
    let sides = (left: BoxWidget.row(), right: BoxWidget.row())
    columns.left.add(sides.left)
    columns.right.add(sides.right)
    outer.attach(sides.left, column: 0, row: 0)
    outer.attach(ruler, column: 1, row: 0)
    outer.attach(sides.right, column: 2, row: 0)
    scroller.set("vexpand", true)
    outer.attach(scroller, column: 0, row: 1, width: 3)
    connectDrop(on: scroller)
    // What comes into view was not drawn while it was out of it.
    for change in ["value-changed", "changed"] {
      scrolling.connect(change) { [weak self] in
        for view in self?.views ?? [] { view.queueDraw() }
      }
    }
    connectRuler()
    observer.follow({ diagram.lanes.map { $0.map(ObjectIdentifier.init) } }) { [weak self] _ in
      self?.addRows()
    }
    observer.follow({ diagram.plots.map(\.settings.color) }) { [weak self] _ in self?.applyPalette() }
    styleConnections = StyleManager.shared.onChange { [weak self] in self?.applyPalette() }
    styleConnections.append(
      Animations.onChange { [weak diagram] in diagram?.animatesZoom = Animations.areEnabled })
    diagram.animatesZoom = Animations.areEnabled
    applyPalette()
    followHover()
    overview.onPaint = { [weak self] in self?.frames?.trace.write("overview-painted") }
    overview.onPress = { [weak self] in self?.kinetic?.stop() }
    overview.onStep = { [weak self] in self?.frames?.trace.write("overview-step", "\"pixel\":\($0)") }
  }

  isolated deinit { styleConnections.forEach { $0.disconnect() } }

  /// Device pixels per logical pixel.
  var scale: Double { Double(plotViews.first?.scaleFactor ?? 1) }

  // MARK: Rows

  private func addRows() {
    for row in rows { row.remove() }
    hovered = nil
    let known = views
    rows = diagram.lanes.enumerated().map { index, plots in
      let views = plots.map { plot in known.first { $0.plot === plot } ?? makeView(of: plot) }
      return PlotRow(views, diagram: diagram, grid: grid, columns: columns, index: index)
    }
    if rows.count > 1 { rows.forEach(connectReordering) }
    for row in rows { row.onPopoverClose = { [weak self] in self?.focus() } }
    plotViews = rows.map(\.view)
    if plotViews.first !== known.first {
      frames?.hasShownCompletePicture = false
      frames?.hasShownPreview = false
    }
    // The ruler is there whichever lanes are.
    animator = plotViews.first.map { _ in
      PlayheadAnimator(diagram: diagram, widget: ruler) { [weak self] in
        self?.playheadStepped(by: $0, at: $1)
      }
    }
    zoomAnimator = plotViews.first.map { _ in
      ViewportAnimator(diagram: diagram, widget: ruler) { [weak self] in self?.drawView() }
    }
    kinetic = plotViews.first.map { _ in
      KineticPan(widget: ruler) { [weak self] in
        guard let self else { return }
        diagram.pan(by: $0 * scale)
      }
    }
    applyPalette()
    plotViews.first?.grabFocus()
    onRowsChange?()
  }

  /// The views of all waveforms.
  private var views: [PlotView] { rows.flatMap(\.views) }

  /// Those that are not scrolled out of view: what moves with every frame is drawn in these alone.
  private var viewsInSight: [PlotView] {
    views.filter { view in
      guard let top = view.top(in: scroller) else { return false }
      return top < Double(scroller.height) && top + Double(view.height) > 0
    }
  }

  private func makeView(of plot: PlotViewModel) -> PlotView {
    let view = PlotView(plot: plot, diagram: diagram)
    view.onResize = { [weak self] in self?.adoptWidth() }
    view.onCompletePicture = { [weak self, weak view] in
      if let self, view === plotViews.first { frames?.hasShownCompletePicture = true }
    }
    view.onWholePreview = { [weak self, weak view] in
      if let self, view === plotViews.first { frames?.hasShownPreview = true }
    }
    connectPointer(to: view)
    view.setAccessibleLabel("Waveform of \(plot.laneName)")
    return view
  }

  /// The keys go to the diagram; to the window where nothing of it is to be seen.
  func focus() {
    if let view = plotViews.first(where: \.isMapped) { view.grabFocus() } else { scroller.dropFocus() }
  }

  /// Another recording begins.
  func pictureChanged() { frames?.restart() }

  /// The lanes of a plot are known: labels and scroll bar follow.
  func lanesChanged() { for row in rows { row.fit() } }

  private func adoptWidth() {
    for row in rows { row.fit() }
    if let view = plotViews.first(where: { $0.isVisible && $0.width > 0 }) {
      diagram.setWidth(view.deviceWidth)
    }
    // Not from within the layout of the window.
    Task { [weak self] in self?.fitOverview() }
  }

  /// Ruler, plots and strip together, in logical pixels, from which on the strip has its room.
  private static let heightForOverview = 285

  private func fitOverview() {
    // And the line above it: what it takes is what it gives back, or it would come and go for ever.
    let strip = overview.isVisible ? overview.height + 1 : 0
    let height = ruler.height + scroller.height + strip
    overview.isVisible = wantsOverview && (height == 0 || height >= Self.heightForOverview)
  }

  /// Another part is visible in this very frame.
  private func drawView() {
    for view in viewsInSight { view.queueDraw() }
    ruler.queueDraw()
    overview.queueDraw()
  }

  private func applyPalette() {
    let style = StyleManager.shared
    let palette = Palette.matching(isDark: style.isDark, isHighContrast: style.isHighContrast)
    ruler.palette = palette
    overview.palette = palette
    for view in views {
      let own = palette.with(LaneColor(view.plot.settings.color))
      // What was made of a waveform is looked at before it.
      let isBehind = diagram.plots.contains {
        $0.isComputed && !$0.settings.isHidden && diagram.base(of: $0) === view.plot
      }
      view.palette = isBehind ? own.faded : own
    }
    for row in rows { row.applyPalette() }
  }

  // MARK: Trace

  /// Begins to write down frames; the window must be realized.
  func traceFrames(of window: Widget) { frames?.follow(self, in: window, observer) }

  private func playheadStepped(by pixels: Int, at time: Double) {
    for view in viewsInSight { view.queueDraw() }
    overview.playheadStepped()
    onStep?()
    frames?.playheadStepped(by: pixels, to: diagram.playhead, at: time)
  }
}
