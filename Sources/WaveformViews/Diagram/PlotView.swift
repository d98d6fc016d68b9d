// PlotView.swift
// Draws one waveform. Its lanes consist of tiles that are painted once and put together as two layers, played
// and unplayed, which meet at the playhead. A layer is one kept render node. During playback a snapshot only
// appends clips of the two again, and only the few pixels around the playhead differ from the last frame.
// All places are device pixels until they are handed to GTK.

import GtkBridge
import WaveformCore
import WaveformDrawing
import WaveformModel

/// The view of one `PlotViewModel`.
final class PlotView: SnapshotArea {
  let plot: PlotViewModel
  /// Called when the size or the scale factor changes.
  var onResize: (() -> Void)?
  /// Called after a snapshot that showed a complete recording.
  var onCompletePicture: (() -> Void)?
  /// Called after a snapshot whose preview reached from the beginning to the end.
  var onWholePreview: (() -> Void)?
  var palette = Palette.light { didSet { if palette != oldValue { queueDraw() } } }
  /// The waveform that this one is drawn over, if any: it is translucent then, lies in that one's lanes, and draws
  /// nothing that belongs to them.
  var base: PlotViewModel? {
    didSet {
      guard base !== oldValue else { return }
      set("opacity", isOver && !plot.coversOriginal ? 0.8 : 1)
      set("can-target", !isOver)
      set("focusable", !isOver)
      layersKey = nil
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
  let tiles = TileStore()
  private let tilesAhead = TilesAhead()
  /// The layers of the present picture, and their stretches between the places where they are cut.
  private var layers: [PlayState: Layer] = [:]
  private var layersKey: LayersKey?
  private var stretches: [Int: Stretch] = [:]
  private let moving = MovingPicture()
  /// The picture of a zoom that is seen now, and where the playhead stands in it.
  private var movingNode: (node: RenderNode, playhead: Int)?
  private let rest = Timer()
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
    tiles.capacity = 3 * 4 * deviceWidth * height * scaleFactor + (1 << 20)
    onResize?()
  }

  /// The width in device pixels.
  var deviceWidth: Int { width * scaleFactor }

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
    layout.lane(at: Int((y - Double(Self.margin)) * Double(scaleFactor)), offset: laneOffset)
  }

  /// The lanes at the present size.
  var layout: LaneLayout {
    LaneLayout(
      count: owner.lanes(diagram.look.channels).count, viewHeight: (height - 2 * Self.margin) * scaleFactor,
      minimumHeight: minimumChannelHeight * scaleFactor, gap: Self.laneGap * scaleFactor)
  }

  /// Many waveforms share little room by low lanes; many channels of one waveform scroll.
  private var minimumChannelHeight: Int {
    diagram.lanes.hasSeveral ? Self.minimumHeightAmongOthers : Self.minimumLaneHeight
  }

  /// Logical pixels.
  static let margin = 6
  private static let minimumLaneHeight = 64, minimumHeightAmongOthers = 28
  static let laneGap = 9

  override func snapshot(_ snapshot: Snapshot) {
    let bounds = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    guard !bounds.isEmpty, let viewport = diagram.viewport, plot.channels > 0 else { return }
    prepare()
    let frame = PlotFrame(
      viewport: viewport, playhead: diagram.transport.steps.map { $0.pixel(at: diagram.playhead) } ?? 0,
      selection: diagram.selection, scale: Double(scaleFactor), height: height * scaleFactor)
    if isOver {
      snapshot.clip(to: bounds) { appendLayers(snapshot, frame) }
      return
    }
    snapshot.clip(to: bounds) {
      appendSelectionGround(snapshot, frame)
      // Below the waveform, so that the line hides nothing.
      if let x = hover.x {
        snapshot.fill(frame.rect(x: x, width: scaleFactor), palette.pointerLine.rgba)
      }
      appendSeparators(snapshot, frame)
      appendLayers(snapshot, frame)
      let spectra = spectrumOverlay(viewport)
      spectra?.appendMarks(overlays.marks.items(over: plot, viewport, diagram), to: snapshot)
      let band = spectra.flatMap { _ in diagram.selection?.band }
      spectra?.appendSelection(frame.selectedPixels, selectedStrips, band, to: snapshot)
      if band == nil { appendSelectionEdges(snapshot, frame) }
      spectra?.appendCrosshair(hover.crosshair, x: hover.x, to: snapshot)
      overlays.loudness.append(to: snapshot, on: self, of: plot, palette, diagram, viewport)
      overlays.gains.append(to: snapshot, of: self, diagram)
      appendPlayhead(snapshot, frame)
      if showsPlayhead { spectra?.appendPlayhead(frame.playhead, to: snapshot) }
      appendSnapLine(to: snapshot, of: diagram, palette)
    }
    if case .complete = plot.state, viewport.width == deviceWidth { onCompletePicture?() }
    let limit = TileContents.previewLimit(grid: viewport.grid, scale: scaleFactor)
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
    guard let viewport = diagram.viewport, plot.channels > 0 else { return }
    let placement = diagram.placement(of: plot)
    plot.prepare(
      visible: placement.frames(ofAxis: viewport.visibleFrames), grid: placement.grid(viewport.grid))
    contents(viewport).prepare(pixels: viewport.pixels)
  }

