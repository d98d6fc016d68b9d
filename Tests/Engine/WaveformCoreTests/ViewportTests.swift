// ViewportTests.swift
// Zooming, panning and resizing: the place under the pointer, and the invariants after every step.

import Foundation
import TestSupport
import Testing
import WaveformCore

struct ViewportTests {
  static let step = exp2(0.25)
  static let lengths = [1, 2, 3, 999, 1000, 1001, 44_100, 317_520_000, 1 << 40, 1 << 52]

  /// What is true of every viewport.
  func check(_ view: Viewport, _ location: SourceLocation = #_sourceLocation) {
    let length = Double(view.length)
    let rounding = max(length, 1) * 1e-12
    #expect(view.start >= 0 && view.start + view.span <= length + rounding, sourceLocation: location)
    #expect(
      view.framesPerPixel <= view.coarsest && view.framesPerPixel >= view.finest, sourceLocation: location)
    #expect(view.visibleFrames.lowerBound >= 0, sourceLocation: location)
    #expect(
      view.visibleFrames.upperBound <= view.length && !view.visibleFrames.isEmpty, sourceLocation: location)
    if view.isWhole {
      #expect(view.start == 0 && view.visibleFrames == 0..<view.length, sourceLocation: location)
    }
    #expect((0...view.length).contains(view.frameIndex(at: Double(view.width))), sourceLocation: location)
  }

  @Test(arguments: lengths, [1, 2, 333, 1400, 3840])
  func `the frame under the pointer stays there at every step in and out`(length: Int, width: Int) {
    for x in [0, 0.5, 0.25 * Double(width), 0.77 * Double(width), Double(width) - 1, Double(width)] {
      var view = Viewport(length: length, width: width)
      check(view)
      #expect(view.isWhole)
      let anchor = view.frame(at: x)
      var steps = 0
      while !view.isFinest {
        let next = view.zoomed(by: Self.step, around: x)
        check(next)
        #expect(next.framesPerPixel < view.framesPerPixel && !next.isWhole)
        view = next
        steps += 1
        #expect(abs(view.frame(at: x) - anchor) < view.framesPerPixel)
      }
      #expect(view.framesPerPixel == view.finest && steps <= 210)
      #expect(view.zoomed(by: Self.step, around: x) == view)
      // Out again, about the same place. At the ends of the recording there is nothing to hold on to.
      while !view.isWhole, steps > -10 {
        let under = view.frame(at: x)
        let next = view.zoomed(by: 1 / Self.step, around: x)
        check(next)
        let isHeld = next.start > 0 && next.start + next.span < Double(length) * (1 - 1e-12)
        if isHeld { #expect(abs(next.frame(at: x) - under) < next.framesPerPixel) }
        view = next
        steps -= 1
      }
      #expect(view == Viewport(length: length, width: width))
      #expect(abs(steps) <= 1)
    }
  }

  @Test func `as many steps out as in show the whole again, and it stays whole`() {
    for length in Self.lengths where length > 2000 {
      for steps in 1...20 where Double(length) / 1000 > pow(Self.step, Double(steps)) {
        var view = Viewport(length: length, width: 1000)
        for _ in 0..<steps { view = view.zoomed(by: Self.step, around: 300) }
        for _ in 0..<steps { view = view.zoomed(by: 1 / Self.step, around: 700) }
        #expect(view.isWhole, "\(steps) steps, \(length) frames")
        #expect(view.withLength(2 * length) == Viewport(length: 2 * length, width: 1000))
      }
    }
  }

  @Test func `a thousand steps in and out drift by less than a pixel`() {
    var random = RandomNumbers(seed: 31)
    for length in [317_520_000, 1 << 40] {
      var view = Viewport(length: length, width: 1400).zoomed(by: 64, around: 700)
      let x = 533.0
      let anchor = view.frame(at: x)
      for _ in 0..<1000 {
        let isFine = view.framesPerPixel < view.coarsest / 200
        let isCoarse = view.framesPerPixel > view.coarsest / 30
        view = view.zoomed(
          by: isCoarse || !isFine && random.next() & 1 == 0 ? Self.step : 1 / Self.step, around: x)
        check(view)
        #expect(abs(view.frame(at: x) - anchor) < view.framesPerPixel)
      }
    }
  }

  @Test func `random moves never leave the recording`() {
    var random = RandomNumbers(seed: 32)
    for _ in 0..<60 {
      var view = Viewport(
        length: Self.lengths.randomElement(using: &random)!, width: 1 + Int(random.next() % 2000))
      for _ in 0..<100 {
        let position = random.unit() * Double(view.length)
        switch random.next() % 10 {
        case 0, 1:
          view = view.zoomed(by: exp2(random.unit() * 8 - 3), around: random.unit() * Double(view.width))
        case 2: view = view.panned(by: (random.unit() - 0.5) * 3000)
        case 3: view = view.paged(to: position)
        case 4: view = view.revealing(position, margin: random.unit() * 50)
        case 5: view = view.showing(Int(position / 2)..<Int(position) + 1)
        case 6: view = view.resized(toWidth: Int(random.next() % 3000))
        case 7: view = view.withLength(Int(position * 2))
        case 8:
          view = view.centered(on: position)
          let place = view.pixel(ofFrame: position)
          let isFree = view.start > 0 && !view.isAtEnd && view.framesPerPixel > 1e-3
          if isFree { #expect(abs(place - view.width / 2) <= 1) }
        default: view = view.zoomed(by: 1 / Self.step, around: -50 + random.unit() * 3000)
        }
        check(view)
      }
    }
  }

  @Test func `nonsense moves nothing`() {
    let view = Viewport(length: 100_000, width: 100).zoomed(by: 4, around: 50)
    for factor in [0, -1, .nan, .infinity, -.infinity] as [Double] {
      #expect(view.zoomed(by: factor, around: 3) == view)
    }
    #expect(view.showing(5..<5) == view && view.showing(200_000..<300_000) == view)
    #expect(Viewport(length: -3, width: 0) == Viewport(length: 1, width: 1))
  }

  @Test(arguments: [1, 2, 14, 15])
  func `a recording whose frames are 64 pixels wide in a view of the whole cannot be zoomed`(length: Int) {
    let view = Viewport(length: length, width: 1000)
    #expect(view.isWhole && view.isFinest)
    #expect(view.zoomed(by: 2, around: 500) == view && view.zoomed(by: 0.5, around: 500) == view)
    #expect(view.panned(by: 100) == view)
    #expect(view.frameIndex(at: 1000) == length && view.pixel(ofFrame: Double(length)) == 1000)
  }

  @Test(arguments: [1 << 46, 1 << 53, 9_200_000_000_000_000_000, Int.max / 2, Int.max - 1, Int.max])
  func `no length is too long`(length: Int) {
    for width in [1, 1400] {
      var view = Viewport(length: length, width: width)
      check(view)
      while !view.isFinest {
        view = view.zoomed(by: 1000, around: Double(width))
        check(view)
        #expect(view.pixel(ofFrame: view.start) == 0)
      }
      #expect(view.frameIndex(at: 1e30) == view.length && view.frameIndex(at: -1e30) == 0)
      check(view.withLength(5).withLength(length))
      check(view.showing(length - 10..<length))
    }
  }

  // MARK: Other moves

  @Test func `panning by whole pixels moves the picture by just these`() {
    let view = Viewport(length: 10_000_000, width: 1000).zoomed(by: 7.7, around: 500)
    for pixels in -600...600 {
      let next = view.panned(by: Double(pixels))
      #expect(next.firstPixel == view.firstPixel + pixels && next.framesPerPixel == view.framesPerPixel)
    }
    #expect(view.panned(by: -1e12).start == 0)
    #expect(view.panned(by: 1e12).visibleFrames.upperBound == 10_000_000)
  }

  @Test func `what is to be revealed can be seen, and no move is longer than needed`() {
    let view = Viewport(length: 1_000_000, width: 100).zoomed(by: 10, around: 50)
    for frame in stride(from: 0.0, to: 1_000_000, by: 777) {
      for margin in [0.0, 10, 80] {
        let next = view.revealing(frame, margin: margin)
        let x = (frame - next.start) / next.framesPerPixel
        #expect(x > -1e-6 && x < 100)
        let isVisible = frame >= view.start && frame < view.start + view.span
        if isVisible { #expect(next == view) }
        let isFree = next.start > 0 && next.start + next.span < 999_999
        if !isVisible, isFree {
          let kept = min(margin, 50)
          #expect(abs(x - (frame < view.start ? kept : 99 - kept)) < 1e-6)
        }
      }
    }
  }

  @Test func `a page begins with the playhead once it has left the view`() {
    let view = Viewport(length: 1_000_000, width: 100).zoomed(by: 10, around: 0)
    #expect(view.paged(to: view.span - 1) == view)
    #expect(view.paged(to: view.span).start == view.span)
    #expect(view.panned(by: 300).paged(to: 5).start == 5)
    #expect(view.paged(to: 999_999).visibleFrames.upperBound == 1_000_000)
  }

  @Test func `a shown stretch fills the view, as far as the finest zoom goes`() {
    let view = Viewport(length: 1_000_000, width: 100)
    for range in [0..<1000, 500..<700, 0..<1_000_000, 999_000..<1_000_000, 12_345..<678_910] {
      let next = view.showing(range)
      #expect(
        abs(next.start - Double(range.lowerBound)) < 1e-6 && abs(next.span - Double(range.count)) < 1e-6)
      #expect(next.isWhole == (range.count == 1_000_000))
    }
    let close = view.showing(5000..<5001)
    #expect(close.framesPerPixel == 1.0 / 64 && close.start == 5000.5 - 50.0 / 64)
    #expect(view.showing(0..<10).start == 0)
    #expect(view.showing(-50..<2_000_000) == view)
  }

  @Test func `the whole stays whole, a part stays at its place`() {
    let whole = Viewport(length: 1000, width: 100)
    for length in [1, 50, 999, 1001, 1 << 40] {
      #expect(whole.withLength(length) == Viewport(length: length, width: 100))
    }
    for width in [1, 99, 5000] {
      #expect(whole.resized(toWidth: width) == Viewport(length: 1000, width: width))
    }
    let part = Viewport(length: 100_000, width: 100).zoomed(by: 10, around: 50)
    #expect(part.withLength(200_000).start == part.start && part.withLength(200_000).span == part.span)
    #expect(part.resized(toWidth: 200).start == part.start)
    #expect(part.resized(toWidth: 200).framesPerPixel == part.framesPerPixel)
    #expect(part.resized(toWidth: 5000).isWhole)
    #expect(part.withLength(20_000).visibleFrames.upperBound == 20_000)
    #expect(part.withLength(3000).isWhole)
    #expect(part.zoomedOut() == Viewport(length: 100_000, width: 100))
  }

  // MARK: Close up

  @Test(arguments: [1.0 / 64, 0.05, 0.3, 0.5, 0.75, 1])
  func `where frames are wider than pixels a pointer means the nearest one`(framesPerPixel: Double) {
    let view = Viewport(length: 1_000_000, width: 1400)
      .zoomed(toFramesPerPixel: framesPerPixel, around: 700)
    check(view)
    for x in stride(from: 0.0, to: 1400, by: 1) {
      let frame = view.frameIndex(at: x)
      #expect(abs(Double(frame) - view.frame(at: x)) <= 0.5 + framesPerPixel)
      let nearest = abs(Double(view.pixel(ofFrame: Double(frame))) - x)
      for other in [frame - 1, frame + 1] where (0...view.length).contains(other) {
        #expect(nearest <= abs(Double(view.pixel(ofFrame: Double(other))) - x) + 1)
      }
    }
    // What is drawn at a pixel is found there.
    for frame in view.visibleFrames.lowerBound + 1..<view.visibleFrames.upperBound {
      #expect(view.frameIndex(at: Double(view.pixel(ofFrame: Double(frame)))) == frame)
    }
  }

  @Test func `a zoom to so many frames per pixel is exactly that, within the limits`() {
    let whole = Viewport(length: 1_000_000, width: 1000)
    #expect(whole.zoomed(toFramesPerPixel: 1, around: 500).framesPerPixel == 1)
    #expect(whole.zoomed(toFramesPerPixel: 1e-9, around: 500).isFinest)
    #expect(whole.zoomed(toFramesPerPixel: 1e9, around: 500).isWhole)
    let short = Viewport(length: 1, width: 1400)
    #expect(short.zoomed(toFramesPerPixel: 1, around: 3) == short)
    #expect(short.isWhole && short.isFinest)
  }

  @Test func `a view one pixel wide zooms, pans and shows`() {
    let whole = Viewport(length: 48_000, width: 1)
    var view = whole
    while !view.isFinest {
      view = view.zoomed(by: 3, around: 0.5)
      check(view)
      check(view.panned(by: 1))
      check(view.revealing(48_000, margin: 24))
      check(view.centered(on: 777))
    }
    #expect(view.span == 1.0 / 64)
    check(view.showing(100..<200))
    #expect(view.zoomedOut() == whole)
  }
}
