// PlaybackClockTests.swift
// Time is moved by hand; the silent clock is only held against itself, never against a stopwatch.

import Playback
import Testing

@Suite struct `Playback clocks` {
  @Test func `a clock that was not started stands at frame 0`() {
    let clock = ManualClock()
    clock.advance(by: 5)
    #expect(clock.position == 0)
    #expect(!clock.isRunning)
  }

  @Test func `position grows by the rate and stands still after stop`() {
    let clock = ManualClock()
    clock.advance(by: 100)
    clock.start(at: 1000, rate: 44_100)
    #expect(clock.isRunning)
    #expect(clock.position == 1000)
    clock.advance(by: 0.5)
    #expect(clock.position == 1000 + 22_050)
    clock.stop()
    clock.advance(by: 10)
    #expect(clock.position == 1000 + 22_050)
    #expect(!clock.isRunning)
  }

  @Test func `a position ahead of time can be asked for, one before the start is the start`() {
    let clock = ManualClock()
    clock.advance(by: 2)
    clock.start(at: 48, rate: 10)
    #expect(clock.position(at: 3) == 58)
    #expect(clock.position(at: 1) == 48)
  }

  @Test func `starting again goes on from the new place at the new rate`() {
    let clock = ManualClock()
    clock.start(at: 0, rate: 100)
    clock.advance(by: 1)
    clock.start(at: 500, rate: 50)
    clock.advance(by: 2)
    #expect(clock.position == 600)
  }

  @Test func `the silent clock never goes back and keeps its place when stopped`() {
    let clock = SilentClock()
    clock.start(at: 10, rate: 1e6)
    var last = clock.position
    #expect(last >= 10)
    for _ in 0..<10_000 {
      let next = clock.position
      #expect(next >= last)
      last = next
    }
    clock.stop()
    let stopped = clock.position
    #expect(stopped >= last)
    #expect(clock.position == stopped)
    #expect(!clock.isRunning)
  }

  @Test func `the silent clock's position follows its own time exactly`() {
    let clock = SilentClock()
    clock.start(at: 0, rate: 44_100)
    let time = clock.now
    let difference = clock.position(at: time + 2) - clock.position(at: time + 1)
    #expect(abs(difference - 44_100) < 0.01)
  }
}
