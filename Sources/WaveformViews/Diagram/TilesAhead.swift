// TilesAhead.swift
// Has tiles painted that are about to come into view, between two frames: when the view moves, the next few in the
// direction of travel. Main thread; nothing runs while the view stands.

import GtkBridge
import WaveformCore

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
