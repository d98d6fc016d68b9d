// CurvePainterTests.swift
// Curves as pixels: against Cairo, against the areas of a pen led along them, and tiles against the whole.

import Foundation
import TestSupport
import Testing
import WaveformCore

@testable import WaveformDrawing

struct CurvePainterTests {
  /// A curve of these samples, one channel from frame 0.
  static func curve(
    _ samples: [Float], pixelsPerFrame: Double, first: Int = 0, count: Int, scale: Int = 1
  ) -> SampleCurve {
    SampleSlice(range: 0..<samples.count, channels: 1, samples: samples).curve(
      channel: 0, grid: PixelGrid(framesPerPixel: 1 / pixelsPerFrame), first: first, count: count,
      margin: CurvePainter.margin(scale: scale), scale: scale, length: samples.count)!
  }

  static func noise(_ count: Int, seed: UInt64 = 5, by factor: Float = 1.2) -> [Float] {
    var random = RandomNumbers(seed: seed)
    return (0..<count).map { _ in Float.random(in: -1...1, using: &random) * factor }
  }

  static func tile(_ curve: SampleCurve, _ state: PlayState) -> WaveformTile {
    WaveformTile(columns: WaveformColumns(count: 0), state: state, curves: [curve])
  }

  static func painter(height: Int, scale: Int, palette: Palette = .light) -> WaveformPainter {
    WaveformPainter(style: .envelope, palette: palette, height: height, scale: scale)
  }

  @Test(arguments: Palette.Name.allCases, [0.5, 1, 2.7, 3.5, 12, 64])
  func `pixels and Cairo paint the same`(palette: Palette.Name, pixels: Double) throws {
    for height in [2, 7, 40, 151] {
      for scale in 1...3 {
        let painter = Self.painter(height: height, scale: scale, palette: .named(palette))
        let curve = Self.curve(Self.noise(200), pixelsPerFrame: pixels, first: 20, count: 66, scale: scale)
        for state in PlayState.allCases {
          let direct = try ImageSurface(width: 66, height: height, scale: scale)
          let cairo = try ImageSurface(width: 66, height: height, scale: scale)
          painter.paint(Self.tile(curve, state), into: direct)
          cairo.withContext { painter.paint(Self.tile(curve, state), in: $0) }
          let difference = difference(direct, cairo)
          #expect(difference == nil, "\(height) \(scale) \(state): \(difference ?? "")")
          #expect(direct.pixels.contains { $0 >> 24 == 255 })
        }
      }
    }
  }

