// PlayheadStepsTests.swift
// The playhead crosses every pixel once, at the very time that was foretold.

import TestSupport
import Testing
import WaveformCore

struct PlayheadStepsTests {
  static let zooms: [Double] = [0.037, 0.1, 1.0 / 3, 1, 1.1, 7.3, 44.1, 441, 735.7, 4410, 44_100, 4_410_000]

  @Test func `the playhead stands on the pixel that it has reached, never on the one ahead`() {
    for zoom in Self.zooms {
      let steps = PlayheadSteps(grid: PixelGrid(framesPerPixel: zoom), rate: 44_100)
      for pixel in Array(0..<2000) + [1 << 20, 123_456_789] {
        let edge = steps.frame(ofPixel: pixel)
        #expect(steps.pixel(at: edge) == pixel)
        #expect(steps.pixel(at: edge.nextUp) == pixel)
        #expect(steps.pixel(at: steps.frame(ofPixel: pixel + 1).nextDown) == pixel, "\(zoom)")
      }
    }
  }

  @Test func `at the foretold time the next pixel has been reached, and not before`() {
    var random = RandomNumbers(seed: 41)
    for zoom in Self.zooms {
      for rate in [8000.0, 44_100, 192_000] {
        let steps = PlayheadSteps(grid: PixelGrid(framesPerPixel: zoom), rate: rate)
        for turn in 0..<300 {
          let pixel = turn < 100 ? turn : Int(random.next() % 1_000_000)
          let frame = turn % 3 == 0 ? steps.frame(ofPixel: pixel) : (Double(pixel) + random.unit()) * zoom
          let seconds = steps.secondsToNextStep(from: frame)
          let now = steps.pixel(at: frame)
          #expect(seconds > 0 && seconds <= zoom / rate * (1 + 1e-9))
          #expect(steps.pixel(at: frame + seconds * rate) == now + 1)
          // Shorter by a millionth of a pixel: the sums of so large numbers are no finer.
          let before = frame + seconds * rate - zoom * 1e-6
          if before >= frame { #expect(steps.pixel(at: before) == now) }
        }
      }
    }
  }

  @Test(arguments: [0.01, 0.3, 1, 7, 29.97, 60, 333.3, 1000])
  func `as many frames are drawn as pixels are crossed`(speed: Double) {
    let rate = 44_100.0
    let steps = PlayheadSteps(grid: PixelGrid(framesPerPixel: rate / speed), rate: rate)
    #expect(abs(steps.speed - speed) < 1e-9 * speed)
    // The timer: it sleeps until the next step, and draws.
    var seconds = 0.0
    var drawn: [Int] = [0]
    var wakeUps = 0
    while drawn.count <= 2000, wakeUps < 5000 {
      // What a clock in nanoseconds makes of it: late, never early.
      seconds += (steps.secondsToNextStep(from: seconds * rate) * 1e9).rounded(.up) / 1e9
      wakeUps += 1
      let pixel = steps.pixel(at: seconds * rate)
      if pixel != drawn.last { drawn.append(pixel) }
    }
    #expect(drawn == Array(0...2000))
    #expect(wakeUps == 2000)
    // The frame clock, as often as it may come: each pixel once, in order.
    var last = 0
    var crossed = 0
    for frame in 0..<5000 {
      let pixel = steps.pixel(at: Double(frame) / 1100 * rate)
      #expect(pixel == last || pixel == last + 1)
      if pixel != last { crossed += 1 }
      last = pixel
    }
    #expect(crossed == last)
  }

  @Test func `the frame clock serves above half the refresh rate`() {
    let steps = { PlayheadSteps(grid: PixelGrid(framesPerPixel: 48_000 / $0), rate: 48_000) }
    #expect(steps(30.0).pace(refreshRate: 60) == .timer)
    #expect(steps(31).pace(refreshRate: 60) == .frameClock)
    #expect(steps(31).pace(refreshRate: 144) == .timer)
    #expect(steps(0.01).pace(refreshRate: 60) == .timer)
  }

  @Test func `scrolling is no step`() {
    let view = Viewport(length: 10_000_000, width: 1000).zoomed(by: 8, around: 500)
    let frame = view.frame(at: 400.3)
    let pixels = (0..<50).map {
      PlayheadSteps(grid: view.panned(by: Double($0)).grid, rate: 1).pixel(at: frame)
    }
    #expect(Set(pixels).count == 1)
  }

  @Test func `a loop goes back from its last pixel to its first, at the foretold time`() {
    for (zoom, loop) in [
      (100.0, 1000..<2000), (100, 1050..<1951), (44.1, 13..<4567), (0.3, 2..<9), (7, 0..<15),
    ] {
      let steps = PlayheadSteps(grid: PixelGrid(framesPerPixel: zoom), rate: 8000, loop: loop)
      let last = steps.pixel(at: Double(loop.upperBound).nextDown)
      for start in [Double(loop.lowerBound), Double(loop.lowerBound) + 1.25, Double(loop.upperBound) - 0.5] {
        let seconds = steps.secondsToNextStep(from: start)
        let reached = start + seconds * 8000
        if steps.pixel(at: start) == last {
          #expect(reached >= Double(loop.upperBound) && reached < Double(loop.upperBound) + 1e-6)
        } else {
          #expect(reached < Double(loop.upperBound))
          #expect(steps.pixel(at: reached) == steps.pixel(at: start) + 1)
        }
      }
      let pixels = last - steps.pixel(at: Double(loop.lowerBound)) + 1
      let laps = 8000 / Double(loop.count)
      #expect(
        steps.stepsPerSecond >= laps * Double(pixels - 1) && steps.stepsPerSecond <= laps * Double(pixels + 2)
      )
    }
  }

  @Test func `a loop within one pixel has no steps, but the way to it has`() {
    let steps = PlayheadSteps(grid: PixelGrid(framesPerPixel: 100), rate: 8000, loop: 310..<390)
    #expect(steps.secondsToNextStep(from: 310) == .infinity && steps.stepsPerSecond == 0)
    #expect(steps.pace(refreshRate: 60) == .timer)
    #expect(abs(steps.secondsToNextStep(from: 250) - 50.0 / 8000) < 1e-9)
    // Who plays behind it never comes into it.
    #expect(abs(steps.secondsToNextStep(from: 395) - 5.0 / 8000) < 1e-9)
  }
}
