// MarkPainter.swift
// How clipping and digital silence are marked, however short they are: by a cap at the lane's edge, set apart
// from the waveform, and by a thin line along the middle. A dropout between louder samples would be hidden in
// their bar, so it cuts a notch into the bar, with a dash inside. A recording full of silence stays quiet,
// but a single hole is visible.

import WaveformCore

/// The rectangles of the marks in one tile.
struct MarkPainter {
  private let palette: Palette
  private let geometry: BarGeometry
  private let scale: Int
  /// The width of a mark, and the distance to the next one, in device pixels: those of a bar, or two logical
  /// pixels in an envelope.
  private let width: Int, pitch: Int
  /// Columns that share a mark.
  private let columnsPerMark: Int

  /// - Parameters:
  ///   - scale: device pixels per logical pixel.
  ///   - bars: marks belong to bars of this size; nil: to pixels.
  init(_ palette: Palette, _ geometry: BarGeometry, scale: Int, bars: BarMetrics?) {
    self.palette = palette
    self.geometry = geometry
    self.scale = scale
    width = bars?.width ?? 2 * scale
    pitch = bars?.pitch ?? width
    columnsPerMark = bars == nil ? width : 1
  }

  /// - Parameter marks: of each column of the tile.
  func layers(_ marks: [ColumnMarks]) -> [InkLayer] {
    var ground: [PixelRect] = []
    var silence: [PixelRect] = []
    var clipping: [PixelRect] = []
    for first in stride(from: 0, to: marks.count, by: columnsPerMark) {
      let end = min(first + columnsPerMark, marks.count)
      let shown = marks[first..<end].reduce(into: ColumnMarks()) { $0.formUnion($1) }
      guard !shown.isEmpty else { continue }
      let x = first / columnsPerMark * pitch
      let width = columnsPerMark > 1 ? end - first : width
      func rect(_ top: Int, _ height: Int) -> PixelRect {
        PixelRect(x: x, y: top, width: width, height: height)
      }
      if shown.contains(.silent) {
        let half = shown.contains(.brief) ? dash : scale
        if shown.contains(.brief) {
          let notch = min(dash + Self.margin * scale, geometry.halfHeight)
          ground.append(rect(geometry.halfHeight - notch, 2 * notch))
        }
        silence.append(rect(geometry.halfHeight - half, 2 * half))
      }
      let cap = Self.cap * scale
      let bottom = 2 * geometry.halfHeight
      if shown.contains(.clippedHigh) {
        clipping.append(rect(0, cap))
        ground.append(rect(cap, scale))
      }
      if shown.contains(.clippedLow) {
        clipping.append(rect(bottom - cap, cap))
        ground.append(rect(bottom - cap - scale, scale))
      }
    }
    return [
      InkLayer(ink: .flat(palette.background), rects: ground),
      InkLayer(ink: .flat(palette.silence), rects: silence),
      InkLayer(ink: .flat(palette.clipping), rects: clipping),
    ]
  }

  /// Half the height of a dash, in device pixels: clearly visible in high lanes, but less than the height of
  /// low ones.
  private var dash: Int { min(max(5 * scale, geometry.halfHeight / 10), max(scale, geometry.halfHeight / 2)) }

  /// The height of a cap, and of the notch above and below a dash, in logical pixels. A cap is taller than
  /// the mark of an over, which may cover it.
  private static let cap = 4, margin = 3
}
