// GlyphTextTests.swift
// Lines that are put together of single glyphs, against layouts of the toolkit.

import CGtk
import XCTest

@testable import GtkBridge

final class GlyphTextTests: DisplayTestCase {
  func testNumbersLookAsTheToolkitLaysThemOut() {
    MainActor.assumeIsolated {
      let label = Builder(Array("<interface><object class='GtkLabel' id='label'/></interface>".utf8)).get(
        "label")
      for scale in [0.85, 1, 1.7] {
        let glyphs = GlyphText(for: label, scale: scale)
        for text in [
          "0", "1:02:03", "12.345678", "\u{2212}0.5", "1\u{202F}234\u{202F}567", "00:00:09;17", "11111",
        ] {
          let layout = TextLayout(text, for: label, scale: scale)
          let line = glyphs.line(text)
          XCTAssertEqual(line.size, layout.size, "\(text) at \(scale)")
          let drawn = pixels { $0.text(line, x: 3, y: 2, RGBA(red: 0, green: 0, blue: 0)) }
          XCTAssertEqual(drawn, pixels { $0.text(layout, x: 3, y: 2, RGBA(red: 0, green: 0, blue: 0)) }, text)
          XCTAssertTrue(drawn.contains { $0 != 0 }, text)
        }
      }
    }
  }

  func testOtherTextsAreLaidOut() {
    MainActor.assumeIsolated {
      let label = Builder(Array("<interface><object class='GtkLabel' id='label'/></interface>".utf8)).get(
        "label")
      let glyphs = GlyphText(for: label)
      for text in ["", " ", "AV", "−3 dB", "٣", "12 ℃"] {
        XCTAssertEqual(glyphs.line(text).size, TextLayout(text, for: label).size, text)
      }
    }
  }

  func testAnotherFontIsFollowed() {
    MainActor.assumeIsolated {
      let label = Builder(Array("<interface><object class='GtkLabel' id='label'/></interface>".utf8)).get(
        "label")
      let glyphs = GlyphText(for: label)
      let before = glyphs.line("123456")
      let description = pango_font_description_from_string("Sans Bold 40")!
      pango_context_set_font_description(gtk_widget_get_pango_context(label.widget), description)
      pango_font_description_free(description)
      XCTAssertGreaterThan(glyphs.line("123456").size.x, before.size.x * 1.5)
      XCTAssertEqual(glyphs.line("123456").size, TextLayout("123456", for: label).size)
    }
  }
}

/// What is appended, drawn by the toolkit.
@MainActor private func pixels(_ body: (Snapshot) -> Void) -> [UInt32] {
  let (width, height) = (240, 60)
  let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gint(width), gint(height))!
  defer { cairo_surface_destroy(surface) }
  let context = cairo_create(surface)!
  if let node = RenderNode.recording(body) { gsk_render_node_draw(node.raw, context) }
  cairo_destroy(context)
  cairo_surface_flush(surface)
  let data = UnsafeRawPointer(cairo_image_surface_get_data(surface)!)
  return (0..<width * height).map { data.load(fromByteOffset: $0 * 4, as: UInt32.self) }
}
