// TileStore.swift
// The pictures of one plot's tiles. A tile is painted when it is first seen, or between two frames when the
// view moves towards it, and kept while it is likely to be seen again. Owned by the plot's view, on the main
// thread; nothing runs while the view stands still.

import GtkBridge
import WaveformCore
import WaveformDrawing

/// The painted tiles of a plot.
@MainActor final class TileStore {
  /// Tiles painted since the beginning: when they were in view, and ahead of that.
  private(set) var painted = 0, paintedAhead = 0
  /// Tiles that roll by in a view of what is heard: those that have been played, and those that have not.
  private let strips: [PlayState: RollingStrips] = [.played: RollingStrips(), .unplayed: RollingStrips()]
  private let kept = LayerCache<ImageSurface>(capacity: 0)
  /// Pictures that are not kept: those of this frame, those of the last frame, which the toolkit may still
  /// hold, and older ones, whose memory is used again.
  private var passing: [ImageSurface] = [], held: [ImageSurface] = [], spare: [ImageSurface] = []

  /// The bytes of kept pictures beyond those in view.
  var capacity: Int {
    get { kept.capacity }
    set { kept.capacity = newValue }
  }

  /// Starts a picture of the plot.
  func begin() {
    (held, spare) = (passing, held)
    passing.removeAll(keepingCapacity: true)
  }

  /// The tiles that roll by in one state.
  func strips(_ state: PlayState) -> RollingStrips? { strips[state] }

  /// Gives back the memory of tiles that rolled by.
  func forgetStrips() { strips.values.forEach { $0.forget() } }

  /// Counts what `body` paints as painted ahead.
  func ahead(_ body: () -> Void) {
    let before = painted
    body()
    paintedAhead += painted - before
    painted = before
  }

  /// The picture of a tile; painted now if there is none.
  ///
  /// - Parameter isFinal: false for a picture that will change soon, and is not kept.
  /// - Returns: nil when memory is short: the place of the tile stays empty, and the program goes on.
  func surface(
    for key: LayerKey, width: Int, painter: WaveformPainter, isFinal: Bool, _ content: () -> WaveformTile
  ) -> ImageSurface? {
    if let known = kept.value(for: key) { return known }
    guard let surface = empty(width: width, height: painter.height, scale: painter.factor) else { return nil }
    painter.paint(content(), into: surface, over: .clear)
    painted += 1
    if isFinal {
      kept.insert(surface, for: key, byteCount: surface.byteCount)
    } else {
      passing.append(surface)
    }
    return surface
  }

  /// A transparent picture.
  private func empty(width: Int, height: Int, scale: Double) -> ImageSurface? {
    while let known = spare.popLast() {
      guard known.width == width, known.height == height, known.scale == scale else { continue }
      known.erase()
      return known
    }
    return try? ImageSurface(width: width, height: height, scale: scale)
  }
}

/// Paints tiles ahead of a moving view, between frames.
@MainActor final class TilesAhead {
  /// How many tiles beyond the view are painted: some 250 logical pixels.
  static let count = 4
  private let timer = Timer()
  private var last: (grid: PixelGrid, firstPixel: Int)?

  /// Tells that the view shows another part.
  ///
  /// - Parameters:
  ///   - isAhead: false when nothing lies ahead.
  ///   - paint: paints the tile at this distance from the edge of the view, counted from 0;
  ///     `isForward` means the right edge.
  func moved(
    to viewport: Viewport, isAhead: Bool, _ paint: @escaping (_ isForward: Bool, _ distance: Int) -> Void
  ) {
    let before = last
    last = (viewport.grid, viewport.firstPixel)
    timer.cancel()
    guard isAhead, let before, before.grid == viewport.grid, before.firstPixel != viewport.firstPixel else {
      return
    }
    schedule(viewport.firstPixel > before.firstPixel, 0, paint)
  }

  private func schedule(_ isForward: Bool, _ distance: Int, _ paint: @escaping (Bool, Int) -> Void) {
    guard distance < Self.count else { return }
    // One tile at a time, so that input and frames come first.
    timer.schedule(after: 0.002) { [weak self] in
      paint(isForward, distance)
      self?.schedule(isForward, distance + 1, paint)
    }
  }
}
