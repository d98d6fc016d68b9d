// TileStoreTests.swift
// Which tiles are painted again, and which are not.

import Testing
import WaveformCore
import WaveformDrawing

@testable import WaveformViews

@Suite @MainActor struct `The tiles of a plot` {
  private let store = TileStore()

  init() { store.capacity = 1 << 20 }

  /// Puts a picture together; tells how many tiles had to be painted for it.
  private func painted(
    _ tiles: Range<Int>, at framesPerPixel: Double, scale: Int = 1, palette: Palette = .light,
    generation: Int = 0, isFinal: Bool = true
  ) -> Int {
    let before = store.painted
    store.begin()
    let painter = WaveformPainter(style: .bars, palette: palette, height: 20 * scale, scale: scale)
    for tile in tiles {
      let key = LayerKey(
        generation: generation, lane: 0, tile: tile, grid: PixelGrid(framesPerPixel: framesPerPixel),
        painter: painter,
        state: .unplayed)
      let surface = store.surface(for: key, width: 60 * scale, painter: painter, isFinal: isFinal) {
        WaveformTile(columns: WaveformColumns(count: 20), state: .unplayed)
      }
      #expect(surface?.width == 60 * scale && surface?.scale == Double(scale))
    }
    return store.painted - before
  }

  @Test func `scrolling paints what enters, and nothing on the way back`() {
    #expect(painted(0..<10, at: 100) == 10)
    #expect(painted(0..<10, at: 100) == 0)
    #expect(painted(1..<11, at: 100) == 1)
    #expect(painted(2..<12, at: 100) == 1)
    #expect(painted(0..<10, at: 100) == 0)
  }

  @Test
  func `another scale factor, palette or state of reading is another tile, and the old one is still there`() {
    #expect(painted(0..<2, at: 100) == 2)
    #expect(painted(0..<2, at: 100, scale: 2) == 2)
    #expect(painted(0..<2, at: 100, palette: .dark) == 2)
    #expect(painted(0..<2, at: 100, generation: 1) == 2)
    #expect(painted(0..<2, at: 100) == 0)
    #expect(painted(0..<2, at: 100, scale: 2) == 0)
  }

  @Test func `what was painted ahead is there when it comes into view`() {
    #expect(painted(0..<10, at: 100) == 10)
    store.ahead { #expect(painted(10..<12, at: 100) == 2) }
    #expect(store.paintedAhead == 2)
    #expect(painted(2..<12, at: 100) == 0)
  }

  @Test func `what is another one soon is not kept`() {
    #expect(painted(0..<2, at: 100, isFinal: false) == 2)
    #expect(painted(0..<2, at: 100, isFinal: false) == 2)
  }

  @Test func `what is not kept uses the memory of older pictures again, and paints on nothing`() {
    func surfaces(at framesPerPixel: Double, low: Float) -> [ImageSurface] {
      store.begin()
      let painter = WaveformPainter(style: .bars, palette: .light, height: 20, scale: 1)
      return (0..<4).compactMap { tile in
        let key = LayerKey(
          generation: 0, lane: 0, tile: tile, grid: PixelGrid(framesPerPixel: framesPerPixel),
          painter: painter,
          state: .unplayed)
        return store.surface(for: key, width: 60, painter: painter, isFinal: false) {
          var columns = WaveformColumns(count: 20)
          for index in 0..<20 { (columns.low[index], columns.high[index]) = (low, -low) }
          return WaveformTile(columns: columns, state: .unplayed)
        }
      }
    }
    let first = surfaces(at: 100, low: -1)
    let second = surfaces(at: 101, low: -1)
    // What the toolkit may still show is left alone.
    #expect(!second.contains { new in first.contains { $0 === new } })
    let third = surfaces(at: 102, low: -0.1)
    #expect(third.allSatisfy { new in first.contains { $0 === new } })
    #expect(first[0].pixel(0, 0) == 0 && first[0].pixel(0, 10) != 0, "the high bars are gone")
    #expect(second[0].pixel(0, 0) != 0)
  }
}
