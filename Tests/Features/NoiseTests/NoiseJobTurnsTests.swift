// NoiseJobTurnsTests.swift
// The order of noise reductions: the last one goes on, the others wait, and nobody waits for one that has ended.

import HostIO
import Testing

@testable import Noise
@testable import WaveformModel

struct NoiseJobTurnsTests {
  @Test func `the one that was begun last goes on, and the one before it afterwards`() {
    let turns = NoiseJobTurns(), order = Monitor<[Int]>([])
    let numbers = (0..<4).map { _ in turns.next() }
    for number in numbers { turns.begin(number) }
    for number in numbers {
      let isStarted = BackgroundThread.start {
        let goesOn = turns.wait(for: number)
        order.withLock { $0.append(goesOn ? number : -number) }
        if number != numbers[3] { turns.end(number) }
      }
      #expect(isStarted)
    }
    func wait(for count: Int) { _ = order.wait { $0.count == count ? true : nil } }
    wait(for: 1)
    // One that is given up while it waits does not hold up the rest.
    turns.end(numbers[1])
    wait(for: 2)
    turns.end(numbers[3])
    wait(for: 4)
    #expect(order.withLock { $0 } == [numbers[3], -numbers[1], numbers[2], numbers[0]])
    #expect(!turns.wait(for: numbers[3]))
    // A later one that has not begun keeps nobody waiting.
    let (first, _) = (turns.next(), turns.next())
    turns.begin(first)
    #expect(turns.wait(for: first))
  }
}
