// PlotParts.swift
// The values of which a plot's picture is made: contents of tiles, keys of kept pictures, and the places in a
// frame in device pixels. `PlotView` puts them together.

import GtkBridge
import WaveformCore
import WaveformDrawing
import WaveformModel

/// What the tiles of a plot show, and the keys that tell their states apart.
@MainActor struct TileContents {
  let plot: PlotViewModel
  /// The device pixels, in frames of the plot's recording.
  let grid: PixelGrid
  let geometry: TileGeometry
  let lanes: [LaneContent]
  let style: WaveformStyle
  let scale: Int
  let showsMarks: Bool
  /// True when another waveform lies behind: what has not been read is left transparent.
  let isOver: Bool

  /// The largest distance of two probes of a preview, in frames: some logical pixels.
  var previewLimit: Double { Self.previewLimit(grid: grid, scale: scale) }

  static func previewLimit(grid: PixelGrid, scale: Int) -> Double {
    12 * Double(scale) * grid.framesPerPixel
  }

  /// The number of the preview that the tile shows; 0 when it shows none.
  func preview(ofTile tile: Int) -> Int { unreadFrom(inTile: tile) == nil ? 0 : plot.previewCount }

  /// A number for the state of a tile: how much of it has been read, and whether its samples are here. It is
  /// part of the tile's key, so no tile must ever be thrown away as out of date.
  func generation(ofTile tile: Int) -> Int {
    (unreadFrom(inTile: tile) ?? -1) * 3 + exactness(ofTile: tile) + plot.restartCount << 24
  }

  /// True when a tile is exact to the frame and all of it has been read.
  func isExact(tile: Int) -> Bool { exactness(ofTile: tile) > 0 && unreadFrom(inTile: tile) == nil }

  /// 0 for bins, 1 for columns that are exact to the frame, 2 for a curve.
  private func exactness(ofTile tile: Int) -> Int {
    let pixels = geometry.pixels(ofTile: tile)
    if plot.hasCurve(grid: grid, first: pixels.lowerBound, count: pixels.count, margin: curveMargin) {
      return 2
    }
    let columns = geometry.columns(ofTile: tile, style: style)
    return plot.isExact(
      grid: geometry.grid(for: style, over: grid), first: columns.lowerBound - 1, count: columns.count + 1)
      ? 1 : 0
  }

  /// The columns of a tile; the columns of an envelope touch each other.
  private func columns(_ columns: Range<Int>, _ grid: PixelGrid, of lane: LaneContent) -> WaveformColumns {
    style.columns(columns) { plot.columns(of: lane, grid: grid, first: $0, count: $1, values: $2) }
  }

  /// Asks for what the tiles over these pixels need to become exact.
  func prepare(pixels: Range<Int>) {
    let tiles = geometry.tiles(covering: pixels)
    guard let first = tiles.first, let last = tiles.last else { return }
    let columns =
      geometry.columns(ofTile: first, style: style).lowerBound
      - 1..<geometry.columns(ofTile: last, style: style).upperBound
    plot.prepare(columns: columns, of: geometry.grid(for: style, over: grid), over: grid)
  }

  private var curveMargin: Int { CurvePainter.margin(scale: scale) }

  /// The first pixel of the tile that has not been read; nil when all of it has been.
  func unreadFrom(inTile tile: Int) -> Int? {
    guard !plot.isComplete else { return nil }
    let pixels = geometry.pixels(ofTile: tile)
    let read = grid.pixel(ofFrame: plot.framesRead) - pixels.lowerBound
    return read < pixels.count ? max(read, 0) : nil
  }

  /// False while a run that reaches into the tile may still grow, because reading has not passed its end.
  func areMarksSettled(inTile tile: Int) -> Bool {
    !showsMarks
      || plot.areMarksSettled(before: grid.firstFrame(ofPixel: geometry.pixels(ofTile: tile).upperBound))
  }

