// SpectrumPainterTests.swift
// The curve of a noise, looked at in single pixels: its line is smooth, and Cairo's versions blend it differently.

import CCairo
import Testing
import WaveformCore

@testable import WaveformDrawing

struct SpectrumPainterTests {
  private func picture(_ spectrum: [Double]?, palette: Palette.Name, scale: Int) throws -> ImageSurface {
    let surface = try ImageSurface(width: 120 * scale, height: 80 * scale, scale: scale)
    let axis = SpectrumAxis(width: 120, height: 80, sampleRate: 44_100, levels: spectrum ?? [-40])
    surface.withContext { context in
      context.scaled(by: scale) {
        SpectrumPainter(axis: axis, palette: .named(palette), scale: Double(scale)).paint(
          spectrum.map { [SpectrumCurve(levels: $0, sampleRate: 44_100)] } ?? [], in: context)
      }
    }
    return surface
  }

  @Test(arguments: [Palette.Name.light, .dark], [1, 2])
  func `the ground below the curve is filled, and nothing above it`(name: Palette.Name, scale: Int) throws {
    let surface = try picture(Array(repeating: -50, count: 1025), palette: name, scale: scale)
    // −50 of −40…−120: an eighth from the top.
    for x in [3, 30, 110] {
      #expect(surface.pixel(x * scale, 4 * scale) == 0)
      #expect(surface.pixel(x * scale, 10 * scale) >> 24 > 180, "the line")
      let ground = surface.pixel(x * scale, 50 * scale) >> 24
      #expect((55...75).contains(ground), "a quarter: \(ground)")
    }
  }

  @Test func `without a profile there are lines alone, on whole pixels`() throws {
    let surface = try picture(nil, palette: .light, scale: 1)
    let line = Palette.light.rulerMinorTick.pixel
    for y in [20, 40, 60] { #expect(surface.pixel(2, y) == line) }
    let drawn = (0..<80).filter { surface.pixel(2, $0) != 0 }
    #expect(drawn == [20, 40, 60])
  }

  @Test func `paler inks stay what they are for everything else`() {
    for name in Palette.Name.allCases {
      let palette = Palette.named(name)
      #expect(palette.faded != palette && palette.faded.solid == palette)
      #expect(palette.faded.playhead == palette.playhead && palette.faded.unplayedBar != palette.unplayedBar)
      #expect(palette.with(.green).faded.solid == palette.with(.green))
    }
  }
}

extension OpaquePointer {
  /// Undoes that `withContext` counts in device pixels.
  fileprivate func scaled(by scale: Int, _ body: () -> Void) {
    cairo_save(self)
    cairo_scale(self, Double(scale), Double(scale))
    body()
    cairo_restore(self)
  }
}
