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
  private let trace: Trace?
  let observer = ModelObserver()
  private var rows: [PlotRow] = []
  private var styleConnections: [SignalConnection] = []
  private var zoomAnimator: ViewportAnimator?
  private var hasShownCompletePicture = false, hasShownPreview = false
  /// Why the next frame is drawn, for the trace.
  private var reasons: Set<String> = []
  private var frameStart = 0.0
  /// What had been counted at the end of the frame before.
  private var tracedOwnTime = 0.0, tracedTiles = 0

  // What the pointer is doing.
  var pointer: Point?
  /// The plot under the pointer.
  var hovered: PlotView?
  var press: PointerPress?
  /// Where the pointer is, in logical pixels, while it drags the playhead along the ruler.
  var scrubX: Double?
  var autoscroll: FrameCallback?
  var kinetic: KineticPan?
  var pinchStart: Double?
  var amplitudeWheel = AmplitudeWheel()

  init(grid: Grid, diagram: DiagramViewModel, trace: Trace?) {
    self.grid = grid
    self.diagram = diagram
    self.trace = trace
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
    overview.onPaint = { [weak self] in self?.trace?.write("overview-painted") }
    overview.onStep = { [weak self] in self?.trace?.write("overview-step", "\"pixel\":\($0)") }
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
      view.onCompletePicture = { [weak self] in self?.completePictureShown() }
      view.onWholePreview = { [weak self] in self?.hasShownPreview = true }
      connectPointer(to: view)
      return PlotRow(view: view, diagram: diagram, grid: grid, row: index + 1)
    }
    plotViews = rows.map(\.view)
    hasShownCompletePicture = false
    hasShownPreview = false
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
  func pictureChanged() {
    hasShownCompletePicture = false
    hasTracedCompletePicture = false
    hasShownPreview = false
    hasTracedPreview = false
  }

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
    let strip = overview.isVisible ? overview.height : 0
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
  func traceFrames(of window: Widget) {
    guard let trace else { return }
    OwnTime.isCounted = true
    var isFirst = true
    window.beforePaint { [weak self] in self?.frameStart = MainLoop.now }
    window.afterPaint { [weak self] in
      guard let self else { return }
      // What is done for the trace alone is no part of what it measures.
      let traceStart = MainLoop.now
      defer { OwnTime.discount(MainLoop.now - traceStart) }
      if isFirst { trace.write("first-frame") }
      isFirst = false
      let microseconds = Int((MainLoop.now - frameStart) * 1e6)
      let reason = reasons.isEmpty ? "other" : reasons.sorted().joined(separator: "+")
      reasons = []
      let own = Int((OwnTime.seconds - tracedOwnTime) * 1e6)
      tracedOwnTime = OwnTime.seconds
      let painted = plotViews.reduce(0) { $0 + $1.tiles.painted }
      trace.write(
        "frame",
        "\"reason\":\"\(reason)\",\"us\":\(microseconds),\"own\":\(own),\"tiles\":\(max(painted - tracedTiles, 0))"
      )
      tracedTiles = painted
      if let viewport = diagram.viewport, viewport != exactViewport, plotViews.allSatisfy(\.showsExactly) {
        exactViewport = viewport
        trace.write(
          "exact-shown", "\"start\":\(viewport.start),\"framesPerPixel\":\(viewport.framesPerPixel)")
      }
      if hasShownPreview, !hasTracedPreview {
        hasTracedPreview = true
        trace.write("preview-complete")
      }
      if hasShownCompletePicture, !hasTracedCompletePicture {
        hasTracedCompletePicture = true
        trace.write("overview-complete")
      }
    }
    observer.follow({ [diagram] in diagram.viewport }) { [weak self] viewport in
      self?.reasons.insert("viewport")
      guard let viewport else { return }
      trace.write(
        "viewport",
        "\"start\":\(viewport.start),\"framesPerPixel\":\(viewport.framesPerPixel),\"width\":\(viewport.width)"
          + ",\"length\":\(viewport.length)")
    }
    observer.follow({ [diagram] in diagram.selection?.range }) { [weak self] range in
      self?.reasons.insert("selection")
      trace.write(
        "selection", range.map { "\"start\":\($0.lowerBound),\"end\":\($0.upperBound)" } ?? "\"none\":true")
    }
    observer.follow({ [diagram] in diagram.plots.first?.framesRead ?? 0 }) { [weak self] frames in
      self?.reasons.insert("reading")
      if frames > 0 { trace.write("reader-progress", "\"frames\":\(frames)") }
    }
    observer.follow({ [diagram] in diagram.isPlaying }) { [diagram] isPlaying in
      trace.write("playback", "\"playing\":\(isPlaying),\"frame\":\(Int(diagram.playhead))")
    }
    observer.follow({ [diagram] in diagram.isPlaying ? -1 : diagram.playhead }) { [weak self] playhead in
      self?.reasons.insert("playhead")
      if playhead >= 0 { trace.write("playhead", "\"frame\":\(playhead)") }
    }
  }

  func tracePointer(_ value: PointerValue) {
    guard let amplitude = value.amplitude else { return }
    trace?.write(
      "pointer", "\"frame\":\(value.frame),\"amplitude\":\(amplitude),\"level\":\"\(value.levelText)\"")
  }

  private var hasTracedCompletePicture = false, hasTracedPreview = false
  /// The view that was last seen exact to the frame.
  private var exactViewport: Viewport?

  private func completePictureShown() { hasShownCompletePicture = true }

  private func playheadStepped(by pixels: Int, at time: Double) {
    for view in plotViews { view.queueDraw() }
    overview.playheadStepped()
    onStep?()
    reasons.insert("playhead")
    trace?.write("playhead-step", "\"pixels\":\(pixels),\"frame\":\(diagram.playhead),\"at\":\(time)")
  }
}

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
