// MarkPainterTests.swift
// Marks of clipping and digital silence: where they stand, how large they are at least, and what they differ from.

import TestSupport
import Testing
import WaveformCore
@testable import WaveformDrawing

struct MarkPainterTests {
  /// The pixels of a tile that is loud in all columns, with these marks.
  private func picture(
    _ painter: WaveformPainter, _ marks: [ColumnMarks], peak: Float = 0.9, state: PlayState = .played
  ) throws -> ImageSurface {
    var columns = WaveformColumns(count: marks.count)
    for column in 0..<marks.count { columns.setAll(column, low: -peak, high: peak) }
    let tile = WaveformTile(columns: columns, state: state, marks: marks)
    let surface = try ImageSurface(
      width: painter.width(of: tile), height: painter.height, scale: painter.scale)
    painter.paint(tile, into: surface)
    return surface
  }

  /// The pixels of one colour.
  private func places(of color: Color, in surface: ImageSurface) -> (xs: Set<Int>, ys: Set<Int>) {
    var xs: Set<Int> = [], ys: Set<Int> = []
    for y in 0..<surface.height {
      for x in 0..<surface.width where surface.pixel(x, y) == color.pixel {
        xs.insert(x)
        ys.insert(y)
      }
    }
    return (xs, ys)
  }

  @Test(arguments: Palette.Name.allCases)
  func `every mark of a single column is seen at its place, at least a logical pixel wide`(
    palette: Palette.Name
  ) throws {
    for scale in 1...3 {
      for painter in WaveformPainterTests.painters(height: 60 * scale, scale: scale, palette: palette) {
        let columnsPerMark = painter.style == .bars ? 1 : 2 * scale
        for column in 0..<24 {
          for (mark, color, rows) in [
            (ColumnMarks.clippedHigh, painter.palette.clipping, 0..<4),
            (.clippedLow, painter.palette.clipping, 56..<60),
            (.silent, painter.palette.silence, 29..<31),
            ([.silent, .brief], painter.palette.silence, 25..<35),
          ] {
            var marks = [ColumnMarks](repeating: [], count: 24)
            marks[column] = mark
            let (xs, ys) = try places(of: color, in: picture(painter, marks))
            let own = column * painter.pitch
            #expect(xs.contains(own) && xs.count >= scale, "\(painter.style), \(scale)x, \(column)")
            let first = column / columnsPerMark * columnsPerMark * painter.pitch
            #expect(xs.allSatisfy { first..<first + columnsPerMark * painter.pitch ~= $0 })
            #expect(ys == Set(rows.lowerBound * scale..<rows.upperBound * scale))
          }
        }
      }
    }
  }

  @Test func `a cap and a dash stand apart from the waveform`() throws {
    for painter in WaveformPainterTests.painters(height: 60, scale: 1) {
      let marks = [ColumnMarks](repeating: [.clippedHigh, .clippedLow, .silent, .brief], count: 6)
      let surface = try picture(painter, marks, peak: 1)
      let ground = painter.palette.background.pixel
      #expect(surface.pixel(0, 4) == ground && surface.pixel(0, 55) == ground)
      #expect(surface.pixel(0, 5) != ground && surface.pixel(0, 54) != ground)
      #expect(surface.pixel(0, 23) == ground && surface.pixel(0, 36) == ground)
      #expect(surface.pixel(0, 21) != ground && surface.pixel(0, 38) != ground)
    }
  }

  @Test func `an over on a clipped column is seen with its cap`() throws {
    for painter in WaveformPainterTests.painters(height: 60, scale: 1) {
      let surface = try picture(
        painter, [[.clippedHigh, .clippedLow], [.clippedHigh, .clippedLow]], peak: 1.1)
      let rows = [0, 1, 2, 3, 56, 57, 58, 59].map { surface.pixel(0, $0) }
      let (over, cap) = (painter.palette.over.pixel, painter.palette.clipping.pixel)
      #expect(rows == [over, over, cap, cap, cap, cap, over, over])
    }
  }

  @Test func `pixels and Cairo paint the same marks, in lanes of any height`() throws {
    var random = RandomNumbers(seed: 5)
    for height in 0...40 {
      for scale in 1...3 {
        for painter in WaveformPainterTests.painters(height: height, scale: scale) where height > 0 {
          let count = Int.random(in: 1...30, using: &random)
          let marks = (0..<count).map { _ in ColumnMarks(rawValue: UInt8.random(in: 0..<16, using: &random)) }
          let tile = WaveformTile(
            columns: .noise(count: count, using: &random), state: .unplayed,
            marks: marks.map { $0.contains(.silent) ? $0 : $0.subtracting(.brief) })
          let width = count * painter.pitch
          let direct = try ImageSurface(width: width, height: height, scale: scale)
          let cairo = try ImageSurface(width: width, height: height, scale: scale)
          painter.paint(tile, into: direct)
          cairo.withContext { painter.paint(tile, in: $0) }
          let difference = difference(direct, cairo)
          #expect(difference == nil, "\(painter.style) \(height) \(scale)")
        }
      }
    }
  }

  @Test func `no mark has the colour of anything else that is drawn over time`() {
    for name in Palette.Name.allCases {
      let palette = Palette.named(name)
      let others =
        palette.playedBar + [
          palette.background, palette.unplayedBar, palette.playedPeak, palette.playedLoudness,
          palette.unplayedPeak, palette.unplayedLoudness, palette.zeroLine, palette.over, palette.preview,
          palette.unreadGround, palette.unreadDot, palette.selectionEdge, palette.playhead,
        ]
      for mark in [palette.clipping, palette.silence] {
        #expect(mark.contrast(to: palette.background) >= palette.leastContrast, "\(name)")
        for other in others { #expect(distance(mark, other) > 0.2, "\(name): \(mark) and \(other)") }
      }
      #expect(distance(palette.clipping, palette.silence) > 0.4)
    }
  }

  private func distance(_ a: Color, _ b: Color) -> Double {
    max(abs(a.red - b.red), abs(a.green - b.green), abs(a.blue - b.blue))
  }
}
