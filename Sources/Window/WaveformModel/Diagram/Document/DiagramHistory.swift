// DiagramHistory.swift
// The steps of a diagram: what undo puts back, and what redo does again. Knows documents, not how they are shown.
// Main actor.

import Observation
import WaveformCore

/// The user's changes of the waveforms of a diagram, of what is selected of them, and of marks.
@Observable @MainActor final class DiagramHistory {
  /// Many of them only select something.
  private var steps = UndoHistory<DiagramDocument, LaneChange>(limit: 500)

  /// What undo would undo; nil when there is nothing to undo.
  var undoChange: LaneChange? { steps.undoChange }
  /// What redo would do again; nil when there is nothing to redo.
  var redoChange: LaneChange? { steps.redoChange }

  /// Remembers what there was before a change.
  func record(_ past: DiagramDocument, _ change: LaneChange) {
    steps.record(past, change, joinsEqual: change.joinsEqual)
  }

  /// Lets the last change be another one, which includes it.
  func amend(_ change: LaneChange) { steps.amend(change) }

  /// Ends a drag: the next change is undone separately.
  func endStep() { steps.endStep() }

  /// What is to be shown again, and the change that is crossed on the way; nil when there is nothing to undo.
  func undo(from present: DiagramDocument) -> (past: DiagramDocument, across: LaneChange)? {
    guard let change = undoChange else { return nil }
    return steps.undo(from: present).map { ($0, change) }
  }

  /// What is to be shown again, and the change that is crossed on the way; nil when there is nothing to do again.
  func redo(from present: DiagramDocument) -> (next: DiagramDocument, across: LaneChange)? {
    guard let change = redoChange else { return nil }
    return steps.redo(from: present).map { ($0, change) }
  }

  // MARK: Waveforms in it

  /// All waveforms that could come back, some of them several times.
  var plots: [PlotViewModel] { steps.states.flatMap(\.plots) }

  /// Never brings a waveform back again.
  func forget(_ plot: PlotViewModel) { steps.mapStates { $0.remove(plot) } }

  /// Brings back another waveform of the same file in place of one.
  func replace(_ replaced: PlotViewModel, with plot: PlotViewModel) {
    steps.mapStates { $0.replace(replaced, with: plot) }
  }

  func clear() { steps = UndoHistory(limit: 500) }
}