  @Test func `a line through a mark does not hide it`() throws {
    let samples = (0..<200).map { Float(0.5 + 0.5 * sin(Double($0) / 9)) }
    let painter = Self.painter(height: 60, scale: 1)
    var tile = Self.tile(Self.curve(samples, pixelsPerFrame: 1, count: 60), .unplayed)
    tile.marks = Array(repeating: [], count: 60)
    tile.marks[14] = .clippedHigh
    let (direct, cairo) = (try ImageSurface(width: 60, height: 60), try ImageSurface(width: 60, height: 60))
    painter.paint(tile, into: direct)
    cairo.withContext { painter.paint(tile, in: $0) }
    #expect(difference(direct, cairo) == nil)
    for row in 0..<4 { #expect(direct.pixels[60 * row + 14] == Palette.light.clipping.pixel) }
  }

  @Test func `what lies outside of the surface is cut off, as Cairo does`() throws {
    let painter = Self.painter(height: 30, scale: 1)
    let tile = Self.tile(Self.curve(Self.noise(200), pixelsPerFrame: 5, count: 40), .played)
    let whole = try ImageSurface(width: 40, height: 30)
    painter.paint(tile, into: whole)
    for (x, y) in [(-7, 0), (20, 0), (0, -11), (0, 15), (-3, -3), (500, 0), (0, 500), (-500, -500)] {
      let part = try ImageSurface(width: 32, height: 30)
      painter.paint(tile, into: part, x: x, y: y)
      for row in 0..<30 {
        for column in 0..<32 {
          let isInside = (0..<40).contains(column - x) && (0..<30).contains(row - y)
          #expect(part.pixel(column, row) == (isInside ? whole.pixel(column - x, row - y) : 0))
        }
      }
    }
  }

  @Test(arguments: [0.5, 1.4, 3, 4.4, 20, 64])
  func `tiles side by side are one picture`(pixels: Double) throws {
    var samples = Self.noise(500)
    samples[40] = .nan
    for scale in 1...3 {
      let painter = Self.painter(height: 60, scale: scale)
      let whole = try ImageSurface(width: 192, height: 60, scale: scale)
      let parts = try ImageSurface(width: 192, height: 60, scale: scale)
      painter.paint(
        Self.tile(
          Self.curve(samples, pixelsPerFrame: pixels, first: 15, count: 192, scale: scale), .unplayed),
        into: whole)
      for x in stride(from: 0, to: 192, by: 48) {
        let curve = Self.curve(samples, pixelsPerFrame: pixels, first: 15 + x, count: 48, scale: scale)
        painter.paint(Self.tile(curve, .unplayed), into: parts, x: x)
      }
      let difference = difference(whole, parts)
      #expect(difference == nil, "\(scale): \(difference ?? "")")
    }
  }

  @Test(arguments: [0.0, 0.1, 0.5, 1, 3, 10, 40])
  func `a line has the same weight at every slope`(slope: Double) throws {
    // Samples two pixels apart: the line rises by `slope` rows for each pixel, in a lane of 400 rows.
    for scale in 1...2 {
      let count = 1 + Int(300 / max(slope * 2, 3))
      let samples = (0..<count).map { Float((-150 + Double($0) * 2 * slope) / 200) }
      let curve = Self.curve(samples, pixelsPerFrame: 2, count: 2 * count + 4, scale: scale)
      let layers = Self.painter(height: 400, scale: scale).curvePainter.layers(of: curve, state: .played)
      #expect(layers.count == 1)
      let area = layers[0].spans.reduce(0.0) { $0 + Double($1.height) * Double($1.coverage) / 255 }
      let length = 2 * Double(count - 1) * (1 + slope * slope).squareRoot()
      let width = Double(CurvePainter.lineWidth) * Double(scale)
      let expected = length * width + .pi * width * width / 4
      // What a pen on quarters of a pixel rounds away, at most.
      #expect(abs(area / expected - 1) < 0.06, "\(area) for \(expected)")
    }
  }

  @Test func `a line is connected, and no taller than its samples and its pen`() throws {
    let samples = Self.noise(200, by: 0.9)
    for pixels in [0.5, 1, 2.3, 3] {
      let painter = Self.painter(height: 200, scale: 1).curvePainter
      let curve = Self.curve(samples, pixelsPerFrame: pixels, first: 20, count: 60)
      var columns = [Int: Range<Int>]()
      for span in painter.layers(of: curve, state: .played)[0].spans {
        let rows = span.y..<span.y + span.height
        if let before = columns[span.x] {
          #expect(before.upperBound == rows.lowerBound, "a hole in column \(span.x)")
          columns[span.x] = before.lowerBound..<rows.upperBound
        } else {
          columns[span.x] = rows
        }
      }
      for x in 0..<60 {
        let rows = try #require(columns[x])
        if x > 0 { #expect(rows.overlaps(columns[x - 1]!), "column \(x) does not touch the one before") }
        let near = curve.points[(x + 4) * 4 - 3...(x + 5) * 4 + 3]
        #expect(Double(rows.lowerBound) >= (100 - Double(near.max()!) * 100 - 0.75).rounded(.down))
        #expect(Double(rows.upperBound) <= (100 - Double(near.min()!) * 100 + 0.75).rounded(.up))
      }
    }
  }

  @Test func `coverage is the area between two edges`() {
    var random = RandomNumbers(seed: 3)
    var column = CoverageColumn(rows: 30)
    for _ in 0..<300 {
      let y = (0..<4).map { _ in Float.random(in: -5...35, using: &random) }
      let tops = (min(y[0], y[2]), min(y[1], y[3]))
      let bottoms = (max(y[0], y[2]), max(y[1], y[3]))
      column.add(edgeFrom: tops.0, to: tops.1, share: 1)
      column.add(edgeFrom: bottoms.0, to: bottoms.1, share: -1)
      var covered = [Double](repeating: 0, count: 30)
      column.finish { row, count, coverage in
        for row in row..<row + count { covered[row] = Double(coverage) / 255 }
      }
      for row in 0..<30 {
        // Brute force: strips of the column.
        let strips = (0..<400).map { strip -> Double in
          let x = (Float(strip) + 0.5) / 400
          let top = max(tops.0 + (tops.1 - tops.0) * x, Float(row))
          let bottom = min(bottoms.0 + (bottoms.1 - bottoms.0) * x, Float(row + 1))
          return Double(max(bottom - top, 0))
        }
        #expect(abs(strips.reduce(0, +) / 400 - covered[row]) < 0.006, "row \(row) of \(tops) and \(bottoms)")
      }
    }
  }

  @Test func `dots are round, stand on whole pixels about the playhead's line, and grow with the zoom`() {
    for scale in 1...3 {
      let painter = Self.painter(height: 100 * scale, scale: scale).curvePainter
      var last = 0
      for pixels in stride(from: 3.1, through: 64, by: 0.7) {
        let diameter = painter.dotDiameter(pixelsPerFrame: pixels)
        #expect(diameter >= last && diameter % scale == 0 && (diameter - scale) % 2 == 0)
        last = diameter
        #expect(diameter / 2 <= CurvePainter.margin(scale: scale))
      }
      #expect(last == 7 * scale)
      let curve = Self.curve([0, 0, 0.5, 0, 0], pixelsPerFrame: 40, count: 160, scale: scale)
      let circle = painter.circles(curve)[2]
      #expect(circle.x == 80 + Double(scale) / 2)
      #expect(abs(circle.y - 25 * Double(scale)) <= 0.5)
      #expect((circle.x - circle.radius).truncatingRemainder(dividingBy: 1) == 0)
      #expect((circle.y - circle.radius).truncatingRemainder(dividingBy: 1) == 0)
    }
  }

  @Test func `an over between samples has a mark half as tall as one of a sample`() {
    let quarter = (0..<100).map { Float($0 & 2 == 0 ? 0.99 : -0.99) }
    for scale in 1...2 {
      let painter = Self.painter(height: 100, scale: scale).curvePainter
      let between = painter.overs(
        Self.curve(quarter, pixelsPerFrame: 20, first: 800, count: 60, scale: scale))
      let rects = between
      #expect(!rects.isEmpty && rects.allSatisfy { $0.height == scale })
      #expect(rects.allSatisfy { $0.y == 0 || $0.y == 100 - scale })
      let loud = quarter.map { $0 * 2 }
      let samples = painter.overs(Self.curve(loud, pixelsPerFrame: 20, first: 800, count: 60, scale: scale))
      #expect(samples.contains { $0.height == 2 * scale })
    }
  }
}
