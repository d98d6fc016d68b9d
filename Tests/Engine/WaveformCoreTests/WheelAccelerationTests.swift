// WheelAccelerationTests.swift
// What a notch counts, by the times of the events alone.

import Foundation
import Testing
import WaveformCore

@Suite struct WheelAccelerationTests {
  /// What each of `count` notches counts, `interval` seconds apart.
  private func weights(_ count: Int, every interval: Double, of notch: Double = 1) -> [Double] {
    var wheel = WheelAcceleration()
    return (0..<count).map { wheel.weight(ofNotches: notch, at: 100 + Double($0) * interval) }
  }

  @Test func `slow notches count once`() {
    #expect(weights(20, every: WheelAcceleration.slowInterval + 0.001) == Array(repeating: 1, count: 20))
    #expect(weights(20, every: 3) == Array(repeating: 1, count: 20))
  }

  @Test func `quick notches count more and more, up to a limit`() {
    let quick = weights(20, every: 0.02)
    #expect(quick[0] == 1 && quick == quick.sorted() && quick[1] > 1)
    #expect(quick.last == WheelAcceleration.fastest)
    for (slower, faster) in zip(weights(20, every: 0.1), quick) { #expect(slower <= faster) }
  }

  /// A quarter of an octave each; 22.4 octaves lie between an hour in a thousand pixels and 64 pixels a frame.
  @Test(arguments: [0.01, 0.03, 0.05])
  func `thirty quick notches lead from an hour to the finest zoom`(interval: Double) {
    var view = Viewport(length: 3600 * 48000, width: 1000)
    for weight in weights(30, every: interval) {
      view = view.zoomed(by: pow(2, weight / 4), around: 300)
    }
    #expect(view.isFinest)
  }

  @Test func `a pause, the other direction and time that goes back begin anew`() {
    for (notch, pause) in [(1.0, 0.3), (-1, 0.02), (1, -0.5)] {
      var wheel = WheelAcceleration()
      var time = 0.0
      for _ in 0..<10 {
        time += 0.02
        _ = wheel.weight(ofNotches: 1, at: time)
      }
      #expect(wheel.weight(ofNotches: notch, at: time + pause) == 1)
    }
  }

  @Test func `a wheel that reports eighths of a notch is as fast as one that reports whole ones`() {
    for interval in [0.02, 0.05, 0.1, 0.2] {
      let whole = weights(40, every: interval).reduce(0, +)
      let parts = weights(320, every: interval / 8, of: 0.125).reduce(0) { $0 + $1 / 8 }
      #expect(abs(whole - parts) < 0.1 * whole + 1, "\(interval) s")
    }
  }

  @Test func `two notches in one event are as fast as two events`() {
    var wheel = WheelAcceleration()
    var pairs = 0.0
    for event in 0..<10 { pairs += 2 * wheel.weight(ofNotches: 2, at: Double(event) * 0.04) }
    let single = weights(20, every: 0.02).reduce(0, +)
    #expect(abs(pairs - single) < 8)
  }
}
