// OncePerTurnTests.swift
// What many ask for in one turn of the main actor.

import Testing

@testable import WaveformModel

@MainActor @Suite struct OncePerTurnTests {
  private enum Kind { case one, other }

  @Test func `it is done at once, and once more when the turn ends`() async throws {
    let turn = OncePerTurn<Kind>()
    var done: [Kind: Int] = [:]
    for _ in 0..<100 { turn.run(.one) { done[.one, default: 0] += 1 } }
    turn.run(.other) { done[.other, default: 0] += 1 }
    #expect(done == [.one: 1, .other: 1])
    try await wait { done[.one] == 2 }
    for _ in 0..<20 { await Task.yield() }
    #expect(done == [.one: 2, .other: 1], "the other was asked for once")
    turn.run(.one) { done[.one, default: 0] += 1 }
    #expect(done[.one] == 3, "another turn")
  }
}
