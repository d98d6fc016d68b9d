// Playhead.swift
// Where playback is: the view follows it, the transport moves it. Main actor.

import Observation

/// The place in time that is heard, or from which playback will start. Only its transport moves it.
@Observable @MainActor final class Playhead {
  /// In frames of the time axis. During playback it moves in whole device pixels, and observers are not told
  /// of these steps: the caller of `Transport.advancePlayhead` draws them.
  var frame: Double {
    access(keyPath: \.frame)
    return steppedFrame
  }
  @ObservationIgnored private var steppedFrame = 0.0
  /// Counts calls of `place`.
  private(set) var placementCount = 0
  /// True during playback.
  private(set) var isPlaying = false

  /// Moves it and tells observers, even when it returns to where they saw it last.
  func place(at frame: Double) {
    correct(to: frame)
    placementCount += 1
  }

  /// Moves it because it cannot stay, as when the recording became shorter.
  func correct(to frame: Double) { withMutation(keyPath: \.frame) { steppedFrame = frame } }

  /// Moves it to the next pixel without telling observers.
  func step(to frame: Double) { steppedFrame = frame }

  func setPlaying(_ isPlaying: Bool) { self.isPlaying = isPlaying }
}
