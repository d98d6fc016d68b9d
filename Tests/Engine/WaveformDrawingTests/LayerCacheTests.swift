// LayerCacheTests.swift
// The cache keeps its bound, and what was used last; against a plain list that does the same slowly.

import TestSupport
import Testing
import WaveformCore
@testable import WaveformDrawing

struct LayerCacheTests {
  static func key(tile: Int) -> LayerKey {
    LayerKey(
      generation: 1, lane: 0, tile: tile, grid: PixelGrid(framesPerPixel: 100),
      painter: WaveformPainter(style: .bars, palette: .light, height: 100, scale: 1), state: .played)
  }

  @Test func `what was not looked at for longest goes first`() {
    let cache = LayerCache<Int>(capacity: 30)
    for tile in 1...3 { cache.insert(tile, for: Self.key(tile: tile), byteCount: 10) }
    #expect(cache.value(for: Self.key(tile: 1)) == 1)
    cache.insert(4, for: Self.key(tile: 4), byteCount: 10)
    #expect(cache.value(for: Self.key(tile: 2)) == nil)
    #expect([1, 3, 4].map { cache.value(for: Self.key(tile: $0)) } == [1, 3, 4])
    #expect(cache.hits == 4)
    #expect(cache.misses == 1)
  }

  @Test func `it does what a plain list would do`() {
    var random = RandomNumbers(seed: 4)
    let cache = LayerCache<Int>(capacity: 100)
    var list: [(tile: Int, value: Int, bytes: Int)] = []  // the newest last
    for step in 0..<20_000 {
      let tile = Int.random(in: 0..<40, using: &random)
      let index = list.firstIndex { $0.tile == tile }
      if Bool.random(using: &random) {
        #expect(cache.value(for: Self.key(tile: tile)) == index.map { list[$0].value })
        if let index { list.append(list.remove(at: index)) }
      } else {
        let bytes = Int.random(in: 0...130, using: &random) % 111
        cache.insert(step, for: Self.key(tile: tile), byteCount: bytes)
        if let index { list.remove(at: index) }
        if bytes <= 100 {
          list.append((tile, step, bytes))
          while list.reduce(0, { $0 + $1.bytes }) > 100 { list.removeFirst() }
        }
      }
      if step % 5000 == 4999 {
        cache.removeAll()
        list = []
      }
      #expect(cache.count == list.count)
      #expect(cache.byteCount == list.reduce(0) { $0 + $1.bytes })
      #expect(cache.byteCount <= 100)
    }
  }

  @Test func `a lower bound lets go of the oldest at once`() {
    let cache = LayerCache<Int>(capacity: 50)
    for tile in 1...5 { cache.insert(tile, for: Self.key(tile: tile), byteCount: 10) }
    cache.capacity = 25
    #expect(cache.byteCount == 20)
    #expect((1...5).map { cache.value(for: Self.key(tile: $0)) } == [nil, nil, nil, 4, 5])
    cache.capacity = 0
    #expect(cache.count == 0)
  }

  @Test func `a value that goes is let go`() {
    final class Layer {}
    let cache = LayerCache<Layer>(capacity: 1)
    weak var layer: Layer?
    do {
      let made = Layer()
      layer = made
      cache.insert(made, for: Self.key(tile: 1), byteCount: 1)
    }
    #expect(layer != nil)
    cache.insert(Layer(), for: Self.key(tile: 2), byteCount: 1)
    #expect(layer == nil)
  }

  @Test func `every property of a layer is part of its key`() {
    let key = Self.key(tile: 1)
    let changes: [(inout LayerKey) -> Void] = [
      { $0.generation += 1 }, { $0.lane += 1 }, { $0.tile += 1 }, { $0.grid = PixelGrid(framesPerPixel: 99) },
      { $0.grid = PixelGrid(framesPerPixel: 100, origin: 1) }, { $0.color = .blue },
      { $0.height += 1 }, { $0.factor += 0.25 }, { $0.palette = .dark }, { $0.look.style = .envelope },
      { $0.look.loudness = .meanMagnitude }, { $0.state = .unplayed },
    ]
    let cache = LayerCache<Int>(capacity: 10)
    cache.insert(1, for: key, byteCount: 1)
    for change in changes {
      var other = key
      change(&other)
      #expect(cache.value(for: other) == nil)
    }
    #expect(cache.value(for: key) == 1)
  }
}
