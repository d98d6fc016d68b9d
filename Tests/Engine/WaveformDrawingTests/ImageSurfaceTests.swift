// ImageSurfaceTests.swift
// Pixels, PNG there and back, and what cannot be made.

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
