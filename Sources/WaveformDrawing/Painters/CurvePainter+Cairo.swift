// CurvePainter+Cairo.swift
// The same curve as Cairo paths: as what the pixel writer is tested against, and as a stroke for vector formats.

import CCairo
import WaveformCore

extension WaveformPainter {
  /// Paints curves into a context that is set up as for a tile.
  func paint(
    _ curves: [SampleCurve], _ state: PlayState, in context: OpaquePointer, for medium: Medium
  ) {
    let painter = curvePainter
    for curve in curves {
      if medium == .vector {
        stroke(curve, painter, painter.color(state), in: context)
      } else {
        for layer in painter.layers(of: curve, state: state) { fill(layer, in: context) }
      }
    }
  }

  private func fill(_ layer: CoverageLayer, in context: OpaquePointer) {
    let color = layer.color
    for span in layer.spans {
      let alpha = color.alpha * Double(span.coverage) / 255
      cairo_set_source_rgba(context, color.red, color.green, color.blue, alpha)
      cairo_rectangle(context, Double(span.x), Double(span.y), 1, Double(span.height))
      cairo_fill(context)
    }
  }

  /// Lines from point to point with a round pen, and circles, cut off at the tile's edges.
  private func stroke(
    _ curve: SampleCurve, _ painter: CurvePainter, _ color: Color, in context: OpaquePointer
  ) {
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_set_antialias(context, CAIRO_ANTIALIAS_DEFAULT)
    cairo_rectangle(context, 0, 0, Double(curve.count), Double(2 * geometry.halfHeight))
    cairo_clip(context)
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    cairo_set_line_width(context, Double(CurvePainter.lineWidth) * Double(scale))
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_new_path(context)
    var isDown = false
    for (index, height) in painter.heights(curve).enumerated() {
      let x = Double(index) / Double(SampleCurve.pointsPerPixel) - Double(curve.margin)
      if height.isNaN {
        isDown = false
      } else if isDown {
        cairo_line_to(context, x, Double(height))
      } else {
        cairo_move_to(context, x, Double(height))
        // A sample alone is a point.
        cairo_line_to(context, x, Double(height))
        isDown = true
      }
    }
    cairo_stroke(context)
    for circle in painter.circles(curve) {
      cairo_new_path(context)
      cairo_arc(context, circle.x, circle.y, circle.radius, 0, 2 * .pi)
      cairo_fill(context)
    }
  }
}
