// TileStore.swift
// The pictures of one plot's tiles: painted when they are first looked at, or between two frames when the
// view moves towards them, and kept for as long as they are likely to be looked at again. Owned by the plot's
// view, on the main thread; nothing runs while the view stands.

import GtkBridge
import WaveformCore
import WaveformDrawing

/// What has been painted of a plot.
///
/// Pictures of a scale that is seen in a single frame, as those of a moving zoom, are dropped with the next frame:
/// they would only push out what is looked at again. At the same scale a second time, they are kept.
@MainActor final class TileStore {
  /// Tiles painted since the beginning because they were in view, and before they were.
  private(set) var painted = 0, paintedAhead = 0
  private let kept = LayerCache<ImageSurface>(capacity: 0)
  private var fresh: [LayerKey: ImageSurface] = [:]
  /// Pictures that are not kept: of this frame only, of the frame before, which the toolkit may still hold as
  /// recordings, and older ones, whose memory is used again. To give memory back to the system and to ask for it in
  /// each frame of a zoom took as long as all the painting.
  private var passing: [ImageSurface] = [], held: [ImageSurface] = [], spare: [ImageSurface] = []
  private var grid: PixelGrid?

  /// Bytes of the pictures that are kept beyond those that are looked at now.
  var capacity: Int {
    get { kept.capacity }
    set { kept.capacity = newValue }
  }

  /// A picture of the plot is put together, on these pixels.
  func begin(_ grid: PixelGrid) {
    if grid == self.grid {
      for (key, surface) in fresh { kept.insert(surface, for: key, byteCount: surface.byteCount) }
      (held, spare) = (passing, [])
    } else {
      (held, spare) = (passing + fresh.values, held)
    }
    passing.removeAll(keepingCapacity: true)
    fresh.removeAll(keepingCapacity: true)
    self.grid = grid
  }

  /// What `body` paints is not in view yet.
  func ahead(_ body: () -> Void) {
    let before = painted
    body()
    paintedAhead += painted - before
    painted = before
  }

  /// The picture of a tile, painted now when there is none.
  ///
  /// - Parameter isFinal: false for a picture that is another one soon, which is not kept.
  /// - Returns: nil when there is no memory for it: its place stays empty, and the program lives.
  func surface(
    for key: LayerKey, width: Int, painter: WaveformPainter, isFinal: Bool, _ content: () -> WaveformTile
  ) -> ImageSurface? {
    if let known = fresh[key] ?? kept.value(for: key) { return known }
    guard let surface = empty(width: width, height: painter.height, scale: painter.scale) else { return nil }
    painter.paint(content(), into: surface, over: .clear)
    painted += 1
    if isFinal { fresh[key] = surface } else { passing.append(surface) }
    return surface
  }

  /// A transparent picture.
  private func empty(width: Int, height: Int, scale: Int) -> ImageSurface? {
    while let known = spare.popLast() {
      guard known.width == width, known.height == height, known.scale == scale else { continue }
      known.erase()
      return known
    }
    return try? ImageSurface(width: width, height: height, scale: scale)
  }
}

/// Decides which tiles are painted ahead of a moving view, and when.
@MainActor final class TilesAhead {
  /// Tiles beside the view: some 250 logical pixels.
  static let count = 4
  private let timer = Timer()
  private var last: (grid: PixelGrid, firstPixel: Int)?

  /// The view shows another part.
  ///
  /// - Parameter paint: paints the tile that is so many tiles from the edge of the view, counted from 0;
  ///   `isForward` when it is the right edge.
  func moved(to viewport: Viewport, _ paint: @escaping (_ isForward: Bool, _ distance: Int) -> Void) {
    let before = last
    last = (viewport.grid, viewport.firstPixel)
    timer.cancel()
    guard let before, before.grid == viewport.grid, before.firstPixel != viewport.firstPixel else { return }
    schedule(viewport.firstPixel > before.firstPixel, 0, paint)
  }

  private func schedule(_ isForward: Bool, _ distance: Int, _ paint: @escaping (Bool, Int) -> Void) {
    guard distance < Self.count else { return }
    // One at a time, so that input and frames go first.
    timer.schedule(after: 0.002) { [weak self] in
      paint(isForward, distance)
      self?.schedule(isForward, distance + 1, paint)
    }
  }
}