  private func contents(_ viewport: Viewport) -> TileContents {
    TileContents(
      plot: plot, grid: diagram.placement(of: plot).grid(viewport.grid),
      geometry: TileGeometry(scaleFactor: scaleFactor, bars: diagram.look.bars), lanes: lanes,
      style: diagram.lanes.style(of: plot), scale: scaleFactor, showsMarks: diagram.look.showsMarks,
      isOver: isOver)
  }

  /// A line over all lanes, and a small triangle above them. Whole pixels.
  private func appendPlayhead(_ snapshot: Snapshot, _ frame: PlotFrame) {
    let place = frame.playhead - frame.viewport.firstPixel
    guard showsPlayhead, place >= 0, place <= frame.viewport.width else { return }
    // At the very end the line stands on the last pixel.
    let x = min(place, frame.viewport.width - scaleFactor)
    snapshot.fill(frame.rect(x: x, width: scaleFactor), palette.playhead.rgba)
    for row in 0..<4 {
      let half = (4 - row) * scaleFactor
      let bar = PixelRect(
        x: x - half, y: row * scaleFactor, width: 2 * half + scaleFactor, height: scaleFactor)
      snapshot.fill(frame.rect(bar), palette.playhead.rgba)
    }
  }

  // MARK: Layers

  /// Appends the two layers, clipped so that they meet at the playhead. Between two steps only the two clips
  /// next to the playhead change; farther stretches stay the same nodes until the playhead comes near.
  private func appendLayers(_ snapshot: Snapshot, _ frame: PlotFrame) {
    let key = LayersKey(plot: plot, diagram: diagram, view: self, viewport: frame.viewport)
    if key != layersKey {
      let isZoom = layersKey.map { $0.grid != key.grid } ?? false
      layersKey = key
      layers = [:]
      stretches = [:]
      movingNode = nil
      Memory.hasDrawn()
      // Beyond the end of what is heard there is nothing to paint.
      let isRolling = plot.isHeard && plot.isFollowing && frame.viewport.isAtEnd
      tilesAhead.moved(to: frame.viewport, isAhead: !isRolling) { [weak self] in
        self?.paintTile(beyondRightEdge: $0, $1)
      }
      // A zoom that has just been reached may be left with the next frame. Tiles follow when it stays.
      if isZoom, let node = moving.node(scene(frame)) {
        movingNode = (node, frame.playhead)
        rest.schedule(after: Self.rest) { [weak self] in self?.endMotion() }
      } else {
        tiles.begin()
      }
    }
    if let movingNode, movingNode.playhead == frame.playhead { return snapshot.append(movingNode.node) }
    if movingNode != nil {
      movingNode = nil
      tiles.begin()
    }
    let first = frame.viewport.firstPixel
    let edges = frame.layerEdges.map { min(max($0 - first, 0), frame.viewport.width) }
    for (index, (left, right)) in zip(edges, edges.dropFirst()).enumerated() where left < right {
      let state: PlayState = index < 3 ? .played : .unplayed
      // Ask for everything on this side of the playhead: several stretches in this frame use it.
      let side = state == .played ? 0..<edges[3] : edges[3]..<frame.viewport.width
      snapshot.append(stretch(index, left..<right, of: layer(state, over: side, frame), frame))
    }
  }

  /// The lanes that can be seen: their numbers, painters, and upper edges in device pixels.
  private var lanesInView: [(lane: Int, painter: WaveformPainter, top: Int)] {
    let (layout, count) = (layout, lanes.count)
    return layout.visibleLanes(offset: laneOffset).filter { $0 < count }.map { lane in
      let painter = WaveformPainter(
        look: look(ofLane: lane), palette: palette, height: layout.laneHeight, scale: scaleFactor,
        sampleRate: plot.sampleRate)
      return (lane, painter, Self.margin * scaleFactor + layout.top(ofLane: lane, offset: laneOffset))
    }
  }

