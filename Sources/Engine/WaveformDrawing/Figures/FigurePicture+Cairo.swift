// FigurePicture+Cairo.swift
// Draws a figure as pixels, as PDF, and on paper. Waveforms in pixels are the window's own; in the others they are paths.
// Calls Cairo with surfaces and contexts that live as long as the call.

import CCairo
import Localization
import WaveformCore

extension FigurePicture {
  /// The figure in pixels.
  ///
  /// - Throws: `impossibleSize`, `outOfMemory`.
  public func image() throws(DrawingError) -> ImageSurface {
    if let problem = size.problem { throw DrawingError(.impossibleSize, problem) }
    return try image(of: elements)
  }

  private func image(of elements: [FigureElement]) throws(DrawingError) -> ImageSurface {
    let surface = try ImageSurface(width: size.width, height: size.height, scale: size.scale)
    for element in elements {
      switch element {
      case .waveform(let tile, let painter, let x, let y): painter.paint(tile, into: surface, x: x, y: y)
      case .group(let elements, let opacity):
        let group = try image(of: elements)
        surface.withContext { context in
          paintGroup(opacity, in: context) { group.copy(in: context) }
        }
      default: surface.withContext { draw(element, in: $0, for: .pixels) }
      }
    }
    return surface
  }

  /// The figure in at most so many pixels: where it has more, it is painted smaller.
  ///
  /// - Throws: `impossibleSize`, `outOfMemory`.
  public func image(ofAtMost limit: Int) throws(DrawingError) -> ImageSurface {
    let share = (Double(limit) / max(Double(size.width) * Double(size.height), 1)).squareRoot()
    guard share < 1 else { return try image() }
    let surface = try ImageSurface(
      width: max(1, Int(Double(size.width) * share)), height: max(1, Int(Double(size.height) * share)))
    surface.withContext { context in
      cairo_scale(
        context, Double(surface.width) / Double(size.logicalWidth),
        Double(surface.height) / Double(size.logicalHeight))
      paint(in: context)
    }
    return surface
  }

  private func paintGroup(_ opacity: Double, in context: OpaquePointer, _ draw: () -> Void) {
    cairo_push_group(context)
    draw()
    cairo_pop_group_to_source(context)
    cairo_paint_with_alpha(context, opacity)
  }

  /// The figure as PNG.
  ///
  /// - Throws: `impossibleSize`, `outOfMemory`, `writeFailed`.
  public func pngBytes() throws(DrawingError) -> [UInt8] { try image().pngBytes() }

  /// The figure as PDF of one page, in its physical size.
  ///
  /// - Throws: `impossibleSize`, `outOfMemory`, `writeFailed`.
  public func pdfBytes() throws(DrawingError) -> [UInt8] { try Self.pdfBytes(pages: [self]) }

  /// Figures as PDF, one on each page, in the size of the first one.
  ///
  /// - Throws: `impossibleSize`, `outOfMemory`, `writeFailed`.
  public static func pdfBytes(pages: [FigurePicture]) throws(DrawingError) -> [UInt8] {
    guard let first = pages.first, first.size.width > 0, first.size.height > 0 else {
      throw DrawingError(.impossibleSize, localized("A picture needs a width and a height."))
    }
    var bytes: [UInt8] = []
    // All writes to the stream happen while the pointer is valid.
    let status = withUnsafeMutablePointer(to: &bytes) { stream in
      let surface = cairo_pdf_surface_create_for_stream(
        appendToArray, stream, Double(first.size.logicalWidth) * points,
        Double(first.size.logicalHeight) * points)
      defer { cairo_surface_destroy(surface) }
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, first.title)
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, first.details)
      let context = cairo_create(surface)!
      defer { cairo_destroy(context) }
      cairo_scale(context, points, points)
      for page in pages {
        page.paint(in: context)
        cairo_show_page(context)
      }
      cairo_surface_finish(surface)
      return cairo_surface_status(surface)
    }
    try DrawingError.check(status, localized("The picture could not be encoded as PDF."))
    return bytes
  }

  /// Draws the figure as vectors into a context whose unit is the logical pixel. Restores the context afterwards.
  public func paint(in context: OpaquePointer) {
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_scale(context, 1 / Double(size.scale), 1 / Double(size.scale))
    for element in elements { draw(element, in: context, for: .vector) }
  }

  /// Points in a logical pixel.
  private static let points = 0.75

  private func draw(
    _ element: FigureElement, in context: OpaquePointer, for medium: WaveformPainter.Medium
  ) {
    switch element {
    case .rects(let rects, let color):
      set(color, in: context)
      for rect in rects {
        cairo_rectangle(context, Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
      }
      cairo_fill(context)
    case .box(let x, let y, let width, let height, let radius, let color):
      set(color, in: context)
      outline(x, y, width, height, radius, in: context)
      cairo_fill(context)
    case .text(let label): FigureText.draw(label, in: context)
    case .waveform(let tile, let painter, let x, let y):
      cairo_save(context)
      cairo_translate(context, Double(x), Double(y))
      painter.paint(tile, in: context, for: medium)
      cairo_restore(context)
    case .image(let image, let x, let y):
      cairo_save(context)
      cairo_scale(context, Double(image.scale), Double(image.scale))
      image.draw(in: context, x: Double(x) / Double(image.scale), y: Double(y) / Double(image.scale))
      cairo_restore(context)
    case .group(let elements, let opacity):
      paintGroup(opacity, in: context) { for element in elements { draw(element, in: context, for: medium) } }
    }
  }

  private func set(_ color: Color, in context: OpaquePointer) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  private func outline(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double, in context: OpaquePointer
  ) {
    guard radius > 0 else { return cairo_rectangle(context, x, y, width, height) }
    let (left, right) = (x + radius, x + width - radius), (top, bottom) = (y + radius, y + height - radius)
    cairo_new_sub_path(context)
    cairo_arc(context, right, top, radius, -.pi / 2, 0)
    cairo_arc(context, right, bottom, radius, 0, .pi / 2)
    cairo_arc(context, left, bottom, radius, .pi / 2, .pi)
    cairo_arc(context, left, top, radius, .pi, 1.5 * .pi)
    cairo_close_path(context)
  }
}
