// UndoHistoryTests.swift
// What undo and redo give back, against a list that is kept by hand.

import Testing

@testable import WaveformCore

struct UndoHistoryTests {
  @Test func `undo goes back through every state, redo forward again`() {
    var history = UndoHistory<Int>()
    #expect(history.undoName == nil && history.redoName == nil && history.undo(from: 0) == nil)
    for state in 0..<5 { history.record(state, name: "to \(state + 1)") }
    var present = 5
    for expected in (0..<5).reversed() {
      #expect(history.undoName == "to \(expected + 1)")
      present = history.undo(from: present)!
      #expect(present == expected)
      #expect(history.redoName == "to \(expected + 1)")
    }
    #expect(history.undo(from: present) == nil)
    for expected in 1...5 {
      present = history.redo(from: present)!
      #expect(present == expected)
    }
    #expect(history.redo(from: present) == nil)
  }

  @Test func `what was undone is forgotten with the next change`() {
    var history = UndoHistory<Int>()
    history.record(0, name: "a")
    #expect(history.undo(from: 1) == 0)
    history.record(0, name: "b")
    #expect(history.redoName == nil && history.undoName == "b")
  }

  @Test func `changes of a kind are undone as one, until they end`() {
    var history = UndoHistory<Int>()
    for state in 0..<4 { history.record(state, name: "drag", kind: "drag") }
    history.endKind()
    for state in 4..<6 { history.record(state, name: "drag", kind: "drag") }
    #expect(history.undo(from: 6) == 4)
    #expect(history.undo(from: 4) == 0)
    #expect(history.undoName == nil)
  }

  @Test func `a change after an undo is undone by itself`() {
    var history = UndoHistory<Int>()
    history.record(0, name: "a", kind: "a")
    history.record(1, name: "b")
    #expect(history.undo(from: 2) == 1)
    history.record(1, name: "a", kind: "a")
    #expect([history.undo(from: 3), history.undo(from: 1)] == [1, 0])
  }

  @Test func `another kind, or none, is a step of its own`() {
    var history = UndoHistory<Int>()
    history.record(0, name: "a", kind: "a")
    history.record(1, name: "b", kind: "b")
    history.record(2, name: "c")
    history.record(3, name: "d")
    #expect(
      [history.undo(from: 4), history.undo(from: 3), history.undo(from: 2), history.undo(from: 1)]
        == [3, 2, 1, 0])
  }

  @Test func `only so many steps are kept`() {
    var history = UndoHistory<Int>(limit: 3)
    for state in 0..<10 { history.record(state, name: "") }
    #expect(history.states == [7, 8, 9])
    history.mapStates { $0 += 100 }
    #expect(history.undo(from: 10) == 109)
  }
}
