// UnreadPainter.swift
// How time is drawn that has not been read: a ground of its own and sparse dots along the middle. They are
// quieter than the waveform, and unlike silence, which is an unbroken row of short bars.

import WaveformCore

/// The rectangles of unread time in one tile.
struct UnreadPainter {
  private let palette: Palette
  private let geometry: BarGeometry
  private let metrics: BarMetrics
  private let scale: Int
  private let pitch: Int

  /// - Parameters:
  ///   - scale: device pixels per logical pixel.
  ///   - pitch: device pixels from one column of a preview to the next.
  init(_ palette: Palette, _ geometry: BarGeometry, _ metrics: BarMetrics, scale: Int, pitch: Int) {
    self.palette = palette
    self.geometry = geometry
    self.metrics = metrics
    self.scale = scale
    self.pitch = pitch
  }

  /// The ground, and a dot at every other bar that lies wholly in it.
  ///
  /// - Parameters:
  ///   - left, right: in device pixels from the tile's left edge.
  ///   - preview: its columns have no dots.
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
