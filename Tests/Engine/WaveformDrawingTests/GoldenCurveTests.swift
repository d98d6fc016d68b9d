// GoldenCurveTests.swift
// What samples look like that are wider than half a pixel. Two halves, played and unplayed, meet in the middle.

import TestSupport
import Testing
import WaveformCore

@testable import WaveformDrawing

struct GoldenCurveTests {
  /// A voice by a formula that is the same on every machine: no libm, whose last bits differ.
  static func voice(_ count: Int, by factor: Float = 1) -> [Float] {
    var random = RandomNumbers(seed: 9)
    var (a, b, c): (Float, Float, Float) = (0, 0, 0)
    return (0..<count).map { frame in
      // Noise through three resonances, one slow and two quick.
      let noise = Float.random(in: -1...1, using: &random)
      (a, b) = (1.93 * a - 0.95 * b + 0.03 * noise, a)
      c = 0.3 * c + 0.12 * noise
      return (a * 1.1 + c * (frame % 120 < 60 ? 1 : 0.25)) * factor
    }
  }

  /// Samples 1, 1, −1, −1 that swell: their curve leaves full scale, they do not.
  static let quarters: [Float] = (0..<200).map { frame in
    let swell = 0.55 + 0.45 * Float(min(frame % 48, 48 - frame % 48)) / 24
    return (frame & 2 == 0 ? 1 : -1) * swell * 0.98
  }

  private func picture(
    _ samples: [Float], pixelsPerFrame: Double, first: Int, palette: Palette, scale: Int
  ) throws -> ImageSurface {
    let surface = try ImageSurface(width: 240 * scale, height: 104 * scale, scale: scale)
    surface.fill(palette.background)
    let painter = WaveformPainter(style: .envelope, palette: palette, height: 96 * scale, scale: scale)
    for tile in 0..<4 {
      let curve = CurvePainterTests.curve(
        samples, pixelsPerFrame: pixelsPerFrame, first: first + tile * 60 * scale, count: 60 * scale,
        scale: scale)
      painter.paint(
        CurvePainterTests.tile(curve, tile < 2 ? .played : .unplayed), into: surface, x: tile * 60 * scale,
        y: 4 * scale)
    }
    return surface
  }

  @Test(arguments: [Palette.Name.light, .dark], [1, 2])
  func `line, curve with dots, and overs between samples`(palette: Palette.Name, scale: Int) throws {
    let scenes: [(String, [Float], Double)] = [
      ("line", Self.voice(700), 1), ("steps", Self.voice(700), 2.5), ("curve", Self.voice(200), 5),
      ("dots", Self.voice(200), 24), ("inter-sample", Self.quarters, 6),
      ("overs", Self.voice(200, by: 2.6), 8),
    ]
    for (name, samples, pixels) in scenes {
      let actual = try picture(
        samples, pixelsPerFrame: pixels * Double(scale), first: Int(40 * pixels) * scale,
        palette: .named(palette), scale: scale)
      try GoldenPicture.expect(actual, named: "curve-\(palette.rawValue)-\(scale)x-\(name)")
    }
  }
}
