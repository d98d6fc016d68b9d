// PlotLayers.swift
// The picture of a plot's lanes: tiles that are painted once, put together as two layers, played and unplayed, which meet
// at the playhead; or, while a zoom is on its way, one picture of that. Owns the tiles. Owned by one `PlotView`, which
// says what is to be seen. Main actor; all places are device pixels until they are handed to GTK.

import GtkBridge
import WaveformCore
import WaveformDrawing
import WaveformModel

/// The layers of the present picture of a plot. A layer is one kept render node: during playback a frame only appends
/// clips of the two again, and only the few pixels around the playhead differ from the last frame.
@MainActor final class PlotLayers {
  /// What a picture consists of.
  typealias Parts = (contents: TileContents, lanes: [LaneInView])

  let tiles = TileStore()
  private let plot: PlotViewModel
  private let diagram: DiagramViewModel
  private let parts: @MainActor (Viewport) -> Parts
  private let redraw: @MainActor () -> Void
  private let tilesAhead = TilesAhead()
  private var layers: [PlayState: Layer] = [:]
  private var key: LayersKey?
  /// Stretches of the layers between the places where they are cut.
  private var stretches: [Int: Stretch] = [:]
  private let moving = MovingPicture()
  /// The picture of a zoom that is seen now, and where the playhead stands in it.
  private var movingNode: (node: RenderNode, playhead: Int)?
  private let rest = Timer()

  /// Seconds after which a zoom is no longer in motion, a few frames, and after which its memory is returned.
  private static let rest = 0.05, longRest = 1.0

  /// - Parameters:
  ///   - parts: asked for whenever something is painted.
  ///   - redraw: asks for another frame.
  init(
    of plot: PlotViewModel, in diagram: DiagramViewModel, parts: @escaping @MainActor (Viewport) -> Parts,
    redraw: @escaping @MainActor () -> Void
  ) {
    self.plot = plot
    self.diagram = diagram
    self.parts = parts
    self.redraw = redraw
  }

  /// The next frame draws everything anew.
  func forget() { key = nil }

  /// Appends the two layers, clipped so that they meet at the playhead. Between two steps only the two clips
  /// next to the playhead change; farther stretches stay the same nodes until the playhead comes near.
  func append(to snapshot: Snapshot, _ frame: PlotFrame, _ key: LayersKey) {
    if key != self.key { begin(key, frame) }
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

  /// Another picture than in the last frame.
  private func begin(_ key: LayersKey, _ frame: PlotFrame) {
    let isZoom = self.key.map { $0.grid != key.grid } ?? false
    self.key = key
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

  // MARK: A zoom

  private func scene(_ frame: PlotFrame) -> MovingPicture.Scene {
    var (contents, lanes) = parts(frame.viewport)
    contents.isMoving = true
    return MovingPicture.Scene(
      contents: contents, viewport: frame.viewport, lanes: lanes,
      playhead: min(max(frame.playhead - frame.viewport.firstPixel, 0), frame.viewport.width),
      height: frame.height)
  }

  /// Draws tiles in place of the last picture of a zoom.
  private func endMotion() {
    rest.schedule(after: Self.longRest) { [weak self] in self?.moving.forget() }
    guard movingNode != nil else { return }
    movingNode = nil
    tiles.begin()
    redraw()
  }

  // MARK: Layers

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
    let (contents, lanes) = parts(frame.viewport)
    let first = frame.viewport.firstPixel
    func x(_ tile: Int) -> Double {
      Double(contents.geometry.pixels(ofTile: tile).lowerBound - first) / frame.scale
    }
    func surfaces(_ tile: Int) -> [(surface: ImageSurface, top: Int)] {
      lanes.compactMap { lane, painter, top in
        surface(tile, lane, state, contents, painter).map { ($0, top) }
      }
    }
    let node = RenderNode.cairo(bounds: frame.rect(x: 0, width: width)) { context in
      let tiles = contents.geometry.tiles(covering: first + pixels.lowerBound..<first + pixels.upperBound)
      for tile in unrolled(tiles, state, frame, contents, in: context, x: x, parts: surfaces) {
        for (surface, top) in surfaces(tile) {
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
    guard plot.isHeard, plot.isFollowing, frame.viewport.isAtEnd, !contents.isOver, !diagram.isPlaying,
      !plot.needsSamples(contents.grid), !tiles.isEmpty, let key = key?.whileRolling
    else {
      self.tiles.forgetStrips()
      return Array(tiles)
    }
    guard let strips = self.tiles.strips(state) else { return Array(tiles) }
    let basis = RollingBasis(layers: key, spectra: diagram.spectrograms.settings, state: state)
    return strips.draw(
      tiles, basis, (contents.geometry.width, frame.height, contents.factor), in: context,
      isSettled: contents.isSettled, x: x, parts: parts)
  }

  // MARK: Tiles

  /// Paints a tile of each lane, `distance` tiles beyond the edge of the view, unless the recording ends
  /// before.
  private func paintTile(beyondRightEdge isRight: Bool, _ distance: Int) {
    guard let viewport = diagram.viewport, plot.channels > 0 else { return }
    let (contents, lanes) = parts(viewport)
    let visible = contents.geometry.tiles(covering: viewport.pixels)
    let tile = isRight ? visible.upperBound + distance : visible.lowerBound - 1 - distance
    let first = contents.geometry.pixels(ofTile: tile).lowerBound
    guard tile >= 0, contents.grid.position(ofPixel: first) < Double(plot.length) else { return }
    let isPlayed = diagram.transport.steps.map { first < $0.pixel(at: diagram.playhead) } ?? false
    tiles.ahead {
      for (lane, painter, _) in lanes {
        _ = surface(tile, lane, isPlayed ? .played : .unplayed, contents, painter)
      }
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
