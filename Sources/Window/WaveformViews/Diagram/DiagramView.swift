// DiagramView.swift
// The container of a diagram: the ruler above, strips of features, and a row for each lane; the rows scroll when
// not all of them fit. Keeps the width of the viewport in step with the size, and the colours with the desktop.
// Other objects handle the pointer.

import GtkBridge
import Localization
import WaveformCore
import WaveformDrawing
import WaveformModel

/// The view of one `DiagramViewModel`.
@MainActor package final class DiagramView {
  private let diagram: DiagramViewModel
  /// Called after the views of the plots have changed.
  var onRowsChange: (() -> Void)?
  /// Called with each step of the playhead.
  var onStep: (() -> Void)?
  /// Called when the user asks for the menu of a part, with the place in logical pixels of its widget.
  var onMenuRequest: ((DiagramPart, Point) -> Void)?
  /// Takes files that are dropped on the lanes.
  let drop: DiagramDrop
  /// Shows what is under the pointer.
  let hover: HoverLine

  let rows: DiagramRows
  let ruler: RulerView
  /// The strip that shows the whole recording, pixel below pixel with the waveforms.
  private let overview: OverviewView
  /// The row of the strip; the window puts it below the lanes.
  let overviewRow = BoxWidget.row()
  /// True when the user wants the strip; it is shown if there is room for it.
  var wantsOverview = true { didSet { fitOverview() } }
  /// Traces what is drawn; nil without a trace.
  private let frames: FrameTrace?
  private let observer = ModelObserver()
  private var styleConnections: [SignalConnection] = []
  private var animators: (playhead: PlayheadAnimator, zoom: ViewportAnimator)?
  private let kinetic: KineticPan
  private let pointer: PlotPointer
  private let scrubbing: RulerScrubbing
  /// What features show below the ruler, and the place of it.
  private var strips: [any DiagramStrip] = []
  private let stripPlace = BoxWidget.column()
  private let reordering: LaneReordering
  private let amplitudeButton: AmplitudeButton

  init(grid outer: Grid, diagram: DiagramViewModel, trace: Trace?) {
    self.diagram = diagram
    let ruler = RulerView(diagram: diagram)
    self.ruler = ruler
    let rows = DiagramRows(diagram)
    self.rows = rows
    overview = OverviewView(diagram: diagram)
    frames = trace.map(FrameTrace.init)
    kinetic = KineticPan(widget: ruler) { [weak diagram, weak ruler] in
      if let diagram, let ruler { diagram.navigation.pan(by: $0 * ruler.pixels.factor) }
    }
    hover = HoverLine(diagram, ruler: ruler, frames: frames)
    pointer = PlotPointer(diagram, hover: hover, kinetic: kinetic)
    scrubbing = RulerScrubbing(diagram, ruler: ruler, kinetic: kinetic)
    reordering = LaneReordering(diagram, rows)
    drop = DiagramDrop(on: rows)
    amplitudeButton = AmplitudeButton(diagram)
    outer.addStyleClass("lanes")
    let corners = rows.makeCorners(), below = rows.makeCorners()
    corners.left.append(amplitudeButton.widget)
    amplitudeButton.onChange = {
      [weak rows, weak corner = corners.left, weak button = amplitudeButton.widget] in
      if let rows, let corner, let button { rows.fit(corner, to: button) }
    }
    // The button stands at the right edge of the column, which must not grow with it.
    corners.left.set("hexpand", false)
    outer.attach(corners.left, column: 0, row: 0)
    outer.attach(ruler, column: 1, row: 0)
    outer.attach(corners.right, column: 2, row: 0)
    overviewRow.addStyleClass("overview")
    for part in [below.left, overview, below.right] { overviewRow.append(part) }
    outer.attach(stripPlace, column: 1, row: 1)
    outer.attach(rows.scroller, column: 0, row: 2, width: 3)
    for part in [outer, overviewRow] { part.runLeftToRight() }
    observer.follow({ diagram.lanes.rows.map { $0.map(ObjectIdentifier.init) } }) { [weak self] _ in
      self?.addRows()
    }
    observer.follow({ diagram.plots.map(\.settings.color) }) { [weak self] _ in self?.applyPalette() }
    styleConnections = StyleManager.shared.onChange { [weak self] in self?.applyPalette() }
    styleConnections.append(
      Animations.onChange { [weak diagram] in diagram?.navigation.animatesZoom = Animations.areEnabled })
    diagram.navigation.animatesZoom = Animations.areEnabled
    applyPalette()
    overview.onPress = { [weak self] in self?.kinetic.stop() }
    offerMenu(ruler) { .time($0) }
    offerMenu(overview) { .overview($0) }
    guard let trace else { return }
    overview.onPaint = { trace.write("overview-painted") }
    overview.onStep = { trace.write("overview-step", ["pixel": $0]) }
  }

  isolated deinit { styleConnections.forEach { $0.disconnect() } }

  // MARK: Strips

  /// Adds a strip between the ruler and the lanes, below those that are there.
  package func add(_ strip: any DiagramStrip) {
    strips.append(strip)
    stripPlace.append(strip.widget)
    strip.widget.runLeftToRight()
    strip.palette = ruler.palette
  }

  /// Stops a view that moves on after a swipe.
  package func stopMotion() { kinetic.stop() }

  // MARK: Rows

  /// The backmost view of each lane.
  var plotViews: [PlotView] { rows.backViews }

  private func addRows() {
    let first = plotViews.first
    hover.forget()
    kinetic.stop()
    rows.rebuild(makeView) { [weak self] in self?.connect($0) }
    let plotViews = plotViews
    if plotViews.first !== first { frames?.pictureChanged() }
    // The ruler exists whatever the lanes are.
    animators = plotViews.first.map { _ in
      (
        PlayheadAnimator(diagram: diagram, widget: ruler) { [weak self] in
          self?.playheadStepped(by: $0, at: $1)
        }, ViewportAnimator(diagram: diagram, widget: ruler) { [weak self] in self?.drawView() }
      )
    }
    plotViews.first?.grabFocus()
  }

  /// Connects new rows.
  private func connect(_ made: [PlotRow]) {
    for row in made {
      reordering.connect(to: row)
      row.onPopoverClose = { [weak self] in self?.focus() }
      offerMenu(row.labels) { .amplitudes($0) }
      for header in row.headers {
        header.widget.onMenuRequest { [weak self, weak header] in
          if let header { self?.onMenuRequest?(.header(header), $0) }
        }
      }
    }
    applyPalette(to: made)
    onRowsChange?()
  }

  private func makeView(of plot: PlotViewModel) -> PlotView {
    let view = PlotView(plot: plot, diagram: diagram)
    view.onResize = { [weak self, weak view] in if let view { self?.adoptWidth(of: view) } }
    view.onCompletePicture = { [weak self, weak view] in
      if let self, view === rows.all.first?.view { frames?.hasShownCompletePicture = true }
    }
    view.onWholePreview = { [weak self, weak view] in
      if let self, view === rows.all.first?.view { frames?.hasShownPreview = true }
    }
    pointer.connect(to: view)
    offerMenu(view) { .waveform($0) }
    view.setAccessibleLabel(localized("Waveform of \(plot.laneName)"))
    return view
  }

  /// Gives the focus to the diagram, or to the window while the diagram is hidden.
  package func focus() {
    if let view = plotViews.first(where: \.isMapped) { view.grabFocus() } else { rows.scroller.dropFocus() }
  }

  // MARK: Menus

  /// The buttons that open a menu.
  var menuButtons: [Widget] { [amplitudeButton.button, amplitudeButton.second] }

  /// Where settings of spectra open: above the rulers of the lanes.
  var spectrogramPlace: Widget { amplitudeButton.second.isMapped ? amplitudeButton.second : ruler }

  private func offerMenu<Part: Widget>(_ widget: Part, _ part: @escaping (Part) -> DiagramPart) {
    widget.onMenuRequest { [weak self, weak widget] in
      if let widget { self?.onMenuRequest?(part(widget), $0) }
    }
  }

  /// The part that has the focus, as far as it can be told; else the first waveform.
  var focusedPart: DiagramPart? {
    if overview.containsFocus { return .overview(overview) }
    if ruler.containsFocus { return .time(ruler) }
    if let labels = rows.all.map(\.labels).first(where: \.containsFocus) { return .amplitudes(labels) }
    let headers = rows.all.flatMap(\.headers)
    if let header = headers.first(where: { $0.widget.containsFocus }) { return .header(header) }
    let views = plotViews
    return (views.first(where: \.containsFocus) ?? views.first(where: \.isMapped)).map { .waveform($0) }
  }

  /// The waveform that has the focus, itself or by its header; else the first.
  package var focusedPlot: PlotViewModel? {
    switch focusedPart {
    case .waveform(let view): view.plot
    case .header(let header): header.plot
    case .amplitudes(let labels): labels.plot
    default: diagram.plots.first
    }
  }

  // MARK: Size

  /// Tells the trace that another recording begins.
  func pictureChanged() { frames?.restart() }

  /// Fits labels and scroll bars when the lanes of a plot are known.
  func lanesChanged() { rows.fit() }

  private func adoptWidth(of resized: PlotView) {
    rows.fit(resized)
    if let view = rows.all.lazy.map(\.view).first(where: { $0.isVisible && $0.width > 0 }) {
      diagram.navigation.setWidth(view.deviceWidth)
    }
    // The overview must not change during the layout of the window.
    Task { [weak self] in self?.fitOverview() }
  }

  /// The least height of ruler, plots and strip together, in logical pixels, at which the strip is shown.
  private static let heightForOverview = 285

  private func fitOverview() {
    // Count the line above the strip as well: otherwise the strip would appear and vanish in turn for ever.
    let overviewHeight = overviewRow.isVisible ? overview.height + 1 : 0
    let height = ruler.height + stripPlace.height + rows.scroller.height + overviewHeight
    overviewRow.isVisible = wantsOverview && (height == 0 || height >= Self.heightForOverview)
  }

  /// Draws everything again, because another part is visible in this frame.
  private func drawView() {
    for view in rows.viewsInSight { view.queueDraw() }
    ruler.queueDraw()
    for strip in strips { strip.drawView() }
    overview.queueDraw()
  }

  private func applyPalette() {
    let style = StyleManager.shared
    let palette = Palette.matching(isDark: style.isDark, isHighContrast: style.isHighContrast)
    ruler.palette = palette
    for strip in strips { strip.palette = palette }
    overview.palette = palette
    applyPalette(to: rows.all)
  }

  private func applyPalette(to rows: [PlotRow]) {
    let palette = ruler.palette
    for view in rows.flatMap(\.views) {
      let own = palette.with(LaneColor(view.plot.settings.color))
      // An original with its computed waveform in front of it is faded.
      let isBehind = diagram.plots.contains {
        $0.coversOriginal && !$0.settings.isHidden && diagram.lanes.base(of: $0) === view.plot
      }
      view.palette = isBehind ? own.faded : own
    }
    for row in rows { row.applyPalette() }
  }

  // MARK: Trace

  /// Starts tracing frames; the window must be realized.
  func traceFrames(of window: Widget) {
    frames?.follow(diagram, in: window) { [weak self] in self?.plotViews ?? [] }
  }

  private func playheadStepped(by pixels: Int, at time: Double) {
    for view in rows.viewsInSight { view.queueDraw() }
    overview.playheadStepped()
    onStep?()
    frames?.playheadStepped(by: pixels, to: diagram.playhead, at: time)
  }
}
