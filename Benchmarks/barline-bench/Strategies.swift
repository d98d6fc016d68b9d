// Strategies.swift
// The ways to draw a waveform with Cairo that are usually compared (SoundCloud, "Building the new iOS application,
// part II", for Core Graphics), beside ours: 2 waveforms of 2,000 points, 150 pixels tall, in one run.

import CCairo
import WaveformCore
import WaveformDrawing

func benchmarkStrategies() {
  let height = 150
  let columns = (0..<2).map { lane in speechLikeColumns(count: 2000, seed: UInt64(lane + 1)) }
  guard let surface = try? ImageSurface(width: 2000, height: 2 * height) else { return }

  /// Draws both waveforms as paths; `line` adds those of a point.
  func draw(
    _ name: String, antialias: cairo_antialias_t = CAIRO_ANTIALIAS_DEFAULT,
    finish: (OpaquePointer) -> Void = { cairo_stroke($0) },
    path: (_ context: OpaquePointer, _ columns: WaveformColumns, _ middle: Double, _ half: Double) -> Void
  ) {
    report("strategy-\(name)", runs: 30) {
      surface.withContext { context in
        cairo_set_antialias(context, antialias)
        cairo_set_line_width(context, 1)
        cairo_set_source_rgb(context, 0.9, 0.4, 0)
        for (lane, columns) in columns.enumerated() {
          path(context, columns, Double(lane * height + height / 2), Double(height / 2))
          finish(context)
        }
      }
    }
  }

  /// A vertical line for each point.
  func lines(_ context: OpaquePointer, _ columns: WaveformColumns, _ middle: Double, _ half: Double) {
    for point in 0..<columns.count {
      cairo_move_to(context, Double(point) + 0.5, middle - Double(columns.high[point]) * half)
      cairo_line_to(context, Double(point) + 0.5, middle - Double(columns.low[point]) * half)
    }
  }

  draw("stroke-with-moves", path: lines)
  draw("stroke-without-moves") { context, columns, middle, half in
    for point in 0..<columns.count {
      let (top, bottom) = (columns.high[point], columns.low[point])
      let x = Double(point) + 0.5
      // Up and down in turn, so that the line need not be lifted.
      for value in point % 2 == 0 ? [top, bottom] : [bottom, top] {
        cairo_line_to(context, x, middle - Double(value) * half)
      }
    }
  }
  draw("filled-outline", finish: { cairo_fill($0) }) { context, columns, middle, half in
    for point in 0..<columns.count {
      cairo_line_to(context, Double(point), middle - Double(columns.high[point]) * half)
    }
    for point in (0..<columns.count).reversed() {
      cairo_line_to(context, Double(point), middle - Double(columns.low[point]) * half)
    }
    cairo_close_path(context)
  }
  draw("hairline", antialias: CAIRO_ANTIALIAS_NONE, path: lines)

  for style in WaveformStyle.allCases {
    let painter = WaveformPainter(style: style, palette: .light, height: height, scale: 1)
    let tiles = columns.map { WaveformTile(columns: $0, state: .unplayed) }
    guard let surface = try? ImageSurface(width: painter.width(of: tiles[0]), height: 2 * height) else {
      return
    }
    report("strategy-ours-\(style)") {
      for (lane, tile) in tiles.enumerated() {
        painter.paint(tile, into: surface, y: lane * height, over: .clear)
      }
    }
    report("strategy-rectangles-\(style)", runs: 30) {
      surface.withContext { context in for tile in tiles { painter.paint(tile, in: context) } }
    }
  }
}
