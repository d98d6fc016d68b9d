// HeardClockTests.swift
// Timings as servers give them: jittered, stepped, drifting; every one of them made up.

import Testing

@testable import Playback

@Suite struct `Heard frames` {
  private let rate = 48_000.0

  /// Frames that were told, every 1/60 s, ahead by the same; and what was true.
  private func run(
    seconds: Double, every interval: Double, error: (Double, Int) -> Double, truth: (Double) -> Double
  ) -> [(time: Double, told: Double, truth: Double)] {
    var clock = HeardClock(rate: rate)
    var told: [(time: Double, told: Double, truth: Double)] = []
    var next = 0.0
    var number = 0
    for frame in 0..<Int(seconds * 60) {
      let time = Double(frame) / 60
      while next <= time {
        clock.update(OutputTiming(heard: truth(next) + error(next, number) * rate, time: next + 1000))
        next += interval
        number += 1
      }
      told.append((time, clock.heard(at: time + 1000), truth(time)))
    }
    return told
  }

  private func worst(_ told: [(time: Double, told: Double, truth: Double)], after: Double) -> Double {
    told.filter { $0.time > after }.map { abs($0.told - $0.truth) / rate }.max() ?? .infinity
  }

  private func neverGoesBack(_ told: [(time: Double, told: Double, truth: Double)]) -> Bool {
    zip(told, told.dropFirst()).allSatisfy { $0.told <= $1.told }
  }

  @Test func `before anything is known nothing is heard`() {
    var clock = HeardClock(rate: rate)
    #expect(clock.heard(at: 5) == 0)
    clock.update(OutputTiming(heard: -4800, time: 5))
    #expect(clock.heard(at: 5) == 0)
    #expect(clock.heard(at: 5.05) == 0)
    #expect(abs(clock.heard(at: 5.2) - 4800) < 1e-3)
  }

  @Test(arguments: [0.011, 0.05, 0.1, 0.7])
  func `true timings are told as they are`(interval: Double) {
    let told = run(seconds: 20, every: interval, error: { _, _ in 0 }, truth: { $0 * rate })
    #expect(worst(told, after: 0) < 1e-6)
  }

  @Test func `jitter of 15 ms is told as 9 ms at most, and evenly`() {
    var random = SameNumbers()
    for interval in [0.02, 0.1] {
      let told = run(
        seconds: 60, every: interval,
        error: { _, _ in Double.random(in: -0.015...0.015, using: &random) }, truth: { $0 * rate })
      #expect(neverGoesBack(told))
      #expect(worst(told, after: 2) < 0.009)
      let steps = zip(told, told.dropFirst()).filter { $0.0.time > 2 }.map { ($1.told - $0.told) * 60 / rate }
      #expect(steps.allSatisfy { $0 > 0.89 && $0 < 1.11 })
    }
  }

  @Test func `a wrong beginning is forgotten within 0.3 s`() {
    for start in [-0.05, -0.03, 0.03, 0.05] {
      let told = run(
        seconds: 5, every: 0.02, error: { time, _ in time < 0.06 ? start : 0 }, truth: { $0 * rate })
      #expect(neverGoesBack(told))
      #expect(worst(told, after: 0.6) < 0.01)
    }
  }

  @Test func `one timing that is far off changes nothing`() {
    for far in [-3.0, -0.1, 0.1, 3] {
      let told = run(
        seconds: 5, every: 0.05, error: { _, number in number == 40 ? far : 0 }, truth: { $0 * rate })
      #expect(worst(told, after: 0) < 1e-6)
    }
  }

  @Test func `a step forward is followed within half its size, or at once when it is large`() {
    for (size, after) in [(0.1, 0.25), (0.2, 0.4), (0.5, 0.15), (5, 0.15)] {
      let told = run(
        seconds: 8, every: 0.05, error: { _, _ in 0 }, truth: { ($0 + ($0 >= 4 ? size : 0)) * rate })
      #expect(neverGoesBack(told))
      #expect(worst(told.filter { $0.time < 4 }, after: 0) < 1e-6)
      #expect(worst(told, after: 4 + after) < 0.03)
      #expect(worst(told, after: 4 + after + 0.35) < 1e-3)
    }
  }

  @Test func `when sound stands still the playhead waits for it`() {
    let told = run(
      seconds: 10, every: 0.05, error: { _, _ in 0 }, truth: { ($0 < 4 ? $0 : max(4, $0 - 2)) * rate })
    #expect(neverGoesBack(told))
    // It runs on until it is known: 60 ms and two timings.
    #expect(worst(told.filter { $0.time < 6 }, after: 4) < 0.2)
    #expect(worst(told, after: 7) < 5e-3)
  }

  @Test(arguments: [-0.002, -0.0001, 0.0001, 0.002])
  func `a device whose clock is off is followed for half an hour`(drift: Double) {
    let told = run(
      seconds: 1800, every: 0.1, error: { _, number in number % 2 == 0 ? 0.002 : -0.002 },
      truth: { $0 * rate * (1 + drift) })
    #expect(neverGoesBack(told))
    #expect(worst(told, after: 0.2) < 0.008)
  }

  @Test func `who asks for an earlier moment than the last gets no less`() {
    var clock = HeardClock(rate: 100)
    clock.update(OutputTiming(heard: 50, time: 10))
    #expect(clock.heard(at: 11) == 150)
    #expect(clock.heard(at: 10.5) == 150)
    #expect(clock.heard(at: 11.5) == 200)
  }

  @Test func `an older timing, the same again, and no number at all change nothing`() {
    var clock = HeardClock(rate: 100)
    clock.update(OutputTiming(heard: 50, time: 10))
    var same = clock
    same.update(OutputTiming(heard: 50, time: 10))
    same.update(OutputTiming(heard: 400, time: 9))
    same.update(OutputTiming(heard: .nan, time: 11))
    #expect(same == clock)
  }
}

/// Random, and the same every time (Knuth's MMIX generator).
private struct SameNumbers: RandomNumberGenerator {
  private var state: UInt64 = 1
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 32
  }
}
