// PlotView.swift
// Draws one waveform: its lanes in tiles that are painted once, put together as two layers, played and unplayed,
// that meet at the playhead. A layer is one kept render node; while playing a snapshot only re-appends clips of
// the two, and only the few pixels around the playhead differ from the frame before.
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
  /// Called from a snapshot that showed a recording that has been read to its end.
  var onCompletePicture: (() -> Void)?
  var palette = Palette.light { didSet { if palette != oldValue { queueDraw() } } }
  /// How far the lanes are scrolled, in device pixels.
  var laneOffset = 0 { didSet { if laneOffset != oldValue { queueDraw() } } }

  private let diagram: DiagramViewModel
  private let tiles = LayerCache<ImageSurface>(capacity: 0)
  /// The layers of the present picture, and the stretches of them between the places where they are cut.
  private var layers: [PlayState: RenderNode] = [:]
  private var layersKey: LayersKey?
  private var stretches: [Int: Stretch] = [:]
  private let observer = ModelObserver()

  init(plot: PlotViewModel, diagram: DiagramViewModel) {
    self.plot = plot
    self.diagram = diagram
    super.init(role: .image)
    set("hexpand", true)
    set("vexpand", true)
    set("focusable", true)
    addStyleClass("plot")
    observer.follow({ PlotPicture(plot: plot, diagram: diagram) }) { [weak self] _ in self?.queueDraw() }
  }

  required init(_ raw: UnsafeMutableRawPointer) { fatalError("made by init(plot:diagram:) only") }

  override func resized() {
    // Three views' worth: the played layer, the unplayed one, and what was just scrolled out.
    tiles.capacity = 3 * 4 * deviceWidth * height * scaleFactor + (1 << 20)
    onResize?()
  }

  /// The width in device pixels.
  var deviceWidth: Int { width * scaleFactor }

  /// The lanes of the channels at the present size.
  var layout: LaneLayout {
    LaneLayout(
      count: plot.channels, viewHeight: (height - 2 * Self.margin) * scaleFactor,
      minimumHeight: Self.minimumLaneHeight * scaleFactor, gap: Self.laneGap * scaleFactor)
  }

  /// Logical pixels.
  static let margin = 6
  static let minimumLaneHeight = 64
  static let laneGap = 9

  override func snapshot(_ snapshot: Snapshot) {
    let bounds = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    guard !bounds.isEmpty, let viewport = diagram.viewport, plot.channels > 0 else { return }
    plot.prepare(visible: viewport.visibleFrames, grid: viewport.grid)
    let frame = PlotFrame(
      viewport: viewport, playhead: diagram.steps.map { $0.pixel(at: diagram.playhead) } ?? 0,
      selection: diagram.selection, scale: Double(scaleFactor), height: height * scaleFactor)
    snapshot.clip(to: bounds) {
      appendSelectionGround(snapshot, frame)
      appendSeparators(snapshot, frame)
      appendLayers(snapshot, frame)
      appendSelectionEdges(snapshot, frame)
      appendPlayhead(snapshot, frame)
    }
    if case .complete = plot.state, viewport.width == deviceWidth { onCompletePicture?() }
  }

  /// A line over all lanes, and a small triangle above them. Whole pixels.
  private func appendPlayhead(_ snapshot: Snapshot, _ frame: PlotFrame) {
    let place = frame.playhead - frame.viewport.firstPixel
    guard place >= 0, place <= frame.viewport.width else { return }
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

  /// The two layers, clipped so that they meet at the playhead. Between two steps only the two clips next to the
  /// playhead change; what lies farther off stays the same node until the playhead comes near.
  private func appendLayers(_ snapshot: Snapshot, _ frame: PlotFrame) {
    let key = LayersKey(plot: plot, diagram: diagram, view: self, viewport: frame.viewport)
    if key != layersKey {
      layersKey = key
      layers = [:]
    }
    let first = frame.viewport.firstPixel
    let edges = frame.layerEdges.map { min(max($0 - first, 0), frame.viewport.width) }
    for (index, (left, right)) in zip(edges, edges.dropFirst()).enumerated() where left < right {
      let layer = layer(index < 3 ? .played : .unplayed, frame)
      snapshot.append(stretch(index, left..<right, of: layer, frame))
    }
  }

  /// A stretch of a layer, as the node that it was in the frame before if nothing changed.
  private func stretch(
    _ index: Int, _ pixels: Range<Int>, of layer: RenderNode, _ frame: PlotFrame
  ) -> RenderNode {
    if let kept = stretches[index], kept.layer === layer, kept.pixels == pixels { return kept.node }
    let node = layer.clipped(to: frame.rect(x: pixels.lowerBound, width: pixels.count))
    stretches[index] = Stretch(layer: layer, pixels: pixels, node: node)
    return node
  }

  /// All visible tiles in one state as one node: Cairo replays of it what is damaged.
  private func layer(_ state: PlayState, _ frame: PlotFrame) -> RenderNode {
    if let kept = layers[state] { return kept }
    let layout = layout
    let painter = WaveformPainter(
      style: diagram.style, loudness: diagram.loudness, palette: palette, height: layout.laneHeight,
      scale: scaleFactor)
    let contents = TileContents(
      plot: plot, grid: frame.viewport.grid, geometry: TileGeometry(scaleFactor: scaleFactor),
      style: painter.style)
    let visible = frame.viewport.firstPixel..<frame.viewport.firstPixel + frame.viewport.width
    let margin = Self.margin * scaleFactor
    let node = RenderNode.cairo(bounds: frame.rect(x: 0, width: visible.count)) { context in
      for lane in layout.visibleLanes(offset: laneOffset) {
        let top = margin + layout.top(ofLane: lane, offset: laneOffset)
        for tile in contents.geometry.tiles(covering: visible) {
          guard let surface = surface(tile, lane, state, contents, painter) else { continue }
          let x = contents.geometry.pixels(ofTile: tile).lowerBound - visible.lowerBound
          surface.draw(in: context, x: Double(x) / frame.scale, y: Double(top) / frame.scale)
        }
      }
    }
    layers[state] = node
    return node
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

  /// The ground of the selection, below the waveform: its colours stay what they are.
  private func appendSelectionGround(_ snapshot: Snapshot, _ frame: PlotFrame) {
    guard let (left, right) = frame.selectedPixels else { return }
    let from = max(left, 0)
    snapshot.fill(frame.rect(x: from, width: min(right, frame.viewport.width) - from), palette.selection.rgba)
  }

  /// Both edges, inside the selection and above the waveform.
  private func appendSelectionEdges(_ snapshot: Snapshot, _ frame: PlotFrame) {
    guard let (left, right) = frame.selectedPixels else { return }
    if left >= 0 { snapshot.fill(frame.rect(x: left, width: scaleFactor), palette.selectionEdge.rgba) }
    if right <= frame.viewport.width {
      snapshot.fill(
        frame.rect(x: max(right - scaleFactor, left), width: scaleFactor), palette.selectionEdge.rgba)
    }
  }

  /// The kept picture of a tile, painted now when there is none.
  private func surface(
    _ tile: Int, _ channel: Int, _ state: PlayState, _ contents: TileContents, _ painter: WaveformPainter
  ) -> ImageSurface? {
    let key = LayerKey(
      generation: contents.generation(ofTile: tile), channel: channel, tile: tile,
      framesPerPixel: contents.grid.framesPerPixel, painter: painter, state: state)
    if let kept = tiles.value(for: key) { return kept }
    // Without memory for a picture its place stays empty, and the program lives.
    let width = contents.geometry.width
    guard let surface = try? ImageSurface(width: width, height: painter.height, scale: scaleFactor) else {
      return nil
    }
    painter.paint(contents.content(ofTile: tile, channel: channel, state: state), into: surface)
    // The tile at which reading has arrived is another one with the next block.
    if contents.unreadFrom(inTile: tile) ?? 0 == 0 {
      tiles.insert(surface, for: key, byteCount: surface.byteCount)
    }
    return surface
  }
}

/// What the tiles of a plot show, and what tells one state of a tile from another.
@MainActor private struct TileContents {
  let plot: PlotViewModel
  let grid: PixelGrid
  let geometry: TileGeometry
  let style: WaveformStyle

  /// Equal for equal contents: how much of the tile has been read, and whether its samples are here. What a tile
  /// knows of the recording is part of its key, so nothing ever has to be thrown away.
  func generation(ofTile tile: Int) -> Int {
    let columns = geometry.columns(ofTile: tile, style: style)
    let isExact = plot.hasSamples(
      grid: geometry.grid(for: style, over: grid), first: columns.lowerBound, count: columns.count)
    return (unreadFrom(inTile: tile) ?? -1) * 2 + (isExact ? 1 : 0)
  }

  /// The pixel of the tile from which on nothing has been read yet; nil when all of it has.
  func unreadFrom(inTile tile: Int) -> Int? {
    guard !plot.isComplete else { return nil }
    let pixels = geometry.pixels(ofTile: tile)
    let read = grid.pixel(ofFrame: plot.framesRead) - pixels.lowerBound
    return read < pixels.count ? max(read, 0) : nil
  }

  func content(ofTile tile: Int, channel: Int, state: PlayState) -> WaveformTile {
    let columns = geometry.columns(ofTile: tile, style: style)
    return WaveformTile(
      columns: plot.columns(
        channel: channel, grid: geometry.grid(for: style, over: grid), first: columns.lowerBound,
        count: columns.count), state: state, unreadFrom: unreadFrom(inTile: tile))
  }
}

/// What the layers of a plot depend on.
private struct LayersKey: Equatable {
  let pixels: Range<Int>
  let grid: PixelGrid
  let style: WaveformStyle
  let loudness: EnvelopeLoudness
  let palette: Palette
  let layout: LaneLayout
  let laneOffset: Int
  let scale: Int
  let framesRead: Int, isComplete: Bool, revision: Int

  @MainActor init(plot: PlotViewModel, diagram: DiagramViewModel, view: PlotView, viewport: Viewport) {
    pixels = viewport.firstPixel..<viewport.firstPixel + viewport.width
    grid = viewport.grid
    style = diagram.style
    loudness = diagram.loudness
    palette = view.palette
    layout = view.layout
    laneOffset = view.laneOffset
    scale = view.scaleFactor
    framesRead = plot.framesRead
    isComplete = plot.isComplete
    revision = plot.revision
  }
}

/// A part of a layer as it was appended last. Holds its layer, so that none can take its place in memory.
private struct Stretch {
  let layer: RenderNode
  let pixels: Range<Int>
  let node: RenderNode
}

/// What a frame of a plot is made of.
private struct PlotFrame {
  let viewport: Viewport
  /// The absolute pixel of the playhead.
  let playhead: Int
  let selection: Selection?
  let scale: Double
  /// Of the view, in device pixels.
  let height: Int

  /// The first pixel of the selection and the one behind it, from the left edge of the view; nil when nothing of
  /// it can be seen.
  var selectedPixels: (left: Int, right: Int)? {
    guard let range = selection?.range, !range.isEmpty else { return nil }
    let left = viewport.pixel(ofFrame: Double(range.lowerBound))
    let right = viewport.pixel(ofFrame: Double(range.upperBound))
    return right >= 0 && left <= viewport.width ? (left, right) : nil
  }

  /// Where the layers are cut, as absolute pixels: on a grid of 64, on a grid of 8, at the playhead, and the same
  /// to the right. No two are equal, so that there are six stretches in every frame: GTK compares the nodes of two
  /// frames in their order, and one more or less would make it draw all that follow anew.
  var layerEdges: [Int] {
    let near = (left: floor(playhead - 1, 8), right: floor(playhead, 8) + 8)
    let far = (left: floor(near.left - 1, 64), right: floor(near.right, 64) + 64)
    let first = viewport.firstPixel
    return [first, far.left, near.left, playhead, near.right, far.right, first + viewport.width]
  }

  /// The last multiple of `step` that is not beyond `pixel`.
  private func floor(_ pixel: Int, _ step: Int) -> Int { pixel & ~(step - 1) }

  func rect(_ pixels: PixelRect) -> Rect {
    Rect(
      x: Double(pixels.x) / scale, y: Double(pixels.y) / scale, width: Double(pixels.width) / scale,
      height: Double(pixels.height) / scale)
  }

  /// A strip over the whole height.
  func rect(x: Int, width: Int) -> Rect { rect(PixelRect(x: x, y: 0, width: width, height: height)) }
}

/// Everything that a plot's picture depends on, but for the steps of the playhead, which the animator draws: when
/// it is another one, the plot is drawn anew.
struct PlotPicture: Equatable, Sendable {
  let viewport: Viewport?
  let selection: Selection?
  let playhead: Int, placements: Int
  let style: WaveformStyle
  let loudness: EnvelopeLoudness
  let framesRead: Int
  let isComplete: Bool
  let revision: Int

  @MainActor init(plot: PlotViewModel, diagram: DiagramViewModel) {
    viewport = diagram.viewport
    selection = diagram.selection
    playhead = diagram.steps.map { $0.pixel(at: diagram.playhead) } ?? 0
    placements = diagram.placements
    style = diagram.style
    loudness = diagram.loudness
    framesRead = plot.framesRead
    isComplete = plot.isComplete
    revision = plot.revision
  }
}

extension Color {
  var rgba: RGBA { RGBA(red: red, green: green, blue: blue, alpha: alpha) }
}
