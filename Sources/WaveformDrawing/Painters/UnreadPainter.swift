// UnreadPainter.swift
// How time looks that has not been read yet: a ground of its own and sparse dots along the middle, too quiet to
// compete with the waveform and unlike the unbroken row of short bars that silence is.

import WaveformCore

/// The rectangles of unread time in one tile.
struct UnreadPainter {
  private let palette: Palette
  private let geometry: BarGeometry
  private let metrics: BarMetrics
  private let scale: Int
  private let pitch: Int

  init(_ painter: WaveformPainter) {
    palette = painter.palette
    geometry = painter.geometry
    metrics = painter.metrics
    scale = painter.scale
    pitch = painter.pitch
  }

  /// The ground, and a dot at every other bar that lies wholly in it.
  ///
  /// - Parameters:
  ///   - left: in device pixels from the tile's left edge, as `right`.
  ///   - preview: where it shows something there are no dots.
  func layers(from left: Int, to right: Int, around preview: WaveformColumns?) -> [InkLayer] {
    let step = 2 * metrics.pitch
    let side = max(2, 2 * scale)
    let places = stride(from: (left + step - 1) / step * step, to: right, by: step)
    let dots = places.filter { preview?.isEmpty(at: $0 / pitch) ?? true }.map {
      PixelRect(x: $0, y: geometry.halfHeight - side / 2, width: min(side, right - $0), height: side)
    }
    let ground = PixelRect(x: left, y: 0, width: right - left, height: 2 * geometry.halfHeight)
    return [
      InkLayer(ink: .flat(palette.unreadGround), rects: [ground]),
      InkLayer(ink: .flat(palette.unreadDot), rects: dots),
    ]
  }
}
