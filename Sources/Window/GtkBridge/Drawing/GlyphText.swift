// GlyphText.swift
// Numbers that change in many frames. A layout of Pango costs tens of microseconds for a label; here each
// character is laid out once, and a label is put together of their glyphs. That is right for characters that
// do not depend on their neighbours: digits, and what stands between them. Other texts get a layout.

import CGtk

/// Lines of text in the font of one widget, whose digits are laid out once.
@MainActor public final class GlyphText {
  private unowned let widget: Widget
  private let scale: Double
  private var glyphs: [Character: Glyph] = [:]
  private var font: NativeObject?
  /// The state of the toolkit's text context for which the glyphs are right.
  private var serial: guint = 0

  private struct Glyph {
    let info: PangoGlyphInfo
    /// From the top of a line, in Pango's units.
    let baseline: Int32
    /// In logical pixels.
    let height: Double
  }

  /// A line that is ready to be drawn.
  @MainActor public struct Line {
    /// Width and height in logical pixels.
    public let size: Point
    fileprivate let content: Content

    fileprivate enum Content {
      case glyphs(NativeObject, [PangoGlyphInfo], baseline: Double)
      case layout(TextLayout)
    }
  }

  /// - Parameters:
  ///   - widget: gives the font; its owner also owns this object.
  ///   - scale: the size relative to the widget's font.
  public init(for widget: Widget, scale: Double = 1) {
    self.widget = widget
    self.scale = scale
  }

  /// One line of `text`.
  public func line(_ text: String) -> Line {
    forgetOldFont()
    var line: [PangoGlyphInfo] = []
    line.reserveCapacity(text.utf8.count)
    var (width, height, baseline) = (gint(0), 0.0, gint(0))
    for character in text {
      guard let glyph = glyphs[character] ?? lay(character) else { return laidOut(text) }
      line.append(glyph.info)
      width += glyph.info.geometry.width
      (height, baseline) = (max(height, glyph.height), max(baseline, glyph.baseline))
    }
    guard let font else { return laidOut(text) }
    let unit = Double(PANGO_SCALE)
    return Line(
      size: Point(x: (Double(width) / unit).rounded(), y: height),
      content: .glyphs(font, line, baseline: Double(baseline) / unit))
  }

  private func laidOut(_ text: String) -> Line {
    let layout = TextLayout(text, for: widget, scale: scale)
    return Line(size: layout.size, content: .layout(layout))
  }

  private func forgetOldFont() {
    let now = pango_context_get_serial(gtk_widget_get_pango_context(widget.widget))
    guard now != serial else { return }
    serial = now
    font = nil
    glyphs.removeAll()
  }

  /// Characters that look the same and take the same room whatever stands beside them.
  private static let standingAlone = Set("0123456789.,:;\u{2212}\u{202F}\u{2009}\u{2007} ")

  /// - Returns: nil when the character may depend on others, or comes from another font.
  private func lay(_ character: Character) -> Glyph? {
    guard Self.standingAlone.contains(character) else { return nil }
    let layout = TextLayout(String(character), for: widget, scale: scale)
    guard let runs = pango_layout_get_line_readonly(layout.opaque, 0)?.pointee.runs,
      runs.pointee.next == nil, let data = runs.pointee.data
    else { return nil }
    let run = data.assumingMemoryBound(to: PangoGlyphItem.self).pointee
    guard run.glyphs.pointee.num_glyphs == 1, let native = run.item.pointee.analysis.font else { return nil }
    let known = UnsafeMutableRawPointer(native)
    if let font, font.raw != known { return nil }
    font = font ?? NativeObject(known)
    let glyph = Glyph(
      info: run.glyphs.pointee.glyphs[0], baseline: pango_layout_get_baseline(layout.opaque),
      height: layout.size.y)
    glyphs[character] = glyph
    return glyph
  }
}

extension Snapshot {
  /// Appends a line with its upper left corner at (`x`, `y`), in logical pixels.
  public func text(_ line: GlyphText.Line, x: Double, y: Double, _ color: RGBA) {
    switch line.content {
    case .layout(let layout): text(layout, x: x, y: y, color)
    case .glyphs(let font, let glyphs, let baseline):
      let string = pango_glyph_string_new()!
      defer { pango_glyph_string_free(string) }
      pango_glyph_string_set_size(string, gint(glyphs.count))
      for (index, glyph) in glyphs.enumerated() {
        string.pointee.glyphs[index] = glyph
        string.pointee.log_clusters[index] = gint(index)
      }
      var rgba = color.native
      var offset = graphene_point_t(x: Float(pixels.edge(x)), y: Float(pixels.edge(y) + baseline))
      // Mere spaces make no node.
      guard
        let node = gsk_text_node_new(font.raw.assumingMemoryBound(to: PangoFont.self), string, &rgba, &offset)
      else { return }
      gtk_snapshot_append_node(raw, node)
      gsk_render_node_unref(node)
    }
  }
}
