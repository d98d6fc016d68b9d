// UndoHistoryTests.swift
// What undo and redo give back, against a list that is kept by hand.

import Testing

@testable import WaveformCore

struct UndoHistoryTests {
  @Test func `undo goes back through every state, redo forward again`() {
    var history = UndoHistory<Int, String>()
    #expect(history.undoChange == nil && history.redoChange == nil && history.undo(from: 0) == nil)
    for state in 0..<5 { history.record(state, "to \(state + 1)") }
    var present = 5
    for expected in (0..<5).reversed() {
      #expect(history.undoChange == "to \(expected + 1)")
      present = history.undo(from: present)!
      #expect(present == expected)
      #expect(history.redoChange == "to \(expected + 1)")
    }
    #expect(history.undo(from: present) == nil)
    for expected in 1...5 {
      present = history.redo(from: present)!
      #expect(present == expected)
    }
    #expect(history.redo(from: present) == nil)
  }

  @Test func `what was undone is forgotten with the next change`() {
    var history = UndoHistory<Int, String>()
    history.record(0, "a")
    #expect(history.undo(from: 1) == 0)
    history.record(0, "b")
    #expect(history.redoChange == nil && history.undoChange == "b")
  }

  @Test func `equal changes are undone as one, until they end`() {
    var history = UndoHistory<Int, String>()
    for state in 0..<4 { history.record(state, "drag", joinsEqual: true) }
    history.endStep()
    for state in 4..<6 { history.record(state, "drag", joinsEqual: true) }
    #expect(history.undo(from: 6) == 4)
    #expect(history.undo(from: 4) == 0)
    #expect(history.undoChange == nil)
  }

  @Test func `a change after an undo is undone by itself`() {
    var history = UndoHistory<Int, String>()
    history.record(0, "a", joinsEqual: true)
    history.record(1, "b")
    #expect(history.undo(from: 2) == 1)
    history.record(1, "a", joinsEqual: true)
    #expect([history.undo(from: 3), history.undo(from: 1)] == [1, 0])
  }

  @Test func `another change is a step of its own`() {
    var history = UndoHistory<Int, String>()
    history.record(0, "a", joinsEqual: true)
    history.record(1, "b", joinsEqual: true)
    history.record(2, "c")
    history.record(3, "d")
    #expect(
      [history.undo(from: 4), history.undo(from: 3), history.undo(from: 2), history.undo(from: 1)]
        == [3, 2, 1, 0])
  }

  @Test func `only so many steps are kept`() {
    var history = UndoHistory<Int, String>(limit: 3)
    for state in 0..<10 { history.record(state, "") }
    #expect(history.states == [7, 8, 9])
    history.mapStates { $0 += 100 }
    #expect(history.undo(from: 10) == 109)
  }
}
