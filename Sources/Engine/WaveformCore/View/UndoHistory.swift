// UndoHistory.swift
// States before and after the present one, for undo and redo. A pure value: states are stored and returned as
// a whole.

/// States to return to, each with the change that followed it.
public struct UndoHistory<State, Change: Equatable> {
  /// A state, and the change that followed it.
  private struct Step {
    var state: State
    let change: Change
    /// True when an equal change that follows at once is undone together with it.
    let isOpen: Bool
  }

  private var past: [Step] = [], future: [Step] = []
  private let limit: Int

  /// - Parameter limit: the most steps that are kept; at least 1.
  public init(limit: Int = 100) { self.limit = max(limit, 1) }

  /// The change that `undo` would undo; nil when there is none.
  public var undoChange: Change? { past.last?.change }
  /// The change that `redo` would do again; nil when there is none.
  public var redoChange: Change? { future.last?.change }

  /// Remembers `state`, which is about to change, and forgets what could be redone.
  ///
  /// - Parameter joinsEqual: true when the change is undone together with an equal one just before it.
  public mutating func record(_ state: State, _ change: Change, joinsEqual: Bool = false) {
    future = []
    if joinsEqual, let last = past.last, last.isOpen, last.change == change { return }
    past.append(Step(state: state, change: change, isOpen: joinsEqual))
    if past.count > limit { past.removeFirst() }
  }

  /// Lets the next change be undone separately.
  public mutating func endStep() {
    guard let last = past.popLast() else { return }
    past.append(Step(state: last.state, change: last.change, isOpen: false))
  }

  /// Names the last change anew: it includes what happened since.
  public mutating func amend(_ change: Change) {
    guard let last = past.popLast() else { return }
    past.append(Step(state: last.state, change: change, isOpen: last.isOpen))
  }

  /// The state before the last change; nil when there is none. `redo` returns to `present`.
  public mutating func undo(from present: State) -> State? {
    guard let step = past.popLast() else { return nil }
    future.append(Step(state: present, change: step.change, isOpen: false))
    // A later change must not join an earlier one.
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
