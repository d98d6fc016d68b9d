// PlotView.swift
// Draws one waveform: its lanes in tiles that are painted once and kept as render nodes. A snapshot only
// re-appends what is kept; while playing only the tile under the playhead differs from the frame before.
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
  private let nodes = LayerCache<RenderNode>(capacity: 0)
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
    nodes.capacity = 3 * 4 * deviceWidth * height * scaleFactor + (1 << 20)
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
      appendLanes(snapshot, frame)
      appendSelectionEdges(snapshot, frame)
      let x = frame.playhead - viewport.firstPixel
      if x >= 0, x <= viewport.width {
        // At the very end the line stands on the last pixel.
        snapshot.fill(
          frame.rect(x: min(x, viewport.width - scaleFactor), width: scaleFactor), palette.playhead.rgba)
      }
    }
    if case .complete = plot.state { onCompletePicture?() }
  }

  private func appendLanes(_ snapshot: Snapshot, _ frame: PlotFrame) {
    let layout = layout
    let tiles = TileGeometry(scaleFactor: scaleFactor)
    let painter = WaveformPainter(
      style: diagram.style, loudness: diagram.loudness, palette: palette, height: layout.laneHeight,
      scale: scaleFactor)
    let first = frame.viewport.firstPixel
    let visible = first..<first + frame.viewport.width
    let margin = Self.margin * scaleFactor
    for lane in layout.visibleLanes(offset: laneOffset) {
      let top = margin + layout.top(ofLane: lane, offset: laneOffset)
      if lane > 0 {
        let line = PixelRect(
          x: 0, y: top - (layout.gap + scaleFactor) / 2, width: visible.count, height: scaleFactor)
        snapshot.fill(frame.rect(line), palette.laneSeparator.rgba)
      }
      for tile in tiles.tiles(covering: visible) {
        let pixels = tiles.pixels(ofTile: tile)
        let x = pixels.lowerBound - first
        let node = { (state: PlayState) in
          self.node(tile, lane, state, tiles, painter, frame.viewport.grid)
        }
        snapshot.translated(x: Double(x) / frame.scale, y: Double(top) / frame.scale) {
          let split = frame.playhead - pixels.lowerBound
          if split <= 0 {
            node(.unplayed).map(snapshot.append)
          } else if split >= pixels.count {
            node(.played).map(snapshot.append)
          } else {
            let height = layout.laneHeight
            snapshot.clip(to: frame.rect(PixelRect(x: 0, y: 0, width: split, height: height))) {
              node(.played).map(snapshot.append)
            }
            let right = PixelRect(x: split, y: 0, width: pixels.count - split, height: height)
            snapshot.clip(to: frame.rect(right)) { node(.unplayed).map(snapshot.append) }
          }
        }
      }
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

  /// The kept node of a tile, painted now when there is none.
  private func node(
    _ tile: Int, _ channel: Int, _ state: PlayState, _ tiles: TileGeometry, _ painter: WaveformPainter,
    _ grid: PixelGrid
  ) -> RenderNode? {
    let pixels = tiles.pixels(ofTile: tile)
    let columns = tiles.columns(ofTile: tile, style: painter.style)
    let columnGrid = tiles.grid(for: painter.style, over: grid)
    let isExact = plot.hasSamples(grid: columnGrid, first: columns.lowerBound, count: columns.count)
    var unreadFrom: Int?
    if !plot.isComplete {
      let read = grid.pixel(ofFrame: plot.framesRead) - pixels.lowerBound
      if read < pixels.count { unreadFrom = max(read, 0) }
    }
    // What the tile knows of the recording is part of its key, so nothing ever has to be thrown away.
    let key = LayerKey(
      generation: (unreadFrom ?? -1) * 2 + (isExact ? 1 : 0), channel: channel, tile: tile,
      framesPerPixel: grid.framesPerPixel, painter: painter, state: state)
    if let kept = nodes.value(for: key) { return kept }
    let content = WaveformTile(
      columns: plot.columns(
        channel: channel, grid: columnGrid, first: columns.lowerBound, count: columns.count), state: state,
      unreadFrom: unreadFrom)
    guard let surface = try? ImageSurface(width: pixels.count, height: painter.height, scale: scaleFactor)
    else {
      return nil  // no memory for a picture: the place stays empty, the program lives
    }
    painter.paint(content, into: surface)
    let scale = Double(scaleFactor)
    let bounds = Rect(x: 0, y: 0, width: Double(pixels.count) / scale, height: Double(painter.height) / scale)
    let node = RenderNode.cairo(bounds: bounds) { surface.draw(in: $0) }
    // The tile at which reading has arrived is another one with the next block.
    if (unreadFrom ?? 0) == 0 { nodes.insert(node, for: key, byteCount: surface.byteCount) }
    return node
  }
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

  func rect(_ pixels: PixelRect) -> Rect {
    Rect(
      x: Double(pixels.x) / scale, y: Double(pixels.y) / scale, width: Double(pixels.width) / scale,
      height: Double(pixels.height) / scale)
  }

  /// A strip over the whole height.
  func rect(x: Int, width: Int) -> Rect { rect(PixelRect(x: x, y: 0, width: width, height: height)) }
}

/// Everything that a plot's picture depends on: when it is another one, the plot is drawn anew.
struct PlotPicture: Equatable, Sendable {
  let viewport: Viewport?
  let selection: Selection?
  let playhead: Int
  let style: WaveformStyle
  let loudness: EnvelopeLoudness
  let framesRead: Int
  let isComplete: Bool
  let revision: Int

  @MainActor init(plot: PlotViewModel, diagram: DiagramViewModel) {
    viewport = diagram.viewport
    selection = diagram.selection
    playhead = diagram.steps.map { $0.pixel(at: diagram.playhead) } ?? 0
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
