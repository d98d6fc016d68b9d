// MarkStripPainter.swift
// Draws the strip of named marks into a picture: the figures of the window's strip. Its text is Cairo's own, because
// there is no toolkit here. Calls Cairo with a context that lives as long as the call.

import CCairo
import Marks
import WaveformCore

/// The strip of marks of a picture.
public struct MarkStripPainter {
  private let rows: [(figures: [MarkFigure], color: Color)]
  private let palette: Palette

  /// Further tiers are not drawn, as in the window.
  private static let mostRows = 8
  private static let fontSize = 11.0

  /// - Parameters:
  ///   - grid: the pixels of the picture in frames of the recording.
  ///   - width: of the picture in device pixels.
  public init(_ document: MarkDocument, grid: PixelGrid, width: Int, scale: Int = 1, palette: Palette) {
    self.palette = palette
    rows = Self.rows(document, grid: grid, width: width, scale: scale).map {
      // The first colour is that of the waveform.
      ($0.figures, palette.with(LaneColor($0.color + 1)).playedPeak)
    }
  }

  /// What the tiers are drawn as, with the number of each one's colour.
  static func rows(
    _ document: MarkDocument, grid: PixelGrid, width: Int, scale: Int
  ) -> [(figures: [MarkFigure], color: Int)] {
    document.tiers.prefix(mostRows).map { tier in
      let row = MarkRow(tier, grid: grid, width: width)
      return (row.figures(width: Double(width) / Double(scale), scale: Double(scale)), tier.color)
    }
  }

  /// Logical pixels that the strip of a document needs; 0 without marks.
  public static func height(of document: MarkDocument) -> Int {
    document.isEmpty
      ? 0 : Int(Double(min(document.tiers.count, mostRows)) * MarkFigure.rowHeight) + 4
  }

  /// Draws at the top of a picture.
  public func paint(into surface: ImageSurface) {
    let context = cairo_create(surface.pointer)!
    defer { cairo_destroy(context) }
    cairo_select_font_face(context, "Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
    cairo_set_font_size(context, Self.fontSize)
    for (index, row) in rows.enumerated() {
      cairo_save(context)
      cairo_translate(context, 0, Double(index) * MarkFigure.rowHeight + 2)
      for figure in row.figures { paint(figure, row.color, in: context) }
      cairo_restore(context)
    }
    let line = palette.laneSeparator
    cairo_set_source_rgba(context, line.red, line.green, line.blue, line.alpha)
    let bottom = Double(rows.count) * MarkFigure.rowHeight + 4
    let thickness = 1 / Double(surface.scale)
    cairo_rectangle(
      context, 0, bottom - thickness, Double(surface.width) / Double(surface.scale), thickness)
    cairo_fill(context)
  }

  private func paint(_ figure: MarkFigure, _ color: Color, in context: OpaquePointer) {
    switch figure {
    case .area(let box, let radius, let opacity):
      cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha * opacity)
      Self.outline(box, radius: radius, in: context)
      cairo_fill(context)
    case .border: break
    case .name(let name, let x, let room):
      let text = palette.rulerText
      cairo_set_source_rgba(context, text.red, text.green, text.blue, text.alpha)
      var font = cairo_font_extents_t()
      cairo_font_extents(context, &font)
      let y = ((MarkFigure.height - font.ascent - font.descent) / 2 + font.ascent).rounded()
      cairo_move_to(context, x, y)
      cairo_show_text(context, Self.fitting(name, room: room, in: context))
    }
  }

  private static func outline(_ box: MarkFigure.Box, radius: Double, in context: OpaquePointer) {
    guard radius > 0 else { return cairo_rectangle(context, box.x, box.y, box.width, box.height) }
    let (left, right) = (box.x + radius, box.x + box.width - radius)
    let (top, bottom) = (box.y + radius, box.y + box.height - radius)
    cairo_new_sub_path(context)
    cairo_arc(context, right, top, radius, -.pi / 2, 0)
    cairo_arc(context, right, bottom, radius, 0, .pi / 2)
    cairo_arc(context, left, bottom, radius, .pi / 2, .pi)
    cairo_arc(context, left, top, radius, .pi, 1.5 * .pi)
    cairo_close_path(context)
  }

  /// As much of a name as has room, in one line.
  private static func fitting(_ name: String, room: Double, in context: OpaquePointer) -> String {
    func width(_ text: String) -> Double {
      var extents = cairo_text_extents_t()
      cairo_text_extents(context, text, &extents)
      return extents.x_advance
    }
    // No more letters than pixels.
    let line = name.prefix(Int(room)).map { $0.isNewline ? " " : String($0) }
    guard name.count > line.count || width(line.joined()) > room else { return line.joined() }
    var low = 0, high = line.count
    while low < high {
      let middle = (low + high + 1) / 2
      if width(line.prefix(middle).joined() + "…") <= room { low = middle } else { high = middle - 1 }
    }
    return line.prefix(low).joined() + "…"
  }
}
