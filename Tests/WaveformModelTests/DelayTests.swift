// DelayTests.swift
// What is done a while later: once, and not at all when it is called off.

import Testing

@testable import WaveformModel

@MainActor @Suite struct `A delay` {
  @Test func `what waits is done once, after those that wait less long`() async throws {
    var done: [Int] = []
    let delays = [(3, 60), (1, 20), (2, 40)].map { number, time in
      Delay(.milliseconds(time)) { done.append(number) }
    }
    try await wait { done.count >= 3 }
    #expect(done == [1, 2, 3])
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
