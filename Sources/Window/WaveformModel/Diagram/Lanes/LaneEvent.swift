// LaneEvent.swift
// What the list of lanes tells other models in the same turn.

/// What a list of lanes tells the models that depend on it.
package enum LaneEvent {
  /// What is heard may have changed: the waveforms, their samples, their places in time, or mute and solo.
  case soundChanged
  /// The length of the time axis may have changed.
  ///
  /// - replacement: the waveform that has replaced another; nil when none has.
  case lengthChanged(replacement: PlotViewModel?)
  /// The file of a waveform must be read again, although nothing is wrong with it.
  case outdated(PlotViewModel)
  /// A waveform has been read to its end, or has failed.
  case completed
  /// More has been heard of what a window listens to.
  case advanced
  /// Undo has put back what was selected.
  case selectionRestored
}
