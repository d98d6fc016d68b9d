// LaneChange.swift
// What the user does to the waveforms of a diagram. Pure values, for undo: what a change is called is up to the views.

/// A change of lanes that can be undone.
public enum LaneChange: Equatable, Sendable {
  /// A waveform came.
  case added
  /// A waveform went.
  case removed
  /// A lane went up or down; `lane` is the number of its waveform.
  case reordered(lane: Int)
  /// A waveform was put over the lane above it.
  case drawnOver
  /// A waveform was put in a lane of its own.
  case drawnAlone
  case renamed, recolored, resized, hidden, shown, muted, soloed
  /// A waveform was given another place in time.
  case shifted(lane: Int)
  /// A waveform is being dragged to another place in time, and is heard there when it is let go.
  case dragged(lane: Int)
  /// Something became of the clean waveform: undoing it computes that again, or takes it away.
  case clean(CleanChange)

  /// What becomes of the clean waveform.
  public enum CleanChange: Equatable, Sendable {
    case added, removed
    /// It is that of another recording from then on.
    case exchanged
  }

  /// True when equal changes that follow each other are undone as one.
  var joinsEqual: Bool {
    switch self {
    case .reordered, .shifted, .dragged: true
    default: false
    }
  }

  var isDrag: Bool { if case .dragged = self { true } else { false } }
}
