// FigureText.swift
// Measures and draws lines of text: Pango chooses fonts and shapes all scripts, so that a file's name reads as its owner
// wrote it. The only file that calls Pango here.
// Unsafe: layouts are GObjects that live as long as one call; Pango copies what it is given.

import CPango

/// Lines of text in a figure.
enum FigureText {
  /// The width of a line in device pixels.
  static func width(_ text: String, size: Double, isBold: Bool = false) -> Double {
    let context = pango_font_map_create_context(pango_cairo_font_map_get_default())!
    defer { g_object_unref(UnsafeMutableRawPointer(context)) }
    return withLayout(pango_layout_new(context), text, size: size, isBold: isBold) { width(of: $0) }
  }

  /// As much of a text as has room in one line, with an ellipsis if that is not all.
  static func fitting(_ text: String, room: Double, size: Double, isBold: Bool = false) -> String {
    let line = line(text)
    guard width(line, size: size, isBold: isBold) > room else { return line }
    var low = 0, high = line.count
    while low < high {
      let middle = (low + high + 1) / 2
      if width(line.prefix(middle) + "…", size: size, isBold: isBold) <= room {
        low = middle
      } else {
        high = middle - 1
      }
    }
    return String(line.prefix(low)) + "…"
  }

  /// Text without what would break the line or is no character.
  private static func line(_ text: String) -> String {
    let kept = text.unicodeScalars.prefix(2000).map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: " "
      default: scalar
      }
    }
    var line = String.UnicodeScalarView()
    line.append(contentsOf: kept)
    return String(line)
  }

  /// Draws into a context whose unit is the device pixel. Restores the context afterwards.
  static func draw(_ label: FigureLabel, in context: OpaquePointer) {
    cairo_save(context)
    defer { cairo_restore(context) }
    let color = label.color
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    cairo_translate(context, label.x, label.y)
    if label.isTurned { cairo_rotate(context, -.pi / 2) }
    withLayout(pango_cairo_create_layout(context), label.text, size: label.size, isBold: label.isBold) {
      let share = label.anchor == .start ? 0 : label.anchor == .middle ? 0.5 : 1.0
      let baseline = Double(pango_layout_get_baseline($0)) / Double(PANGO_SCALE)
      cairo_move_to(context, -share * width(of: $0), -baseline)
      pango_cairo_show_layout(context, $0)
    }
  }

  private static func width(of layout: OpaquePointer) -> Double {
    var (width, height) = (gint(0), gint(0))
    pango_layout_get_size(layout, &width, &height)
    return Double(width) / Double(PANGO_SCALE)
  }

  /// Sets up a layout, and releases it after `body`.
  private static func withLayout<Result>(
    _ layout: OpaquePointer, _ text: String, size: Double, isBold: Bool, _ body: (OpaquePointer) -> Result
  ) -> Result {
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    let font = pango_font_description_from_string("Sans")
    defer { pango_font_description_free(font) }
    pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
    if isBold { pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD) }
    pango_layout_set_font_description(layout, font)
    pango_layout_set_single_paragraph_mode(layout, 1)
    pango_layout_set_text(layout, text, -1)
    return body(layout)
  }
}
