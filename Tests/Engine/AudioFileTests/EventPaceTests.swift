// EventPaceTests.swift
// Time is moved by hand.

import Testing

@testable import HostIO

@Suite struct `The pace of progress` {
  @Test func `there are 50 ms between events`() {
    nonisolated(unsafe) var now = 1000
    let pace = EventPace(expectedFrames: 1_000_000, now: { now })
    #expect(!pace.isDue(framesRead: 1))
    var events: [Int] = []
    for _ in 0..<300 {
      now += 1
      if pace.isDue(framesRead: 10) { events.append(now) }
    }
    #expect(events == [1050, 1100, 1150, 1200, 1250, 1300])
  }

  @Test func `shortly before the end nothing is told, unless it does not come`() {
    nonisolated(unsafe) var now = 0
    let pace = EventPace(expectedFrames: 1000, now: { now })
    now = 200
    #expect(pace.isDue(framesRead: 400))  // 300 ms to go
    now = 300
    #expect(!pace.isDue(framesRead: 600))  // 200 ms to go
    now = 400
    #expect(pace.isDue(framesRead: 610))  // it became slower: 256 ms to go
    now = 500
    #expect(pace.isDue(framesRead: 1000))
    now = 600
    #expect(pace.isDue(framesRead: 1200), "a file may have more than it promised")
  }

  @Test func `without an estimate every event is due in its time`() {
    nonisolated(unsafe) var now = 0
    let pace = EventPace(expectedFrames: 0, now: { now })
    now = 50
    #expect(pace.isDue(framesRead: 7))
  }
}
