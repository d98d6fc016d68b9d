// PixelScaleTests.swift
// Where device pixels lie at all scales that desktops offer, and wherever a widget stands: a small space, tested whole.

import Testing

@testable import GtkBridge

@Suite struct PixelScaleTests {
  private static let scales = [1, 1.25, 4.0 / 3, 1.5, 1.75, 2, 2.25, 3]
  private static let places = (0..<60).map(Double.init)

  private func isWhole(_ place: Double) -> Bool { abs(place - place.rounded()) < 1e-6 }

  @Test(arguments: scales)
  func `the first pixel and all others lie on device pixels of the surface`(factor: Double) {
    for place in Self.places {
      // While something slides in, places have fractions as well.
      let y = factor == factor.rounded() ? place : place + 0.3
      let pixels = PixelScale(factor: factor, x: place, y: y)
      #expect((0..<1).contains(pixels.left) && (0..<1).contains(pixels.top))
      for column in [0, 1, 2, 7, 640, 4095] {
        #expect(isWhole((place + pixels.place(ofColumn: column)) * factor), "\(place), \(column)")
        #expect(abs(pixels.x(pixels.place(ofColumn: column)) - Double(column)) < 1e-6)
      }
      #expect(isWhole(y * factor + pixels.top))
      // None is left out before the first one.
      #expect(pixels.place(ofColumn: -1) < 0)
    }
  }

  @Test(arguments: scales)
  func `all whole pixels that a widget has are counted, and no other`(factor: Double) {
    for place in Self.places {
      for width in [0, 1, 2, 3, 10, 333, 1920] {
        let pixels = PixelScale(factor: factor, x: place, y: place)
        let first = (place * factor - 1e-6).rounded(.up),
          end = ((place + Double(width)) * factor + 1e-6).rounded(.down)
        #expect(pixels.columns(in: width) == max(0, Int(end - first)), "\(place), \(width)")
        #expect(pixels.rows(in: width) == pixels.columns(in: width))
      }
    }
  }

  @Test(arguments: scales)
  func `every edge of a rectangle lies on a device pixel, and none vanishes`(factor: Double) {
    let pixels = PixelScale(factor: factor, x: 7, y: 3)
    for place in stride(from: -3.0, to: 40, by: 0.25) where factor != factor.rounded() {
      for length in [0.1, 1 / factor, 0.5, 1, 1.5, 2, 4, 13.25, 200] {
        let rect = pixels.onEdges(Rect(x: place, y: place, width: length, height: length))
        for edge in [rect.x, rect.x + rect.width, rect.y + rect.height] { #expect(isWhole(edge * factor)) }
        #expect(rect.width * factor > 0.999 && rect.height == rect.width)
        #expect(abs(rect.x - place) * factor <= 0.5 + 1e-9)
        #expect(isWhole(pixels.edge(place) * factor))
      }
    }
  }

  @Test(arguments: scales)
  func `what is on device pixels stays where it is`(factor: Double) {
    let pixels = PixelScale(factor: factor, x: 1, y: 1)
    for first in -5..<300 {
      for count in [1, 2, 3, 64] {
        let rect = Rect(
          x: pixels.logical(first), y: pixels.logical(first), width: pixels.logical(count),
          height: pixels.logical(count))
        let same = pixels.onEdges(rect)
        #expect(Int((same.x * factor).rounded()) == first && Int((same.width * factor).rounded()) == count)
        let around = pixels.pixels(around: rect)
        if !pixels.isWhole { #expect(around.x == first..<first + count) }
      }
    }
  }

  @Test(arguments: scales)
  func `lines of one thickness look alike wherever they are`(factor: Double) {
    let pixels = PixelScale(factor: factor)
    for place in Self.places where !pixels.isWhole {
      let line = pixels.onEdges(Rect(x: place, y: 0, width: 1, height: 100))
      #expect(Int((line.width * factor).rounded()) == pixels.line)
    }
    #expect(pixels.line >= 1 && pixels.device(1) == pixels.line && pixels.device(0) == 0)
  }

  @Test(arguments: [1, 2, 3])
  func `at whole scales all is as with a whole number`(scale: Int) {
    for place in Self.places {
      let pixels = PixelScale(factor: Double(scale), x: place, y: place + 0.5)
      #expect(pixels.isWhole && pixels.left == 0 && pixels.top == 0 && pixels.line == scale)
      for length in 0..<500 {
        #expect(pixels.columns(in: length) == length * scale && pixels.rows(in: length) == length * scale)
        #expect(pixels.device(length) == length * scale)
        #expect(pixels.logical(length) == Double(length) / Double(scale))
        #expect(pixels.x(Double(length) / 7) == Double(length) / 7 * Double(scale))
      }
      let rect = Rect(x: place / 7, y: place / 3, width: 0.3, height: 5.1)
      #expect(pixels.onEdges(rect) == rect && pixels.edge(place / 7) == place / 7)
    }
  }
}
