// PlayheadStepsTests.swift
// The playhead crosses every pixel once, at the very time that was foretold.

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
    var random = Randomness(41)
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
}
