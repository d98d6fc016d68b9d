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
    let clock = SilentPlayer()
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
    let clock = SilentPlayer()
    clock.start(at: 0, rate: 44_100)
    let time = clock.now
    let difference = clock.position(at: time + 2) - clock.position(at: time + 1)
    #expect(abs(difference - 44_100) < 0.01)
  }

  @Test func `a loop begins again to the fraction of a frame, however often it went round`() {
    let clock = ManualClock()
    clock.loop = 100..<107
    clock.start(at: 102, rate: 10)
    clock.advance(by: 0.45)
    #expect(clock.position == 106.5)
    clock.advance(by: 0.1)
    #expect(clock.position == 100.5)
    clock.advance(by: 0.7 * 3)
    #expect(abs(clock.position - 100.5) < 1e-9)
  }

  @Test func `who starts behind a loop plays on, who starts before it comes into it`() {
    let clock = ManualClock()
    clock.loop = 100..<110
    clock.start(at: 110, rate: 10)
    clock.advance(by: 5)
    #expect(clock.position == 160)
    clock.start(at: 90, rate: 10)
    clock.advance(by: 2.5)
    #expect(clock.position == 105)
  }

  @Test func `another speed or loop counts from where it is now`() {
    let clock = ManualClock()
    clock.start(at: 0, rate: 100)
    clock.advance(by: 1)
    clock.speed = 0.5
    #expect(clock.position == 100)
    clock.advance(by: 1)
    #expect(clock.position == 150)
    clock.loop = 120..<160
    #expect(clock.position == 150)
    clock.advance(by: 0.4)
    #expect(clock.position == 130)
    clock.loop = nil
    clock.advance(by: 2)
    #expect(abs(clock.position - 230) < 1e-9)
  }
}
