// TileGeometryTests.swift
// Tiles cover the axis without cutting a bar.

import Testing
import WaveformCore
@testable import WaveformDrawing

struct TileGeometryTests {
  @Test(arguments: 1...4)
  func `a tile is about 64 logical pixels of whole bars`(scale: Int) {
    let tiles = TileGeometry(factor: Double(scale))
    #expect(tiles.width % tiles.metrics.pitch == 0)
    #expect((60...68).contains(tiles.width / scale))
    #expect(tiles.barsPerTile % 2 == 0)
    for style in WaveformStyle.allCases {
      let perColumn = style.isBars ? tiles.metrics.pitch : 1
      for tile in -3...3 {
        let columns = tiles.columns(ofTile: tile, style: style)
        #expect(columns.lowerBound * perColumn == tiles.pixels(ofTile: tile).lowerBound)
        #expect(columns.upperBound * perColumn == tiles.pixels(ofTile: tile).upperBound)
      }
    }
  }

  @Test(arguments: [1.25, 1.5, 1.75, 2.25])
  func `tiles are no wider or narrower at scales between`(factor: Double) {
    for (width, gap) in [(1, 0), (2, 1), (3, 0), (8, 4)] {
      let bars = BarMetrics(width: width, gap: gap), tiles = TileGeometry(factor: factor, bars: bars)
      #expect(tiles.metrics == bars.scaled(by: factor) && tiles.width % (2 * tiles.metrics.pitch) == 0)
      #expect(abs(Double(tiles.width) - 64 * factor) <= Double(tiles.metrics.pitch) + 0.5)
    }
  }

  @Test func `every pixel lies in one tile`() {
    let tiles = TileGeometry(factor: 1)
    for pixel in -1000...1000 {
      #expect(tiles.pixels(ofTile: tiles.tile(ofPixel: pixel)).contains(pixel))
    }
  }

  @Test func `the tiles of a view cover it and no more`() {
    let tiles = TileGeometry(factor: 2)
    for left in -300..<300 {
      for width in [1, 2, 131, 132, 133, 264, 1400] {
        let covering = tiles.tiles(covering: left..<left + width)
        #expect(tiles.pixels(ofTile: covering.lowerBound).contains(left))
        #expect(tiles.pixels(ofTile: covering.upperBound - 1).contains(left + width - 1))
      }
    }
    #expect(tiles.tiles(covering: 5..<5).isEmpty)
  }

  @Test func `bars have a grid of their own, as wide as they are apart`() {
    let tiles = TileGeometry(factor: 2)
    let pixels = PixelGrid(framesPerPixel: 10)
    #expect(tiles.grid(for: .envelope, over: pixels) == pixels)
    #expect(tiles.grid(for: .bars, over: pixels).framesPerPixel == 60)
  }
}
