// OverviewGeometryTests.swift
// The overview strip: where its window stands, what the pointer means, what drags do; small spaces whole.

import Testing
import WaveformCore

@Suite struct `An overview` {
  private static let lengths = [1, 2, 63, 1000, 44_100, 317_520_000, 1 << 46]
  private static let widths = [1, 2, 13, 333, 1376, 3840]

  /// Views of many zooms at both ends and between.
  private func views(length: Int) -> [Viewport] {
    [1, 2, 1000, 1920].flatMap { width in
      let whole = Viewport(length: length, width: width)
      return [1.0, 1.5, 4, 1000, 1e12].flatMap { zoom in
        [0.0, 0.37, 1].map { whole.zoomed(by: zoom, around: $0 * Double(width)) }
      }
    }
  }

  @Test(arguments: lengths, widths)
  func `the window lies in the strip, is never too narrow, and stands over what is visible`(
    length: Int, width: Int
  ) {
    let strip = OverviewGeometry(length: length, width: width, minimumWindow: 14)
    let perPixel = Double(length) / Double(width)
    for view in views(length: length) {
      let window = strip.window(of: view)
      #expect(window.lowerBound >= 0 && window.upperBound <= width)
      #expect(window.count >= min(14, width))
      if view.isWhole { #expect(window == 0..<width) }
      if view.span / perPixel >= 15 {
        #expect(abs(Double(window.lowerBound) - view.start / perPixel) <= 0.51)
        #expect(abs(Double(window.upperBound) - (view.start + view.span) / perPixel) <= 0.51)
      } else {
        // As near as the ends allow.
        let middle = (view.start + view.span / 2) / perPixel
        let found = Double(window.lowerBound + window.upperBound) / 2
        #expect(abs(found - middle) <= 1.01 || window.lowerBound == 0 || window.upperBound == width)
      }
    }
  }

  @Test(arguments: lengths, widths)
  func `both edges and a part to move it by are found at every zoom`(length: Int, width: Int) {
    let strip = OverviewGeometry(length: length, width: width, minimumWindow: 14)
    for view in views(length: length) where width > 20 {
      let window = strip.window(of: view)
      let (left, right) = (Double(window.lowerBound), Double(window.upperBound))
      #expect(strip.part(at: left, of: view, reach: 6) == .start)
      #expect(strip.part(at: right, of: view, reach: 6) == .end)
      #expect(strip.part(at: (left + right) / 2, of: view, reach: 6) == .window)
      #expect(strip.part(at: left - 6.5, of: view, reach: 6) == .outside)
      #expect(strip.part(at: right + 6.5, of: view, reach: 6) == .outside)
    }
  }

  @Test(arguments: lengths)
  func `a drag moves the window by so many pixels, and an edge leaves the other where it is`(length: Int) {
    let strip = OverviewGeometry(length: length, width: 1000, minimumWindow: 14)
    let perPixel = Double(length) / 1000
    let rounding = Double(length) * 1e-11
    for view in views(length: length) {
      let end = view.start + view.span
      for pixels in [-5000.0, -300, -1, -0.25, 0, 0.25, 1, 300, 5000] {
        let moved = strip.dragged(.window, of: view, by: pixels)
        #expect(moved.framesPerPixel == view.framesPerPixel)
        let wanted = min(max(view.start + pixels * perPixel, 0), Double(length) - view.span)
        #expect(abs(moved.start - wanted) <= rounding)
        let later = strip.dragged(.end, of: view, by: pixels)
        #expect(abs(later.start - view.start) <= rounding || later.isWhole || later.start < view.start)
        let newEnd = min(max(end + pixels * perPixel, view.start), Double(length))
        let isFree = (newEnd - view.start) / Double(view.width) >= view.finest
        if isFree { #expect(abs(later.start + later.span - newEnd) <= rounding) }
        let earlier = strip.dragged(.start, of: view, by: pixels)
        #expect(abs(earlier.start + earlier.span - end) <= rounding || earlier.start == 0)
        let newStart = max(view.start + pixels * perPixel, 0)
        if (end - newStart) / Double(view.width) >= view.finest {
          #expect(abs(earlier.start - newStart) <= rounding)
        }
      }
    }
  }

  @Test func `a click centres, and the wheel keeps the place under the pointer`() {
    let strip = OverviewGeometry(length: 1_000_000, width: 1000, minimumWindow: 14)
    let view = Viewport(length: 1_000_000, width: 800).zoomed(by: 20, around: 0)
    for x in stride(from: 30.0, to: 970, by: 17) {
      let centred = strip.centered(view, at: x)
      let middle = centred.start + centred.span / 2
      #expect(abs(middle - x * 1000) <= 1.01 * centred.framesPerPixel)
      #expect(centred.framesPerPixel == view.framesPerPixel)
      let near = strip.zoomed(centred, by: 2, around: x + 5)
      let share = { (view: Viewport) in ((x + 5) * 1000 - view.start) / view.span }
      #expect(abs(share(near) - share(centred)) < 1e-6 && near.span == centred.span / 2)
    }
  }

  @Test(arguments: lengths, widths)
  func `every frame has a pixel, and every pixel a place`(length: Int, width: Int) {
    let strip = OverviewGeometry(length: length, width: width, minimumWindow: 14)
    for share in [0.0, 0.1, 0.5, 0.999, 1] {
      #expect((0..<width).contains(strip.pixel(ofFrame: share * Double(length))))
      #expect((0...Double(length)).contains(strip.frame(at: share * Double(width))))
    }
    #expect(strip.frame(at: -50) == 0 && strip.frame(at: Double(width) + 50) == Double(length))
    #expect(strip.pixel(ofFrame: 1e300) == width - 1)
    #expect(strip.selection(nil) == nil && strip.selection(3..<3) == nil)
    let selected = strip.selection(length - 1..<length)
    #expect(selected.map { $0.count >= 1 && $0.upperBound == width } == true)
  }
}
