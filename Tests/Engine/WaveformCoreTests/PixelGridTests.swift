// PixelGridTests.swift
// Every frame lies in exactly one pixel, at every zoom.

import TestSupport
import Testing
import WaveformCore

struct PixelGridTests {
  static let zooms: [Double] = {
    var random = RandomNumbers(seed: 11)
    let odd = (0..<60).map { _ in random.unit() * 20 + 0.001 }
    return [
      0.001, 0.1, 0.25, 1 / 3, 0.5, 0.999_999, 1, 1.000_001, 1.1, 1.5, 2, 2.7, 3, 7.3, 100, 255.5, 1000.1,
    ] + odd
  }()

  @Test func `every frame lies in exactly one pixel`() {
    for zoom in Self.zooms {
      let grid = PixelGrid(framesPerPixel: zoom)
      var next = grid.firstFrame(ofPixel: -50)
      for pixel in -50..<1500 {
        let frames = grid.frames(ofPixel: pixel)
        #expect(frames.lowerBound == next && frames.count <= Int(zoom) + 1)
        next = frames.upperBound
        for frame in frames.prefix(3) { #expect(grid.pixel(ofFrame: frame) == pixel) }
        if let last = frames.last { #expect(grid.pixel(ofFrame: last) == pixel) }
      }
      #expect(grid.firstFrame(ofPixel: 0) == 0)
    }
  }

  @Test func `the pixel of a frame holds that frame`() {
    for zoom in Self.zooms {
      let grid = PixelGrid(framesPerPixel: zoom)
      for frame in -200..<1000 {
        #expect(grid.frames(ofPixel: grid.pixel(ofFrame: frame)).contains(frame))
      }
      for frame in [44_100 * 7200, 1 << 40, 1 << 46] {
        #expect(grid.frames(ofPixel: grid.pixel(ofFrame: frame)).contains(frame))
      }
    }
  }

  @Test func `the nearest edge is at most half a pixel away`() {
    for zoom in Self.zooms {
      let grid = PixelGrid(framesPerPixel: zoom)
      for pixel in [-3, 0, 1, 1000, 123_456] {
        #expect(grid.nearestEdge(toFrame: Double(pixel) * zoom) == pixel)
        #expect(grid.nearestEdge(toFrame: (Double(pixel) + 0.49) * zoom) == pixel)
        #expect(grid.nearestEdge(toFrame: (Double(pixel) - 0.49) * zoom) == pixel)
      }
    }
  }
}
