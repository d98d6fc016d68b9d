// DiagramEvent.swift
// What a diagram tells the models of features in the same turn.

/// What a diagram tells the models that it does not know.
package enum DiagramEvent {
  /// Something else is selected, or nothing any more.
  case selected
  /// All waveforms are about to be taken out.
  case emptied
  /// A `ReferenceKeeper` knows other curves.
  case referencesChanged
}
