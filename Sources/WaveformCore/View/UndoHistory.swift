// UndoHistory.swift
// What was before, and what came after it. A pure value: states are put in and given back whole.

/// States to go back to.
public struct UndoHistory<State> {
  /// A state, and the name of what changed it.
  private struct Step {
    var state: State
    let name: String
    /// Changes of one kind that follow each other are undone as one.
    let kind: String?
  }

  private var past: [Step] = [], future: [Step] = []
  private let limit: Int

  /// - Parameter limit: steps that are kept; at least 1.
  public init(limit: Int = 100) { self.limit = max(limit, 1) }

  /// The name of what would be undone; nil when there is nothing.
  public var undoName: String? { past.last?.name }
  /// The name of what would be done again; nil when there is nothing.
  public var redoName: String? { future.last?.name }

  /// Remembers `state`, which is about to change. What was undone is forgotten.
  ///
  /// - Parameter kind: a change of the same kind as the last one is undone with it; nil: by itself.
  public mutating func record(_ state: State, name: String, kind: String? = nil) {
    future = []
    if let kind, past.last?.kind == kind { return }
    past.append(Step(state: state, name: name, kind: kind))
    if past.count > limit { past.removeFirst() }
  }

  /// The next change is undone by itself, of whatever kind it is.
  public mutating func endKind() {
    guard let last = past.popLast() else { return }
    past.append(Step(state: last.state, name: last.name, kind: nil))
  }

  /// The state before the last change; nil when there is none. `present` can be had again by `redo`.
  public mutating func undo(from present: State) -> State? {
    guard let step = past.popLast() else { return nil }
    future.append(Step(state: present, name: step.name, kind: nil))
    // What comes after this is no part of what was done before it.
    endKind()
    return step.state
  }

  /// The state that `undo` left; nil when there is none.
  public mutating func redo(from present: State) -> State? {
    guard let step = future.popLast() else { return nil }
    past.append(Step(state: present, name: step.name, kind: nil))
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
