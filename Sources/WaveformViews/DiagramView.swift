// DiagramView.swift
// The container of a diagram: the ruler above, a row of labels, plot and scroll bar for each waveform. Keeps
// the width of the viewport in step with the size, and colours with the desktop. What the pointer does stands in
// DiagramView+Pointer.swift.

import GtkBridge
import WaveformCore
import WaveformDrawing
import WaveformModel

/// The view of one `DiagramViewModel`.
@MainActor final class DiagramView {
  let diagram: DiagramViewModel
  private(set) var plotViews: [PlotView] = []
  private(set) var animator: PlayheadAnimator?
  /// Called when the views of the plots have been made.
  var onRowsChange: (() -> Void)?
  /// Called with each step of the playhead.
  var onStep: (() -> Void)?
  /// Called with what is under the pointer; nil when it leaves.
  var onHover: ((PointerValue?) -> Void)?

  private let grid: Grid
  let ruler: RulerView
  /// The strip that shows the whole; it stands elsewhere in the window.
  let overview: OverviewView
  /// True when the user wants the strip, where there is room for it.
  var wantsOverview = true { didSet { fitOverview() } }
  /// Writes down what is drawn; nil without a trace.
  let frames: FrameTrace?
  let observer = ModelObserver()
  private var rows: [PlotRow] = []
  private var styleConnections: [SignalConnection] = []
  private var zoomAnimator: ViewportAnimator?

  // What the pointer is doing.
  var pointer: Point?
  /// The plot under the pointer.
  var hovered: PlotView?
  var press: PointerPress?
  /// Where the pointer is, in logical pixels, while it drags the playhead along the ruler.
  var scrubX: Double?
  var autoscroll: FrameCallback?
  var kinetic: KineticPan?
  /// True when what was scrolled last moved the view sideways, and may glide on.
  var lastScrollPanned = false
  var pinchStart: Double?
  var amplitudeWheel = AmplitudeWheel()

  init(grid: Grid, diagram: DiagramViewModel, trace: Trace?) {
    self.grid = grid
    self.diagram = diagram
    frames = trace.map(FrameTrace.init)
    ruler = RulerView(diagram: diagram)
    overview = OverviewView(diagram: diagram)
    grid.addStyleClass("lanes")
    grid.attach(ruler, column: 1, row: 0)
    connectRuler()
    observer.follow({ diagram.plots.map(ObjectIdentifier.init) }) { [weak self] _ in self?.addRows() }
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
    rows = diagram.plots.enumerated().map { index, plot in
      let view = PlotView(plot: plot, diagram: diagram)
      view.onResize = { [weak self] in self?.adoptWidth() }
      view.onCompletePicture = { [weak self] in self?.frames?.hasShownCompletePicture = true }
      view.onWholePreview = { [weak self] in self?.frames?.hasShownPreview = true }
      connectPointer(to: view)
      return PlotRow(view: view, diagram: diagram, grid: grid, row: index + 1)
    }
    plotViews = rows.map(\.view)
    frames?.hasShownCompletePicture = false
    frames?.hasShownPreview = false
    animator = plotViews.first.map { view in
      PlayheadAnimator(diagram: diagram, widget: view) { [weak self] in
        self?.playheadStepped(by: $0, at: $1)
      }
    }
    zoomAnimator = plotViews.first.map { view in
      ViewportAnimator(diagram: diagram, widget: view) { [weak self] in self?.drawView() }
    }
    kinetic = plotViews.first.map { view in
      KineticPan(widget: view) { [weak self] in
        guard let self else { return }
        diagram.pan(by: $0 * scale)
      }
    }
    applyPalette()
    plotViews.first?.grabFocus()
    onRowsChange?()
  }

  /// The keys go to the diagram.
  func focus() { plotViews.first?.grabFocus() }

  /// Another recording begins.
  func pictureChanged() { frames?.restart() }

  /// The lanes of a plot are known: labels and scroll bar follow.
  func lanesChanged() { for row in rows { row.fit() } }

  private func adoptWidth() {
    for row in rows { row.fit() }
    if let view = plotViews.first, view.width > 0 { diagram.setWidth(view.deviceWidth) }
    // Not from within the layout of the window.
    Task { [weak self] in self?.fitOverview() }
  }

  /// Ruler, plots and strip together, in logical pixels, from which on the strip has its room.
  private static let heightForOverview = 285

  private func fitOverview() {
    // And the line above it: what it takes is what it gives back, or it would come and go for ever.
    let strip = overview.isVisible ? overview.height + 1 : 0
    let height = ruler.height + plotViews.reduce(0) { $0 + $1.height } + strip
    overview.isVisible = wantsOverview && (height == 0 || height >= Self.heightForOverview)
  }

  /// Another part is visible in this very frame.
  private func drawView() {
    for view in plotViews { view.queueDraw() }
    ruler.queueDraw()
    overview.queueDraw()
  }

  private func applyPalette() {
    let style = StyleManager.shared
    let palette = Palette.matching(isDark: style.isDark, isHighContrast: style.isHighContrast)
    ruler.palette = palette
    overview.palette = palette
    for view in plotViews { view.palette = palette }
    for row in rows { row.labels.queueDraw() }
  }

  // MARK: Trace

  /// Begins to write down frames; the window must be realized.
  func traceFrames(of window: Widget) { frames?.follow(self, in: window, observer) }

  private func playheadStepped(by pixels: Int, at time: Double) {
    for view in plotViews { view.queueDraw() }
    overview.playheadStepped()
    onStep?()
    frames?.playheadStepped(by: pixels, to: diagram.playhead, at: time)
  }
}
