// LoudnessPainter.swift
// Draws loudness over time over a waveform, with Cairo: thin lines with a rim in the color of the ground, so that they are
// seen over bars of any color.

import CCairo
import WaveformCore

/// Paints momentary and short-term loudness, and the target.
public struct LoudnessPainter {
  private let palette: Palette
  /// Device pixels per logical pixel.
  private let scale: Double
  private let width: Int
  private let vertical: LoudnessScale

  /// - Parameters:
  ///   - width: of the view, in device pixels.
  ///   - scale: device pixels per logical pixel.
  public init(palette: Palette, width: Int, vertical: LoudnessScale, scale: Double) {
    self.palette = palette
    self.width = width
    self.vertical = vertical
    self.scale = scale
  }

  /// Paints into a context whose origin is the upper left corner of the view and whose unit is the logical pixel. Restores
  /// the context afterwards.
  ///
  /// - Parameter target: in LUFS; nil: none.
  public func paint(
    momentary: [LoudnessPoint], shortTerm: [LoudnessPoint], target: Double?, in context: OpaquePointer
  ) {
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_scale(context, 1 / scale, 1 / scale)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    if let target { paint(target: target, in: context) }
    trace(momentary, in: context)
    stroke(width: 1, rim: 2, color: palette.playhead, alpha: 0.65, in: context)
    trace(shortTerm, in: context)
    stroke(width: 1.75, rim: 2.5, color: palette.playhead, alpha: 1, in: context)
  }

  private func trace(_ points: [LoudnessPoint], in context: OpaquePointer) {
    cairo_new_path(context)
    for (index, point) in points.enumerated() {
      let y = vertical.y(of: point.first)
      if index == 0 { cairo_move_to(context, point.x, y) } else { cairo_line_to(context, point.x, y) }
      guard point.low < point.high else { continue }
      for value in [point.low, point.high, point.last] {
        cairo_line_to(context, point.x, vertical.y(of: value))
      }
    }
  }

  /// Whole device pixels.
  private func paint(target: Double, in context: OpaquePointer) {
    let y = vertical.y(of: target).rounded(.down), weight = max(scale.rounded(), 1)
    set(palette.background, alpha: 0.75, in: context)
    cairo_rectangle(context, 0, y - weight, Double(width), 3 * weight)
    cairo_fill(context)
    set(palette.selectionEdge, alpha: 1, in: context)
    let (dash, gap) = ((6 * scale).rounded(), (3 * scale).rounded())
    for x in stride(from: 0, to: Double(width), by: dash + gap) {
      cairo_rectangle(context, x, y, dash, weight)
    }
    cairo_fill(context)
  }

  /// - Parameters:
  ///   - width: of the line in logical pixels.
  ///   - rim: what it is wider by below it.
  private func stroke(width: Double, rim: Double, color: Color, alpha: Double, in context: OpaquePointer) {
    set(palette.background, alpha: 0.8, in: context)
    cairo_set_line_width(context, (width + rim) * scale)
    cairo_stroke_preserve(context)
    set(color, alpha: alpha, in: context)
    cairo_set_line_width(context, width * scale)
    cairo_stroke(context)
  }

  private func set(_ color: Color, alpha: Double, in context: OpaquePointer) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha * alpha)
  }
}