  func content(ofTile tile: Int, lane: Int, state: PlayState) -> WaveformTile {
    let columns = geometry.columns(ofTile: tile, style: style)
    let grid = geometry.grid(for: style, over: grid)
    // A waveform over another one has no ground of its own.
    let unread = plot.isComputed ? nil : unreadFrom(inTile: tile)
    let pixels = geometry.pixels(ofTile: tile)
    let curves = plot.curves(
      of: lanes[lane], grid: self.grid, first: pixels.lowerBound, count: pixels.count, margin: curveMargin,
      scale: scale)
    if !curves.isEmpty {
      return WaveformTile(
        columns: WaveformColumns(count: 0), state: state, unreadFrom: isOver ? nil : unread,
        marks: showsMarks
          ? plot.marks(of: lanes[lane], grid: self.grid, first: pixels.lowerBound, count: pixels.count) : [],
        curves: curves)
    }
    return WaveformTile(
      columns: self.columns(columns, grid, of: lanes[lane]),
      state: state, unreadFrom: isOver ? nil : unread,
      preview: unread == nil
        ? nil
        : plot.previewColumns(
          of: lanes[lane], grid: grid, first: columns.lowerBound, count: columns.count, limit: previewLimit),
      marks: showsMarks
        ? plot.marks(of: lanes[lane], grid: grid, first: columns.lowerBound, count: columns.count) : [])
  }
}

/// Everything on which the layers of a plot depend.
struct LayersKey: Equatable {
  let pixels: Range<Int>
  /// In frames of the recording.
  let grid: PixelGrid
  /// Of each visible lane.
  let looks: [WaveformLook]
  let palette: Palette
  let layout: LaneLayout
  let laneOffset: Int
  let scale: Int
  let framesRead: Int, isComplete: Bool, revision: Int, preview: Int

  @MainActor init(plot: PlotViewModel, diagram: DiagramViewModel, view: PlotView, viewport: Viewport) {
    pixels = viewport.firstPixel..<viewport.firstPixel + viewport.width
    grid = diagram.placement(of: plot).grid(viewport.grid)
    layout = view.layout
    looks = layout.visibleLanes(offset: view.laneOffset).map(view.look)
    palette = view.palette
    laneOffset = view.laneOffset
    scale = view.scaleFactor
    framesRead = plot.framesRead
    isComplete = plot.isComplete
    revision = plot.revision
    preview = plot.previewCount
  }
}

/// Tiles of one state as a node, and the pixels of the view that they cover.
struct Layer {
  let node: RenderNode
  let pixels: Range<Int>

  func covers(_ other: Range<Int>) -> Bool {
    pixels.lowerBound <= other.lowerBound && other.upperBound <= pixels.upperBound
  }
}

/// A part of a layer as it was appended last. Holds its layer, so that no other layer can get the same
/// address.
struct Stretch {
  let layer: RenderNode
  let pixels: Range<Int>
  let node: RenderNode
}

/// The parts of a frame of a plot.
struct PlotFrame {
  let viewport: Viewport
  /// The absolute pixel of the playhead.
  let playhead: Int
  let selection: Selection?
  let scale: Double
  /// The size of the view, in device pixels.
  let height: Int

  /// The first pixel of the selection and the one behind it, from the left edge of the view; nil when the
  /// selection is out of view.
  var selectedPixels: (left: Int, right: Int)? {
    guard let range = selection?.range, !range.isEmpty else { return nil }
    let left = viewport.pixel(ofFrame: Double(range.lowerBound))
    let right = viewport.pixel(ofFrame: Double(range.upperBound))
    return right >= 0 && left <= viewport.width ? (left, right) : nil
  }

  /// Where the layers are cut, as absolute pixels: on a grid of 64, on a grid of 8, at the playhead, and the
  /// same to the right. No two are equal, so each frame has six stretches. Their number must not change: GTK
  /// compares the nodes of two frames in order, and one more or less would make it draw all that follow
  /// again.
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

/// Everything on which a plot's picture depends, except for the steps of the playhead, which the animator
/// draws. When it changes, the plot is drawn again.
struct PlotPicture: Equatable, Sendable {
  let viewport: Viewport?
  let selection: Selection?
  let playhead: Int, placements: Int
  let look: WaveformLook
  let gains: LaneGains
  let normalization: Float
  let placement: LanePlacement
  let framesRead: Int
  let isComplete: Bool
  let revision: Int
  let preview: Int

  @MainActor init(plot: PlotViewModel, diagram: DiagramViewModel) {
    viewport = diagram.viewport
    selection = diagram.selection
    playhead = diagram.transport.steps.map { $0.pixel(at: diagram.playhead) } ?? 0
    placements = diagram.transport.placementCount
    look = diagram.look
    gains = plot.gains
    normalization = diagram.normalization(of: plot)
    placement = diagram.placement(of: plot)
    framesRead = plot.framesRead
    isComplete = plot.isComplete
    revision = plot.revision
    preview = plot.previewCount
  }
}

extension Color {
  var rgba: RGBA { RGBA(red: red, green: green, blue: blue, alpha: alpha) }
}
