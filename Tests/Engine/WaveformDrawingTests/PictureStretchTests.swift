// PictureStretchTests.swift
// A picture is painted stretch by stretch: it is what the window's painter paints of all of it at once.

import TestSupport
import Testing
import WaveformCore

@testable import WaveformDrawing

/// A recording that is held as a whole, and says what it was asked for.
private final class HeldRecording: PictureSource {
  let slice: SampleSlice
  private(set) var stretches: [PictureStretch] = []
  /// Asked for outside of the stretch that had been made ready.
  private(set) var strays = 0

  init(frames: Int, channels: Int) {
    let samples = CurvePainterTests.noise(frames * channels)
    slice = SampleSlice(range: 0..<frames, channels: channels, samples: samples)
  }

  var channels: Int { slice.channels }
  func hasCurves(_ pixels: PixelGrid) -> Bool { SampleCurve.suits(pixels) }
  func prepare(_ stretch: PictureStretch) { stretches.append(stretch) }

  func columns(
    channel: Int, grid: PixelGrid, first: Int, count: Int, values: ColumnValues
  ) -> WaveformColumns {
    look(grid, first + (values == .all ? 1 : 0), count - (values == .all ? 1 : 0))
    return slice.columns(
      channel: channel, grid: grid, first: first, count: count, length: slice.range.count)!
  }

  func curve(
    channel: Int, grid: PixelGrid, first: Int, count: Int, margin: Int, scale: Int
  ) -> SampleCurve? {
    look(grid, first, count)
    return slice.curve(
      channel: channel, grid: grid, first: first, count: count, margin: margin, scale: scale,
      length: slice.range.count)
  }

  func marks(channel: Int, grid: PixelGrid, first: Int, count: Int) -> [ColumnMarks] {
    look(grid, first, count)
    return (first..<first + count).map {
      $0 % 37 == 5 ? .clippedHigh : $0 % 41 == 7 ? [.silent, .brief] : []
    }
  }

  private func look(_ grid: PixelGrid, _ first: Int, _ count: Int) {
    guard let stretch = stretches.last, stretch.grid == grid, stretch.range == first..<first + count else {
      return strays += 1
    }
  }
}

struct PictureStretchTests {
  @Test(arguments: WaveformStyle.waveforms, Campaign.part(3, of: [0.02, 0.31, 0.34, 1, 2, 2.01, 9.3, 33]))
  func `stretches are what is painted at once`(style: WaveformStyle, zoom: Double) throws {
    for (width, scale, mode) in [
      (1, 1, ChannelMode.separate), (700, 1, .separate), (1001, 2, .mixed), (257, 3, .mirrored),
    ] {
      let recording = HeldRecording(frames: 40_000, channels: mode == .separate ? 1 : 2)
      var renderer = PictureRenderer(width: width, height: 70, scale: scale, style: style, palette: .light)
      renderer.look.channels = mode
      let start = 777
      let range = start..<start + max(1, Int(Double(width) * zoom))
      let picture = try renderer.render(recording, range: range)

      let curves =
        style.showsWaveform
        && recording.hasCurves(PixelGrid(framesPerPixel: Double(range.count) / Double(width)))
      let metrics = renderer.look.bars.scaled(by: scale)
      let isBars = style.isBars && !curves
      // As many as the width holds; behind the last one there need not be a gap.
      let count = isBars ? (0...width).last { $0 * metrics.pitch <= width + metrics.gap }! : width
      let padding = min(4 * scale, 70 / 8)
      let expected = try ImageSurface(width: width, height: 70, scale: scale)
      expected.fill(Palette.light.background)
      if count > 0 {
        let grid = PixelGrid(framesPerPixel: Double(range.count) / Double(count))
        let first = grid.nearestEdge(toFrame: Double(start))
        let whole = HeldRecording(frames: 40_000, channels: recording.channels)
        let lane = mode.lanes(channels: recording.channels)[0]
        let marks = lane.marks { whole.marks(channel: $0, grid: grid, first: first, count: count) }
        let tile =
          curves
          ? WaveformTile(
            columns: WaveformColumns(count: 0), state: .played, marks: marks,
            curves: lane.curves {
              whole.curve(
                channel: $0, grid: grid, first: first, count: count,
                margin: CurvePainter.margin(scale: scale), scale: scale)
            })
          : WaveformTile(
            columns: style.columns(first..<first + count) { first, count, values in
              lane.columns {
                whole.columns(channel: $0, grid: grid, first: first, count: count, values: values)
              }
            }, state: .played, marks: marks)
        WaveformPainter(look: renderer.look, palette: .light, height: 70 - 2 * padding, scale: scale)
          .paint(tile, into: expected, y: padding)
      }
      let difference = difference(picture, expected)
      #expect(difference == nil, "\(width) \(mode): \(difference ?? "")")
      #expect(recording.strays == 0)
      let ranges = recording.stretches.map(\.range)
      #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
      #expect(ranges.allSatisfy { $0.count <= 256 } && ranges.map(\.count).reduce(0, +) == count)
      #expect(recording.stretches.allSatisfy { ($0.curveMargin != nil) == curves })
    }
  }

  @Test func `marks are left out where the look says so`() throws {
    let recording = HeldRecording(frames: 40_000, channels: 1)
    for style in WaveformStyle.waveforms {
      var renderer = PictureRenderer(width: 300, height: 70, style: style, palette: .light)
      let pictures = try [true, false].map {
        renderer.look.showsMarks = $0
        return try renderer.render(recording, range: 0..<30_000).pixels
      }
      for ink in [Palette.light.clipping.pixel, Palette.light.silence.pixel] {
        #expect(pictures.map { $0.contains(ink) } == [true, false])
      }
    }
  }
}