  /// What lies over the spectra of the lanes in view; nil for a plot that shows none.
  private func spectrumOverlay(_ viewport: Viewport) -> SpectrumOverlay? {
    guard diagram.lanes.style(of: plot).showsSpectrogram else { return nil }
    let (layout, look) = (layout, diagram.look.spectrogram)
    let axis = look.axis(height: layout.laneHeight, sampleRate: plot.sampleRate)
    let lanes = layout.visibleLanes(offset: laneOffset).map {
      (axis, Self.margin * scaleFactor + layout.top(ofLane: $0, offset: laneOffset))
    }
    return SpectrumOverlay(viewport: viewport, scale: scaleFactor, look: look, lanes: lanes)
  }

  private func scene(_ frame: PlotFrame) -> MovingPicture.Scene {
    var contents = contents(frame.viewport)
    contents.isMoving = true
    return MovingPicture.Scene(
      contents: contents, viewport: frame.viewport, lanes: lanesInView,
      playhead: min(max(frame.playhead - frame.viewport.firstPixel, 0), frame.viewport.width),
      height: frame.height)
  }

  /// Seconds after which a zoom is no longer in motion, a few frames, and after which its memory is returned.
  private static let rest = 0.05, longRest = 1.0

  /// Draws tiles in place of the last picture of a zoom.
  private func endMotion() {
    rest.schedule(after: Self.longRest) { [weak self] in self?.moving.forget() }
    guard movingNode != nil else { return }
    movingNode = nil
    tiles.begin()
    queueDraw()
  }

  /// A stretch of a layer; the same node as in the last frame if nothing has changed.
  private func stretch(
    _ index: Int, _ pixels: Range<Int>, of layer: RenderNode, _ frame: PlotFrame
  ) -> RenderNode {
    if let kept = stretches[index], kept.layer === layer, kept.pixels == pixels { return kept.node }
    let node = layer.clipped(to: frame.rect(x: pixels.lowerBound, width: pixels.count))
    stretches[index] = Stretch(layer: layer, pixels: pixels, node: node)
    return node
  }

  /// The tiles of one state that `pixels` of the view need, as one node. Cairo redraws only the damaged part
  /// of it.
  ///
  /// While the playhead moves, tiles are painted some way ahead of it: with more tiles the layer would be a
  /// new node, which GTK draws as a whole.
  private func layer(_ state: PlayState, over pixels: Range<Int>, _ frame: PlotFrame) -> RenderNode {
    if let kept = layers[state], kept.covers(pixels) { return kept.node }
    let width = frame.viewport.width
    let ahead = diagram.isPlaying || diagram.transport.isScrubbing ? (width + 3) / 4 : 0
    let pixels = max(pixels.lowerBound - ahead, 0)..<min(pixels.upperBound + ahead, width)
    let contents = contents(frame.viewport)
    let first = frame.viewport.firstPixel
    let lanes = lanesInView
    func x(_ tile: Int) -> Double {
      Double(contents.geometry.pixels(ofTile: tile).lowerBound - first) / frame.scale
    }
    func parts(_ tile: Int) -> [(surface: ImageSurface, top: Int)] {
      lanes.compactMap { lane, painter, top in
        surface(tile, lane, state, contents, painter).map { ($0, top) }
      }
    }
    let node = RenderNode.cairo(bounds: frame.rect(x: 0, width: width)) { context in
      let tiles = contents.geometry.tiles(covering: first + pixels.lowerBound..<first + pixels.upperBound)
      for tile in unrolled(tiles, state, frame, contents, in: context, x: x, parts: parts) {
        for (surface, top) in parts(tile) {
          surface.draw(in: context, x: x(tile), y: Double(top) / frame.scale)
        }
      }
    }
    layers[state] = Layer(node: node, pixels: pixels)
    return node
  }

  /// Draws what has rolled by, if the view rolls.
  ///
  /// - Returns: the tiles that are left.
  private func unrolled(
    _ tiles: Range<Int>, _ state: PlayState, _ frame: PlotFrame, _ contents: TileContents,
    in context: OpaquePointer, x: (Int) -> Double, parts: (Int) -> [(surface: ImageSurface, top: Int)]
  ) -> [Int] {
    guard plot.isHeard, plot.isFollowing, frame.viewport.isAtEnd, !isOver, !diagram.isPlaying,
      !plot.needsSamples(contents.grid), !tiles.isEmpty, let key = layersKey?.whileRolling
    else {
      self.tiles.forgetStrips()
      return Array(tiles)
    }
    guard let strips = self.tiles.strips(state) else { return Array(tiles) }
    let basis = RollingBasis(layers: key, spectra: diagram.spectrograms.settings, state: state)
    return strips.draw(
      tiles, basis, (contents.geometry.width, frame.height, scaleFactor), in: context,
      isSettled: contents.isSettled, x: x, parts: parts)
  }

