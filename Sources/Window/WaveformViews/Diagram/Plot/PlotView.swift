// PlotView.swift
// Draws one waveform: its lanes (`PlotLayers`), and what lies below and above them. Knows where the lanes are. All places
// are device pixels until they are handed to GTK.

import GtkBridge
import WaveformCore
import WaveformDrawing
import WaveformModel

/// The view of one `PlotViewModel`.
final class PlotView: SnapshotArea {
  let plot: PlotViewModel
  /// Called when the size or the device pixels change.
  var onResize: (() -> Void)?
  /// Called after a snapshot that showed a complete recording.
  var onCompletePicture: (() -> Void)?
  /// Called after a snapshot whose preview reached from the beginning to the end.
  var onWholePreview: (() -> Void)?
  /// False while the view is scrolled out of sight: then it draws nothing, and asks for no samples.
  var isInSight: () -> Bool = { true }
  var palette = Palette.light { didSet { if palette != oldValue { queueDraw() } } }
  /// The waveform that this one is drawn over, if any: it is translucent then, lies in that one's lanes, and draws
  /// nothing that belongs to them.
  var base: PlotViewModel? {
    didSet {
      guard base !== oldValue else { return }
      set("opacity", isOver && !plot.coversOriginal ? 0.8 : 1)
      set("can-target", !isOver)
      set("focusable", !isOver)
      layers.forget()
      queueDraw()
    }
  }
  var isOver: Bool { base != nil }
  /// False in views that play nothing.
  var showsPlayhead = true
  /// What is marked under the pointer by thin lines; empty while the pointer is elsewhere.
  var hover = PlotHover() { didSet { if hover != oldValue { queueDraw() } } }
  /// How far the lanes are scrolled, in device pixels.
  var laneOffset = 0 { didSet { if laneOffset != oldValue { queueDraw() } } }

  private let diagram: DiagramViewModel
  private var layers: PlotLayers!
  private let overlays = PlotOverlays()
  private let observer = ModelObserver()

