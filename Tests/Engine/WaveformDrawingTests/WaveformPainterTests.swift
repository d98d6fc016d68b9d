// WaveformPainterTests.swift
// The pixel writer against Cairo, tiles against the whole, bars against the device grid.

import TestSupport
import Testing
import WaveformCore
@testable import WaveformDrawing

struct WaveformPainterTests {
  /// Every style, state, loudness and palette.
  static func painters(height: Int, scale: Int, palette: Palette.Name = .light) -> [WaveformPainter] {
    [(WaveformStyle.bars, EnvelopeLoudness.rms), (.envelope, .rms), (.envelope, .meanMagnitude)].map {
      WaveformPainter(style: $0, loudness: $1, palette: .named(palette), height: height, scale: scale)
    }
  }

  @Test(arguments: Palette.Name.allCases)
  func `pixels and Cairo paint the same`(palette: Palette.Name) throws {
    var random = RandomNumbers(seed: 1)
    for height in [2, 3, 7, 40, 151] {
      for scale in 1...3 {
        for painter in Self.painters(height: height, scale: scale, palette: palette) {
          for state in PlayState.allCases {
            let count = Int.random(in: 1...60, using: &random)
            let width = count * painter.pitch
            let unread = Bool.random(using: &random) ? Int.random(in: 0...width, using: &random) : nil
            let columns = WaveformColumns.noise(
              count: count, hasGaps: .random(using: &random), using: &random)
            let tile = WaveformTile(columns: columns, state: state, unreadFrom: unread)
            // Over nothing, over a colour, and over what nobody knows.
            for ground in [Color.clear, painter.palette.background, nil] {
              let direct = try ImageSurface(width: width, height: height, scale: scale)
              let cairo = try ImageSurface(width: width, height: height, scale: scale)
              for surface in [direct, cairo] {
                surface.fill(ground ?? painter.palette.background)
                if ground == nil { painter.paint(tile, into: surface, x: 3, y: 1) }
              }
              painter.paint(tile, into: direct, over: ground)
              cairo.withContext { painter.paint(tile, in: $0) }
              let difference = difference(direct, cairo)
              #expect(difference == nil, "\(painter.style) \(state) \(height) \(scale) \(count)")
            }
          }
        }
      }
    }
  }

  @Test func `what lies outside of the surface is cut off, as Cairo does`() throws {
    var random = RandomNumbers(seed: 2)
    for painter in Self.painters(height: 30, scale: 1) {
      let tile = WaveformTile(columns: .noise(count: 30, using: &random), state: .played, unreadFrom: 17)
      for (x, y) in [(-7, 0), (20, 0), (0, -11), (0, 15), (-3, -3), (500, 0), (0, 500), (-500, -500)] {
        let direct = try ImageSurface(width: 32, height: 30)
        let cairo = try ImageSurface(width: 32, height: 30)
        painter.paint(tile, into: direct, x: x, y: y)
        cairo.withContext { context in
          translate(context, x, y)
          painter.paint(tile, in: context)
        }
        let difference = difference(direct, cairo)
        #expect(difference == nil, "\(painter.style) at \(x), \(y)")
      }
    }
  }

  @Test func `tiles side by side are one picture`() throws {
    for scale in 1...3 {
      let tiles = TileGeometry(factor: Double(scale))
      for painter in Self.painters(height: 60, scale: scale) {
        let range =
          tiles.columns(ofTile: -1, style: painter.style)
          .lowerBound..<tiles.columns(
            ofTile: 3, style: painter.style
          ).lowerBound
        let columns = WaveformColumns.speech(count: range.count)
        let width = 4 * tiles.width
        let unread = width - tiles.width / 2 - 5
        let whole = try ImageSurface(width: width, height: 60, scale: scale)
        painter.paint(WaveformTile(columns: columns, state: .played, unreadFrom: unread), into: whole)
        let parts = try ImageSurface(width: width, height: 60, scale: scale)
        for tile in -1..<3 {
          let slice = tiles.columns(ofTile: tile, style: painter.style)
          let x = tiles.pixels(ofTile: tile).lowerBound + tiles.width
          painter.paint(
            WaveformTile(
              columns: columns.slice(
                slice.lowerBound - range.lowerBound..<slice.upperBound - range.lowerBound),
              state: .played, unreadFrom: unread - x),
            into: parts, x: x)
        }
        let difference = difference(whole, parts)
        #expect(difference == nil, "\(painter.style) \(scale)")
      }
    }
  }

  @Test(arguments: [-3, 0, 1, 61, 62, 130, 200])
  func `two states that meet at a pixel are each cut there`(edge: Int) throws {
    for painter in Self.painters(height: 50, scale: 1) {
      let columns = WaveformColumns.speech(count: 180 / painter.pitch)
      let width = 180
      func picture(_ parts: [(PlayState, Range<Int>?)]) throws -> [UInt32] {
        let surface = try ImageSurface(width: width, height: 50)
        for (state, part) in parts {
          painter.paint(
            WaveformTile(columns: columns, state: state), into: surface, x: -7, over: .clear, within: part)
        }
        return surface.pixels
      }
      let (played, unplayed) = (try picture([(.played, nil)]), try picture([(.unplayed, nil)]))
      let both = try picture([(.played, 0..<max(edge, 0)), (.unplayed, max(edge, 0)..<max(edge, width))])
      let expected = (0..<both.count).map { $0 % width < edge ? played[$0] : unplayed[$0] }
      #expect(both == expected, "\(painter.style)")
      #expect(played != unplayed)
    }
  }

