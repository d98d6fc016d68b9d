// Playhead.swift
// Where playback is: what the view follows, and what the transport moves. Main actor.

import Observation

/// The place in time that is heard, or will be heard first. Its transport moves it; everybody else reads.
@Observable @MainActor final class Playhead {
  /// In frames of the time axis. While playing it moves in whole device pixels only, and these steps are not announced
  /// to observers: who asks for a step draws it (`Transport.advancePlayhead`).
  var frame: Double {
    access(keyPath: \.frame)
    return steppedFrame
  }
  @ObservationIgnored private var steppedFrame = 0.0
  /// Counts the times that it was put somewhere.
  private(set) var placementCount = 0
  /// True while time goes on.
  private(set) var isPlaying = false

  /// Moves it to a place that observers are told of, which may be where they saw it last.
  func place(at frame: Double) {
    correct(to: frame)
    placementCount += 1
  }

  /// Moves it to a place that it must have, such as the end of something that became shorter.
  func correct(to frame: Double) { withMutation(keyPath: \.frame) { steppedFrame = frame } }

  /// Moves it to the next pixel, unannounced.
  func step(to frame: Double) { steppedFrame = frame }

  func setPlaying(_ isPlaying: Bool) { self.isPlaying = isPlaying }
}
