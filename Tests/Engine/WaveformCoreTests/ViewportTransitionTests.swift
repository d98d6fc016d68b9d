// ViewportTransitionTests.swift
// A zoom on its way: what stays under the pointer, where it ends, and that no moment leaves the recording.

import Testing
import WaveformCore

@Suite struct `A transition` {
  private static let step = 1.189207115002721  // the fourth root of two
  /// Times of a display with 60 frames per second, and others.
  private static let moments = [-1.0, 0, 0.001, 0.0166, 0.033, 0.05, 0.07, 0.1, 0.119, 0.12, 0.2]

  private func inside(_ view: Viewport) -> Bool {
    let rounding = Double(view.length) * 1e-12
    return view.start >= 0 && view.start + view.span <= Double(view.length) + rounding
      && view.framesPerPixel <= view.coarsest && view.framesPerPixel >= view.finest
  }

  @Test(arguments: [1, 2, 777, 1400, 3840])
  func `the frame under the pixel stays there in every moment, and none leaves the recording`(width: Int) {
    for length in [1, 2, 999, 44_100, 317_520_000, 1 << 40] {
      let whole = Viewport(length: length, width: width)
      for from in [
        whole, whole.zoomed(by: 16, around: 0.4 * Double(width)), whole.zoomed(by: 1e9, around: 0),
      ] {
        for x in [0, 0.3 * Double(width), Double(width)] {
          for factor in [Self.step, 1 / Self.step, 64, 1 / 64.0, 1e6] {
            let to = from.zoomed(by: factor, around: x)
            let isHeld = abs(to.frame(at: x) - from.frame(at: x)) < 0.01 * to.framesPerPixel
            guard let moving = ViewportTransition(from: from, to: to, begin: 0) else { continue }
            for time in Self.moments {
              let view = moving.viewport(at: time)
              #expect(inside(view))
              if isHeld { #expect(abs(view.frame(at: x) - from.frame(at: x)) < 0.1 * view.framesPerPixel) }
              let (near, far) = (from.framesPerPixel, to.framesPerPixel)
              #expect(
                view.framesPerPixel >= min(near, far) * (1 - 1e-9)
                  && view.framesPerPixel <= max(near, far) * (1 + 1e-9))
            }
          }
        }
      }
    }
  }

  @Test func `it begins with one end, ends exactly with the other, and takes 120 ms`() throws {
    let from = Viewport(length: 1_000_000, width: 1000)
    let to = from.showing(123_456..<234_567)
    let moving = try #require(ViewportTransition(from: from, to: to, begin: 5))
    #expect(moving.viewport(at: 4) == from && moving.viewport(at: 5) == from)
    #expect(moving.viewport(at: 5.12) == to && moving.viewport(at: 99) == to)
    #expect(!moving.isOver(at: 5.1199) && moving.isOver(at: 5.12))
    #expect(ViewportTransition.duration <= 0.12)
  }

  @Test func `it slows down: more than half of the octaves lie in the first third of the time`() throws {
    let from = Viewport(length: 1_000_000, width: 100)
    let to = from.zoomed(by: 256, around: 30)
    let moving = try #require(ViewportTransition(from: from, to: to, begin: 0))
    let zooms = (0...12).map { moving.viewport(at: Double($0) / 100).framesPerPixel }
    #expect(zooms[4] < from.framesPerPixel / 16)
    for (before, after) in zip(zooms, zooms.dropFirst()) { #expect(after < before) }
    let ratios = zip(zooms, zooms.dropFirst()).map { $0 / $1 }
    for (before, after) in zip(ratios, ratios.dropFirst()) { #expect(after < before) }
  }

  @Test func `what has not begun stays where it is, and begins once`() throws {
    let from = Viewport(length: 100_000, width: 100)
    let to = from.zoomed(by: 4, around: 50)
    var moving = try #require(ViewportTransition(from: from, to: to))
    #expect(moving.viewport(at: 1e9) == from && !moving.isOver(at: 1e9))
    moving.start(at: 7)
    moving.start(at: 8)
    #expect(moving.begin == 7 && moving.viewport(at: 7.2) == to)
  }

  @Test func `nothing moves between equal views, and nobody is carried across a recording`() {
    let whole = Viewport(length: 10_000_000, width: 1000)
    #expect(ViewportTransition(from: whole, to: whole) == nil)
    let here = whole.showing(0..<10_000)
    #expect(ViewportTransition(from: here, to: whole.showing(9_000_000..<9_010_000)) == nil)
    #expect(ViewportTransition(from: here, to: here.panned(by: 1900)) != nil)
    #expect(ViewportTransition(from: here, to: here.panned(by: 2100)) == nil)
    #expect(ViewportTransition(from: whole, to: whole.showing(9_000_000..<9_000_100)) != nil)
    #expect(ViewportTransition(from: whole, to: whole.resized(toWidth: 500)) == nil)
  }

  @Test func `moved by hand on its way it keeps its zoom`() throws {
    let whole = Viewport(length: 10_000_000, width: 1000)
    let from = whole.zoomed(by: 16, around: 500)
    let moving = try #require(
      ViewportTransition(from: from, to: from.zoomed(by: 4, around: 300), begin: 0))
    let moved = moving.mapped { $0.panned(by: 37) }
    for time in Self.moments {
      let (before, after) = (moving.viewport(at: time), moved.viewport(at: time))
      #expect(abs(after.framesPerPixel - before.framesPerPixel) < 1e-9 * before.framesPerPixel)
      #expect(abs((after.start - before.start) / before.framesPerPixel - 37) < 1e-3)
    }
  }
}
