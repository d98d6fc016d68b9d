// TileStore.swift
// The pictures of one plot's tiles: painted when they are first looked at, kept for as long as they are likely to
// be looked at again. Owned by the plot's view, on the main thread.

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