  /// Paints a tile of each lane, `distance` tiles beyond the edge of the view, unless the recording ends
  /// before.
  private func paintTile(beyondRightEdge isRight: Bool, _ distance: Int) {
    guard let viewport = diagram.viewport, plot.channels > 0 else { return }
    let contents = contents(viewport)
    let visible = contents.geometry.tiles(covering: viewport.pixels)
    let tile = isRight ? visible.upperBound + distance : visible.lowerBound - 1 - distance
    let first = contents.geometry.pixels(ofTile: tile).lowerBound
    guard tile >= 0, contents.grid.position(ofPixel: first) < Double(plot.length) else { return }
    let isPlayed = diagram.transport.steps.map { first < $0.pixel(at: diagram.playhead) } ?? false
    tiles.ahead {
      for (lane, painter, _) in lanesInView {
        _ = surface(tile, lane, isPlayed ? .played : .unplayed, contents, painter)
      }
    }
  }

  private func appendSeparators(_ snapshot: Snapshot, _ frame: PlotFrame) {
    let layout = layout
    for lane in layout.visibleLanes(offset: laneOffset) where lane > 0 {
      let top = Self.margin * scaleFactor + layout.top(ofLane: lane, offset: laneOffset)
      let line = PixelRect(
        x: 0, y: top - (layout.gap + scaleFactor) / 2, width: frame.viewport.width, height: scaleFactor)
      snapshot.fill(frame.rect(line), palette.laneSeparator.rgba)
    }
  }

  /// The ground of the selection; below the waveform, whose colours it does not change.
  private func appendSelectionGround(_ snapshot: Snapshot, _ frame: PlotFrame) {
    guard let (left, right) = frame.selectedPixels else { return }
    let from = max(left, 0), width = min(right, frame.viewport.width) - from
    for strip in selectedStrips {
      let ground = PixelRect(x: from, y: strip.lowerBound, width: width, height: strip.count)
      snapshot.fill(frame.rect(ground), palette.selection.rgba)
    }
  }

  /// The rows of pixels that are selected: all, or those of some lanes.
  private var selectedStrips: [Range<Int>] {
    let all = 0..<height * scaleFactor
    guard diagram.lanes.scope != nil else { return [all] }
    let layout = layout, margin = Self.margin * scaleFactor, rim = layout.gap / 2
    let lanes = layout.visibleLanes(offset: laneOffset)
    let strips = lanes.filter { diagram.isSelected(lane: $0, of: plot) }.map { lane in
      let top = margin + layout.top(ofLane: lane, offset: laneOffset)
      // The first and the last one reach to the border.
      let start = lane == 0 ? 0 : top - rim
      let end = lane == layout.count - 1 ? all.upperBound : top + layout.laneHeight + layout.gap - rim
      return max(start, 0)..<max(start, 0, min(end, all.upperBound))
    }
    return strips.reduce(into: []) { joined, strip in
      if let last = joined.last, last.upperBound == strip.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<strip.upperBound
      } else {
        joined.append(strip)
      }
    }
  }

  /// Both edges, inside the selection and above the waveform.
  private func appendSelectionEdges(_ snapshot: Snapshot, _ frame: PlotFrame) {
    guard let (left, right) = frame.selectedPixels else { return }
    for strip in selectedStrips {
      func line(_ x: Int) {
        let edge = PixelRect(x: x, y: strip.lowerBound, width: scaleFactor, height: strip.count)
        snapshot.fill(frame.rect(edge), palette.selectionEdge.rgba)
      }
      if left >= 0 { line(left) }
      if right <= frame.viewport.width { line(max(right - scaleFactor, left)) }
    }
  }

  private func surface(
    _ tile: Int, _ lane: Int, _ state: PlayState, _ contents: TileContents, _ painter: WaveformPainter
  ) -> ImageSurface? {
    let key = LayerKey(
      generation: contents.generation(ofTile: tile), preview: contents.preview(ofTile: tile),
      spectra: contents.spectra(ofTile: tile, lane: lane),
      // A lane shows other channels when the waveform below turns out to have more or fewer lanes.
      lane: contents.lanes.count << 16 | lane, tile: tile, grid: contents.grid, painter: painter,
      // Spectra look the same before and behind the playhead.
      state: contents.style.showsWaveform ? state : .played)
    // The tile that is being read will change with the next block.
    let isFinal = contents.unreadFrom(inTile: tile) ?? 0 == 0 && contents.areMarksSettled(inTile: tile)
    return tiles.surface(for: key, width: contents.geometry.width, painter: painter, isFinal: isFinal) {
      contents.content(ofTile: tile, lane: lane, state: state)
    }
  }
}
