// DelayTests.swift
// What is done a while later: once, and not at all when it is called off.

import Testing

@testable import WaveformModel

@MainActor @Suite struct `A delay` {
  /// In no order: what is overdue together, on a main thread that was busy, comes as it comes.
  @Test func `what waits is done once, and not before its time`() async throws {
    var waited: [Duration: [Duration]] = [:]
    let clock = ContinuousClock()
    let times: [Duration] = [.milliseconds(60), .milliseconds(20), .milliseconds(40)]
    let delays = times.map { time in
      let start = clock.now
      return Delay(time) { waited[time, default: []].append(clock.now - start) }
    }
    try await wait { waited.count >= times.count }
    for time in times {
      let found = try #require(waited[time])
      #expect(found.count == 1)
      #expect(found[0] >= time)
    }
    withExtendedLifetime(delays) {}
  }

  @Test func `what is called off is not done`() async throws {
    var done: [Int] = []
    var first: Delay? = Delay(.milliseconds(10)) { done.append(1) }
    #expect(first != nil)
    first = nil
    let second = Delay(.milliseconds(30)) { done.append(2) }
    try await wait { !done.isEmpty }
    #expect(done == [2])
    withExtendedLifetime(second) {}
  }

  @Test func `it may be let go of by what it does`() async throws {
    var delay: Delay?
    var isDone = false
    delay = Delay(.zero) {
      delay = nil
      isDone = true
    }
    try await wait { isDone }
    #expect(delay == nil)
  }
}