  @Test func `bars stand on whole pixels with their width and gap, mirrored`() throws {
    let columns = WaveformColumns.speech(count: 12, columnsPerSyllable: 4)
    for scale in 1...3 {
      for height in 2...200 {
        let painter = Self.painters(height: height, scale: scale)[0]
        let metrics = painter.metrics
        let surface = try ImageSurface(width: 12 * metrics.pitch, height: height, scale: scale)
        painter.paint(WaveformTile(columns: columns, state: .unplayed), into: surface)
        let ink = painter.palette.unplayedBar.pixel
        let middle = height / 2
        let pixels = surface.pixels
        let width = surface.width
        var wrong = 0
        for x in 0..<width {
          let bar = x / metrics.pitch
          let isGap = x % metrics.pitch >= metrics.width
          let peak = max(columns.high[bar], -columns.low[bar])
          let half = isGap ? 0 : max(1, Int((peak * Float(middle)).rounded()))
          for y in 0..<height {
            let isInked = middle - half..<middle + half ~= y
            if pixels[y * width + x] != (isInked ? ink : 0) { wrong += 1 }
          }
        }
        #expect(wrong == 0, "\(height) rows, scale \(scale)")
      }
    }
  }

  @Test func `an envelope of symmetric sound is symmetric about the zero line`() throws {
    var columns = WaveformColumns.speech(count: 64)
    columns.low = columns.high.map { -$0 }
    let painter = Self.painters(height: 80, scale: 1)[1]
    let surface = try ImageSurface(width: 64, height: 80)
    painter.paint(WaveformTile(columns: columns, state: .played), into: surface)
    for x in 0..<64 {
      for y in 0..<80 where y != 39 && y != 40 {
        #expect(surface.pixel(x, y) == surface.pixel(x, 79 - y))
      }
    }
  }

  @Test func `the loudness chosen is the loudness drawn`() throws {
    let painters = Self.painters(height: 100, scale: 1)
    var columns = WaveformColumns(count: 1)
    columns.setAll(0, low: -1, high: 1)
    let rows = try painters[1...].map { painter in
      let surface = try ImageSurface(width: 1, height: 100)
      painter.paint(WaveformTile(columns: columns, state: .played), into: surface)
      return surface.pixels.count { $0 == painter.palette.playedLoudness.pixel }
    }
    #expect(rows == [40, 30])
  }

  @Test func `overs are marked at the edge they cross, two logical pixels tall`() throws {
    for scale in 1...3 {
      for painter in Self.painters(height: 60, scale: scale) {
        var columns = WaveformColumns(count: 3)
        columns.setAll(0, low: -0.5, high: 1.01)
        columns.setAll(1, low: -1.01, high: 0.5)
        columns.setAll(2, low: -1, high: 1)
        let surface = try ImageSurface(width: 3 * painter.pitch, height: 60, scale: scale)
        painter.paint(WaveformTile(columns: columns, state: .played), into: surface)
        let red = painter.palette.over.pixel
        let marks = (0..<3).map { column in
          (0..<60).filter { surface.pixel(column * painter.pitch, $0) == red }
        }
        #expect(marks[0] == Array(0..<2 * scale))
        #expect(marks[1] == Array(60 - 2 * scale..<60))
        #expect(marks[2] == [])
      }
    }
  }

  @Test func `nothing is painted where there is no room or nothing to paint`() throws {
    var random = RandomNumbers(seed: 3)
    let columns = WaveformColumns.noise(count: 20, using: &random)
    for height in [0, 1, 2] {
      for painter in Self.painters(height: height, scale: 1) {
        for (width, surfaceHeight) in [(0, 0), (0, 10), (10, 0), (1, 1)] {
          let surface = try ImageSurface(width: width, height: surfaceHeight)
          painter.paint(WaveformTile(columns: columns, state: .played, unreadFrom: 3), into: surface)
          painter.paint(
            WaveformTile(columns: WaveformColumns(count: 0), state: .played, unreadFrom: 0), into: surface)
        }
      }
    }
    let surface = try ImageSurface(width: 60, height: 20)
    Self.painters(height: 0, scale: 1)[0].paint(WaveformTile(columns: columns, state: .played), into: surface)
    #expect(surface.pixels.allSatisfy { $0 == 0 })
  }

  @Test func `unread time differs from silence in every palette`() throws {
    for name in Palette.Name.allCases {
      for painter in Self.painters(height: 40, scale: 1, palette: name) {
        var silence = WaveformColumns(count: 20)
        for column in 0..<20 { silence.setAll(column, low: 0, high: 0) }
        let read = try ImageSurface(width: 20 * painter.pitch, height: 40)
        painter.paint(WaveformTile(columns: silence, state: .unplayed), into: read)
        let unread = try ImageSurface(width: 20 * painter.pitch, height: 40)
        painter.paint(
          WaveformTile(columns: WaveformColumns(count: 20), state: .unplayed, unreadFrom: 0), into: unread)
        let different = zip(read.pixels, unread.pixels).count { $0 != $1 }
        #expect(different > read.pixels.count / 2)
      }
    }
  }
}
