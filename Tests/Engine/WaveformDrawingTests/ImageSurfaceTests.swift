// ImageSurfaceTests.swift
// Pixels, PNG there and back, and what cannot be made.

import CCairo
import Testing
import WaveformCore
@testable import WaveformDrawing

struct ImageSurfaceTests {
  @Test func `a picture survives PNG`() throws {
    let surface = try ImageSurface(width: 37, height: 21, scale: 2)
    let painter = WaveformPainter(style: .bars, palette: .dark, height: 21, scale: 2)
    painter.paint(WaveformTile(columns: .speech(count: 5), state: .played), into: surface)
    let copy = try ImageSurface(png: surface.pngBytes(), scale: 2)
    #expect(difference(surface, copy) == nil)
    surface.fill(.init(0x123456))
    let opaque = try ImageSurface(png: surface.pngBytes())
    #expect(opaque.pixels.allSatisfy { $0 == 0xff12_3456 })
    #expect(surface.byteCount == 37 * 4 * 21)
  }

  /// The toolkit records what a widget draws in logical pixels, and plays it at the scale of the display.
  @Test(arguments: [1, 1.1, 1.25, 4.0 / 3, 1.5, 5.0 / 3, 1.75, 2, 2.25])
  func `pictures side by side are drawn pixel on pixel at every scale`(factor: Double) throws {
    let (width, height, count, top) = (67, 31, 9, 5)
    let drawn = try ImageSurface(width: width * count + 11, height: height + 9, scale: factor)
    var extents = cairo_rectangle_t(
      x: 0, y: 0, width: Double(drawn.width) / factor, height: Double(drawn.height) / factor)
    let recording = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents)!
    defer { cairo_surface_destroy(recording) }
    let pictures = try (0..<count).map { number in
      let picture = try ImageSurface(width: width, height: height, scale: factor)
      for column in 0..<width {
        picture.withCanvas {
          $0.fill(
            [PixelRect(x: column, y: 0, width: 1, height: height)], x: 0, y: 0,
            rowPixels: (0..<height).map { 0xff00_0000 | UInt32(number * 20 + column << 16 | $0) })
        }
      }
      return picture
    }
    let context = cairo_create(recording)!
    for (number, picture) in pictures.enumerated() {
      picture.draw(in: context, x: Double(3 + number * width) / factor, y: Double(top) / factor)
    }
    cairo_destroy(context)
    let target = cairo_create(drawn.pointer)!
    cairo_set_source_surface(target, recording, 0, 0)
    cairo_paint(target)
    cairo_destroy(target)
    for y in 0..<drawn.height {
      for x in 0..<drawn.width {
        let (column, row) = (x - 3, y - top)
        let isInside = (0..<width * count).contains(column) && (0..<height).contains(row)
        let expected = isInside ? pictures[column / width].pixel(column % width, row) : 0
        guard drawn.pixel(x, y) != expected else { continue }
        Issue.record("\(x), \(y): \(String(drawn.pixel(x, y), radix: 16))")
        return
      }
    }
  }

  @Test func `impossible sizes are refused`() {
    for (width, height) in [(-1, 5), (5, -1), (32_768, 1), (1, Int.max)] {
      let error = #expect(throws: DrawingError.self) { try ImageSurface(width: width, height: height) }
      #expect(error?.code == .impossibleSize)
    }
  }

  @Test func `a picture without pixels is no PNG`() throws {
    let surface = try ImageSurface(width: 0, height: 5)
    let error = #expect(throws: DrawingError.self) { try surface.pngBytes() }
    #expect(error?.code == .impossibleSize)
  }

  @Test func `damaged PNG is refused`() throws {
    let bytes = try ImageSurface(width: 30, height: 30).pngBytes()
    for damaged in [[], Array(bytes.prefix(20)), Array(bytes.prefix(bytes.count / 2)), [1, 2, 3]] {
      let error = #expect(throws: DrawingError.self) { try ImageSurface(png: damaged) }
      #expect(error?.code == .damagedPicture)
    }
  }
}
