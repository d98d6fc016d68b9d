// LiveSound.swift
// What a diagram knows of sound that comes into it while it is shown. Whoever lets it come tells it here: the waveform of
// what has come is one of the diagram's (`PlotViewModel.isHeard`). Main actor.

import Observation

/// Sound that comes from a source now.
@Observable @MainActor package final class LiveSound {
  /// True in a diagram that is there for such sound, even before any has come, and when its source has gone.
  package var isOn = false
  /// True while it comes: commands then act at the frame that comes next.
  package var isComing = false
  /// True while it is recorded into a file.
  package var isRecorded = false
  /// Frames that have come up to now: counted on another thread, and more than the waveform tells of.
  @ObservationIgnored package var frames: @MainActor () -> Int = { 0 }
}
