// EdgeTests.swift
// What areas append, drawn by the toolkit at fractions of a scale, wherever the area stands: no pixel is covered in part.

import CGtk
import XCTest

@testable import GtkBridge

final class EdgeTests: DisplayTestCase {
  private static let scales = [1, 1.1, 1.25, 4.0 / 3, 1.5, 5.0 / 3, 1.75, 2, 2.25]
  private static let ink = RGBA(red: 1, green: 1, blue: 1)

  func testEveryEdgeLiesOnADevicePixel() {
    MainActor.assumeIsolated {
      for scale in Self.scales {
        for place in [0.0, 1, 7, 130, 1021] {
          let y = scale == scale.rounded() ? place : place / 4
          let pixels = PixelScale(factor: scale, x: place, y: y)
          // At whole scales the toolkit's own whole places are as good.
          let part = pixels.isWhole ? 1 : 1.37
          let drawn = drawn(on: pixels, x: place, y: y) {
            $0.fill(Rect(x: part, y: 3, width: 20 * part, height: 1), Self.ink)
            $0.fill(Rect(x: 50, y: 5 * part, width: part, height: 20), Self.ink)
            $0.border(Rect(x: 3, y: 10, width: 30 * part, height: 7), radius: 0, width: 1, Self.ink)
            let snapshot = $0
            snapshot.clip(to: Rect(x: 60, y: 0, width: 11 * part, height: 13 * part)) {
              snapshot.fill(Rect(x: 55, y: 1, width: 40, height: 40), Self.ink)
            }
            snapshot.translated(x: 80 * part, y: part) {
              snapshot.fill(Rect(x: 0, y: 0, width: 9, height: 9), Self.ink)
            }
          }
          XCTAssertTrue(drawn.contains(0xffff_ffff), "\(scale), \(place)")
          XCTAssertEqual(Set(drawn), [0, 0xffff_ffff], "\(scale), \(place)")
        }
      }
    }
  }

  func testKeptPicturesAreDrawnPixelOnPixel() {
    MainActor.assumeIsolated {
      for scale in Self.scales {
        for place in [0.0, 1, 7, 130, 1021] {
          let pixels = PixelScale(factor: scale, x: place, y: place)
          let lines = RenderNode.recording(on: pixels) { snapshot in
            for line in 0..<40 {
              snapshot.fill(
                Rect(x: pixels.logical(3 * line), y: 0, width: pixels.logical(1), height: pixels.logical(30)),
                Self.ink)
            }
          }
          guard let lines else { return XCTFail("nothing was appended") }
          let plain = drawn(on: pixels, x: place, y: place) { $0.append(lines) }
          XCTAssertEqual(Set(plain), [0, 0xffff_ffff], "\(scale), \(place)")
          let kept = lines.flattened(on: pixels)
          XCTAssertEqual(
            drawn(on: pixels, x: place, y: place) { $0.append(kept) }, plain, "\(scale), \(place)")
          // As the picture of a bin, whose own corner may lie within a pixel.
          let (x, y) = (pixels.left / pixels.factor, pixels.top / pixels.factor)
          let moved = lines.moved(x: x, y: y).moved(x: -x, y: -y).flattened(on: pixels)
          XCTAssertEqual(
            drawn(on: pixels, x: place, y: place) { $0.append(moved) }, plain, "\(scale), \(place)")
        }
      }
    }
  }
}

/// What an area appends that stands at a place of a surface, in logical pixels.
@MainActor private func drawn(
  on pixels: PixelScale, x: Double, y: Double, _ body: (Snapshot) -> Void
) -> [UInt32] {
  let side = 360
  let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gint(side), gint(side))!
  defer { cairo_surface_destroy(surface) }
  cairo_surface_set_device_scale(surface, pixels.factor, pixels.factor)
  let context = cairo_create(surface)!
  // The surface begins at a device pixel before the area, however far that is from the window's corner.
  cairo_translate(
    context, -(x * pixels.factor).rounded(.down) / pixels.factor,
    -(y * pixels.factor).rounded(.down) / pixels.factor)
  let outer = gtk_snapshot_new()!
  var corner = graphene_point_t(x: Float(x), y: Float(y))
  gtk_snapshot_translate(outer, &corner)
  var first = graphene_point_t(
    x: Float(pixels.left / pixels.factor), y: Float(pixels.top / pixels.factor))
  gtk_snapshot_translate(outer, &first)
  body(Snapshot(raw: outer, pixels: pixels))
  if let node = gtk_snapshot_free_to_node(outer) {
    gsk_render_node_draw(node, context)
    gsk_render_node_unref(node)
  }
  cairo_destroy(context)
  cairo_surface_flush(surface)
  let data = UnsafeRawPointer(cairo_image_surface_get_data(surface)!)
  return (0..<side * side).map { data.load(fromByteOffset: $0 * 4, as: UInt32.self) }
}
