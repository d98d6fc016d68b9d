// WaveformPainter+Cairo.swift
// Tiles and curves as Cairo paths: for vector formats, and as the reference that tests compare the pixel
// writer with. One path and one fill per ink; bars are not antialiased, since integer rectangles need none.

import CCairo
import WaveformCore

extension WaveformPainter {
  /// The kind of the final picture.
  public enum Medium: Sendable {
    /// Pixels: gradients have one colour per row, as in `paint(_:into:)`.
    case pixels
    /// SVG or PDF, with real gradients.
    case vector
  }

  /// Paints a tile into a `cairo_t` whose origin is the tile's top left corner and whose unit is the device
  /// pixel, without its spectra, which are an image. Restores the context afterwards.
  public func paint(_ tile: WaveformTile, in context: OpaquePointer, for medium: Medium = .pixels) {
    guard width(of: tile) > 0, height > 0 else { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
    cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    if hasSpectra(tile) {
      fill(layersBelowSpectra(of: tile), in: context, for: medium)
      for layer in outline(of: tile) { fill(layer, in: context) }
    } else {
      fill(layers(of: tile), in: context, for: medium)
    }
    paint(tile.curves, tile.state, in: context, for: medium)
    fill(layersAboveCurves(of: tile), in: context, for: medium)
  }

  private func fill(_ layers: [InkLayer], in context: OpaquePointer, for medium: Medium) {
    for layer in layers {
      cairo_new_path(context)
      for rect in layer.rects {
        cairo_rectangle(context, Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
      }
      switch layer.ink {
      case .flat(let color):
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
      case .rows(let gradient):
        let pattern = medium == .vector ? Self.linear(gradient) : Self.rowByRow(gradient)
        cairo_set_source(context, pattern)
        cairo_pattern_destroy(pattern)
      }
      cairo_fill(context)
    }
  }

  private static func linear(_ gradient: RowGradient) -> OpaquePointer {
    let pattern = cairo_pattern_create_linear(0, 0, 0, Double(gradient.pixels.count))!
    for (index, color) in gradient.stops.enumerated() {
      cairo_pattern_add_color_stop_rgba(
        pattern, Double(index) / Double(gradient.stops.count - 1), color.red, color.green, color.blue,
        color.alpha)
    }
    return pattern
  }

  /// A repeated picture one pixel wide, because Cairo's own gradients round their colours differently.
  private static func rowByRow(_ gradient: RowGradient) -> OpaquePointer {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, Int32(gradient.pixels.count))!
    defer { cairo_surface_destroy(surface) }
    if let data = cairo_image_surface_get_data(surface) {
      let stride = Int(cairo_image_surface_get_stride(surface))
      for (row, pixel) in gradient.pixels.enumerated() {
        UnsafeMutableRawPointer(data + row * stride).storeBytes(of: pixel, as: UInt32.self)
      }
      cairo_surface_mark_dirty(surface)
    }
    let pattern = cairo_pattern_create_for_surface(surface)!
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
    return pattern
  }

  // MARK: Curves

  /// Paints curves into a context that has been set up for a tile.
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
    // One after the other: where two of them lie over each other, both are seen.
    for span in layer.spans {
      let alpha = color.alpha * Double(span.coverage) / 255
      cairo_set_source_rgba(context, color.red, color.green, color.blue, alpha)
      cairo_rectangle(context, Double(span.x), Double(span.y), 1, Double(span.height))
      cairo_fill(context)
    }
  }

  /// Lines between the points with a round pen, and circles, clipped at the tile's edges.
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
        // A single sample is a point.
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
