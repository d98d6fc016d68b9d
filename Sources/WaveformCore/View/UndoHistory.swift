// UndoHistory.swift
// What was before, and what came after it. A pure value: states are put in and given back whole.

/// States to go back to, and what changed each of them.
public struct UndoHistory<State, Change: Equatable> {
  /// A state, and what changed it.
  private struct Step {
    var state: State
    let change: Change
    /// True when an equal change that follows at once is undone with it.
    let isOpen: Bool
  }

  private var past: [Step] = [], future: [Step] = []
  private let limit: Int

  /// - Parameter limit: steps that are kept; at least 1.
  public init(limit: Int = 100) { self.limit = max(limit, 1) }

  /// What would be undone; nil when there is nothing.
  public var undoChange: Change? { past.last?.change }
  /// What would be done again; nil when there is nothing.
  public var redoChange: Change? { future.last?.change }

  /// Remembers `state`, which is about to change. What was undone is forgotten.
  ///
  /// - Parameter joinsEqual: true when it is undone with an equal change just before it; false: by itself.
  public mutating func record(_ state: State, _ change: Change, joinsEqual: Bool = false) {
    future = []
    if joinsEqual, let last = past.last, last.isOpen, last.change == change { return }
    past.append(Step(state: state, change: change, isOpen: joinsEqual))
    if past.count > limit { past.removeFirst() }
  }

  /// The next change is undone by itself, whatever it is.
  public mutating func endStep() {
    guard let last = past.popLast() else { return }
    past.append(Step(state: last.state, change: last.change, isOpen: false))
  }

  /// The state before the last change; nil when there is none. `present` can be had again by `redo`.
  public mutating func undo(from present: State) -> State? {
    guard let step = past.popLast() else { return nil }
    future.append(Step(state: present, change: step.change, isOpen: false))
    // What comes after this is no part of what was done before it.
    endStep()
    return step.state
  }

  /// The state that `undo` left; nil when there is none.
  public mutating func redo(from present: State) -> State? {
    guard let step = future.popLast() else { return nil }
    past.append(Step(state: present, change: step.change, isOpen: false))
    return step.state
  }

  /// All states that are kept.
  public var states: [State] { (past + future).map(\.state) }

  /// Changes all states that are kept.
  public mutating func mapStates(_ change: (inout State) -> Void) {
    for index in past.indices { change(&past[index].state) }
    for index in future.indices { change(&future[index].state) }
  }
}