  init(plot: PlotViewModel, diagram: DiagramViewModel) {
    self.plot = plot
    self.diagram = diagram
    super.init(role: .image)
    set("hexpand", true)
    set("vexpand", true)
    set("focusable", true)
    addStyleClass("plot")
    layers = PlotLayers(
      of: plot, in: diagram, parts: { [unowned self] in (contents($0), lanesInView) },
      redraw: { [weak self] in self?.queueDraw() })
    observer.follow({ PlotPicture(plot: plot, diagram: diagram) }) { [weak self] _ in
      // Before the frame is drawn, so that samples that arrive soon enough are part of it.
      self?.prepare()
      self?.queueDraw()
    }
    observer.follow({ LoudnessPicture(plot, diagram) }) { [weak self] _ in self?.queueDraw() }
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init(plot:diagram:) only") }

  override func resized() {
    // Three times the view: the played layer, the unplayed one, and what was just scrolled out.
    tiles.capacity = 3 * 4 * deviceWidth * deviceHeight + (1 << 20)
    onResize?()
  }

  var tiles: TileStore { layers.tiles }

  /// What the lanes show, from top to bottom. Over a waveform of more channels there may be fewer than it has lanes.
  var lanes: [LaneContent] {
    let mode = diagram.look.channels
    return base == nil ? plot.lanes(mode) : mode.lanes(channels: plot.channels, over: owner.channels)
  }

  /// The waveform whose lanes these are: the one below, unless that could not be opened.
  private var owner: PlotViewModel { base.flatMap { $0.channels > 0 ? $0 : nil } ?? plot }

  /// How a lane is drawn. A single channel in several lanes is drawn alike in all of them.
  func look(ofLane lane: Int) -> WaveformLook {
    let isOwn = base == nil || lane < plot.lanes(diagram.look.channels).count
    return diagram.look(ofLane: isOwn ? lane : 0, in: plot)
  }

  /// The lane at `y`, in logical pixels from the top of the view.
  func lane(at y: Double) -> Int {
    layout.lane(at: Int(row(at: y)), offset: laneOffset)
  }

  /// Device pixels from the upper edge of the lanes, when they are not scrolled, to `y`, in logical pixels.
  func row(at y: Double) -> Double { pixels.y(y) - Double(pixels.device(Self.margin)) }

  /// The lanes at the present size.
  var layout: LaneLayout {
    let pixels = pixels
    return LaneLayout(
      count: owner.lanes(diagram.look.channels).count,
      viewHeight: pixels.rows(in: height) - 2 * pixels.device(Self.margin),
      minimumHeight: pixels.device(minimumChannelHeight), gap: pixels.device(Self.laneGap))
  }

  /// Many waveforms share little room by low lanes; many channels of one waveform scroll.
  private var minimumChannelHeight: Int {
    diagram.lanes.hasSeveral ? Self.minimumHeightAmongOthers : minimumLaneHeight
  }

  /// Logical pixels.
  static let margin = 6
  private static let minimumHeightAmongOthers = 28
  /// Of a waveform alone: lanes for which there is no room scroll.
  var minimumLaneHeight = 64
  static let laneGap = 9

  override func snapshot(_ snapshot: Snapshot) {
    let bounds = bounds, line = pixels.line
    guard !bounds.isEmpty, let viewport = diagram.viewport, plot.channels > 0, isInSight() else { return }
    prepare()
    let frame = PlotFrame(
      viewport: viewport, playhead: diagram.transport.steps.map { $0.pixel(at: diagram.playhead) } ?? 0,
      selection: diagram.selection, scale: pixels.factor, height: deviceHeight)
    let key = layersKey(viewport)
    if isOver {
      snapshot.clip(to: bounds) { layers.append(to: snapshot, frame, key) }
      return
    }
    let selection = SelectionFigure(
      frame, layout, margin: pixels.device(Self.margin), offset: laneOffset,
      isSelected: diagram.lanes.scope == nil
        ? nil : { [diagram, plot] in diagram.isSelected(lane: $0, of: plot) })
    snapshot.clip(to: bounds) {
      selection.appendGround(to: snapshot, palette)
      // Below the waveform, so that the line hides nothing.
      if let x = hover.x {
        snapshot.fill(frame.rect(x: x, width: line), palette.pointerLine.rgba)
      }
      appendSeparators(snapshot, frame)
      layers.append(to: snapshot, frame, key)
      let spectra = spectrumOverlay(viewport)
      spectra?.appendMarks(overlays.marks.items(over: plot, viewport, diagram), to: snapshot)
      let band = spectra.flatMap { _ in diagram.selection?.band }
      spectra?.appendSelection(selection.pixels, selection.strips, band, to: snapshot)
      if band == nil { selection.appendEdges(to: snapshot, width: line, palette) }
      spectra?.appendCrosshair(hover.crosshair, x: hover.x, to: snapshot)
      overlays.loudness.append(to: snapshot, on: self, of: plot, palette, diagram, viewport)
      overlays.gains.append(to: snapshot, of: self, diagram)
      appendPlayhead(snapshot, frame)
      if showsPlayhead { spectra?.appendPlayhead(frame.playhead, to: snapshot) }
      appendSnapLine(to: snapshot, of: diagram, palette)
    }
    if case .complete = plot.state, viewport.width == deviceWidth { onCompletePicture?() }
    let limit = TileContents.previewLimit(grid: viewport.grid, scale: line)
    if viewport.isWhole, viewport.width == deviceWidth, plot.isPreviewWhole(limit: limit) {
      onWholePreview?()
    }
  }

  /// True when every column in view is exact to the frame.
  var showsExactly: Bool {
    guard let viewport = diagram.viewport, plot.channels > 0 else { return false }
    let contents = contents(viewport)
    return contents.geometry.tiles(covering: viewport.pixels).allSatisfy(contents.isExact(tile:))
  }

  /// Asks for the samples that the view needs.
  private func prepare() {
    guard let viewport = diagram.viewport, plot.channels > 0, isInSight() else { return }
    let placement = diagram.placement(of: plot)
    plot.prepare(
      visible: placement.frames(ofAxis: viewport.visibleFrames), grid: placement.grid(viewport.grid))
    contents(viewport).prepare(pixels: viewport.pixels)
  }

  private func contents(_ viewport: Viewport) -> TileContents {
    let pixels = pixels
    return TileContents(
      plot: plot, grid: diagram.placement(of: plot).grid(viewport.grid),
      geometry: TileGeometry(factor: pixels.factor, bars: diagram.look.bars), lanes: lanes,
      style: diagram.lanes.style(of: plot), factor: pixels.factor, scale: pixels.line,
      showsMarks: diagram.look.showsMarks, isOver: isOver)
  }

  /// A line over all lanes, and a small triangle above them. Whole pixels.
  private func appendPlayhead(_ snapshot: Snapshot, _ frame: PlotFrame) {
    let place = frame.playhead - frame.viewport.firstPixel
    guard showsPlayhead, place >= 0, place <= frame.viewport.width else { return }
    // At the very end the line stands on the last pixel.
    let line = pixels.line
    let x = min(place, frame.viewport.width - line)
    snapshot.fill(frame.rect(x: x, width: line), palette.playhead.rgba)
    for row in 0..<4 {
      let half = (4 - row) * line
      let bar = PixelRect(x: x - half, y: row * line, width: 2 * half + line, height: line)
      snapshot.fill(frame.rect(bar), palette.playhead.rgba)
    }
  }

  // MARK: Lanes

  private func layersKey(_ viewport: Viewport) -> LayersKey {
    let layout = layout
    return LayersKey(
      plot: plot, diagram: diagram, viewport: viewport, layout: layout,
      looks: layout.visibleLanes(offset: laneOffset).map(look), palette: palette, laneOffset: laneOffset,
      factor: pixels.factor)
  }

  /// The lanes that can be seen: their numbers, painters, and upper edges in device pixels.
  private var lanesInView: [LaneInView] {
    let (layout, count, pixels) = (layout, lanes.count, pixels)
    return layout.visibleLanes(offset: laneOffset).filter { $0 < count }.map { lane in
      let painter = WaveformPainter(
        look: look(ofLane: lane), palette: palette, height: layout.laneHeight, factor: pixels.factor,
        sampleRate: plot.sampleRate)
      return (lane, painter, pixels.device(Self.margin) + layout.top(ofLane: lane, offset: laneOffset))
    }
  }

  /// What lies over the spectra of the lanes in view; nil for a plot that shows none.
  private func spectrumOverlay(_ viewport: Viewport) -> SpectrumOverlay? {
    guard diagram.lanes.style(of: plot).showsSpectrogram else { return nil }
    let (layout, look, pixels) = (layout, diagram.look.spectrogram, pixels)
    let axis = look.axis(height: layout.laneHeight, sampleRate: plot.sampleRate)
    let lanes = layout.visibleLanes(offset: laneOffset).map {
      (axis, pixels.device(Self.margin) + layout.top(ofLane: $0, offset: laneOffset))
    }
    return SpectrumOverlay(
      viewport: viewport, factor: pixels.factor, scale: pixels.line, look: look, lanes: lanes)
  }

  private func appendSeparators(_ snapshot: Snapshot, _ frame: PlotFrame) {
    let (layout, pixels) = (layout, pixels), line = pixels.line
    for lane in layout.visibleLanes(offset: laneOffset) where lane > 0 {
      let top = pixels.device(Self.margin) + layout.top(ofLane: lane, offset: laneOffset)
      let border = PixelRect(
        x: 0, y: top - (layout.gap + line) / 2, width: frame.viewport.width, height: line)
      snapshot.fill(frame.rect(border), palette.laneSeparator.rgba)
    }
  }
}

/// What is drawn over a plot, as far as it is kept from one frame to the next.
@MainActor private struct PlotOverlays {
  let gains = GainBadges()
  let loudness = LoudnessOverlay()
  let marks = BandMarks()
}
