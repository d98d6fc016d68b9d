// SpectrumPainter.swift
// Draws a spectrum as a curve over a grid of lines, with Cairo. Lines are whole device pixels; the curve is smooth.

import CCairo
import WaveformCore

/// A curve of levels over frequency.
public struct SpectrumCurve: Equatable, Sendable {
  public enum Style: Sendable {
    /// A line over a ground of its colour.
    case ground
    /// A thin line of the same colour.
    case line
    /// A line in the colour of text.
    case other
  }

  /// In dB, from 0 Hz to half the sample rate.
  public var levels: [Double]
  /// Frames per second.
  public var sampleRate: Int
  public var style: Style

  public init(levels: [Double], sampleRate: Int, style: Style = .ground) {
    self.levels = levels
    self.sampleRate = sampleRate
    self.style = style
  }
}

/// Paints spectra over each other.
public struct SpectrumPainter {
  public let axis: SpectrumAxis
  public let palette: Palette
  /// Device pixels per logical pixel; the axis uses logical pixels.
  public let scale: Double

  public init(axis: SpectrumAxis, palette: Palette, scale: Double) {
    self.axis = axis
    self.palette = palette
    self.scale = scale
  }

  /// Paints into a context whose origin is the upper left corner and whose unit is the logical pixel.
  /// Restores the context afterwards.
  ///
  /// - Parameters:
  ///   - curves: from the back to the front; none draws only the lines.
  ///   - hasLines: false for curves alone.
  public func paint(_ curves: [SpectrumCurve], hasLines: Bool = true, in context: OpaquePointer) {
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_rectangle(context, 0, 0, onPixels(Double(axis.width)), onPixels(Double(axis.height)))
    cairo_clip(context)
    if hasLines { paintLines(in: context) }
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    for curve in curves where curve.levels.count > 1 { paint(curve, in: context) }
  }

  private func paint(_ curve: SpectrumCurve, in context: OpaquePointer) {
    let heights = axis.heights(of: curve.levels, sampleRate: curve.sampleRate)
    for (x, y) in heights.enumerated() {
      if x == 0 { cairo_move_to(context, 0, y) } else { cairo_line_to(context, Double(x), y) }
    }
    guard curve.style == .ground else {
      let ink = curve.style == .line ? palette.playedPeak : palette.rulerText
      return stroke(ink, width: 1, in: context)
    }
    let line = cairo_copy_path(context)
    defer { cairo_path_destroy(line) }
    cairo_line_to(context, Double(heights.count - 1), Double(axis.height))
    cairo_line_to(context, 0, Double(axis.height))
    cairo_close_path(context)
    set(palette.playedPeak, alpha: 0.25, in: context)
    cairo_fill(context)
    cairo_append_path(context, line)
    stroke(palette.playedPeak, width: 1.5, in: context)
  }

  private func stroke(_ ink: Color, width: Double, in context: OpaquePointer) {
    set(ink, alpha: 1, in: context)
    cairo_set_line_width(context, width)
    cairo_stroke(context)
  }

  /// The edge of the device pixel in which a place lies.
  private func onPixels(_ place: Double) -> Double { (place * scale).rounded(.down) / scale }

  private func paintLines(in context: OpaquePointer) {
    cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
    set(palette.rulerMinorTick, alpha: 1, in: context)
    let line = 1 / scale
    for frequency in axis.frequencies {
      cairo_rectangle(context, onPixels(axis.x(ofFrequency: frequency)), 0, line, Double(axis.height))
    }
    for level in axis.levels {
      cairo_rectangle(context, 0, onPixels(axis.y(ofLevel: level)), Double(axis.width), line)
    }
    cairo_fill(context)
    cairo_set_antialias(context, CAIRO_ANTIALIAS_DEFAULT)
  }

  private func set(_ color: Color, alpha: Double, in context: OpaquePointer) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha * alpha)
  }
}
