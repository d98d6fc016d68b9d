// SoundState.swift
// What became of the sound, as views show it. A pure value.

import Playback

/// What keeps a recording from being heard.
public struct SoundState: Equatable, Sendable {
  /// Why nothing can be heard, while time goes on silently; nil when it can.
  public internal(set) var lostOutput: AudioOutputError?
  /// Counts the times that this was told, each attempt to reconnect that failed among them.
  public internal(set) var lossCount = 0
  /// True while samples do not come fast enough.
  public internal(set) var isStalled = false
  /// Why samples could not be played, in sentences; nil when they could.
  public internal(set) var failure: String?
  /// Counts the times that the system has paused playback.
  public internal(set) var suspensionCount = 0

  init() {}

  /// Of another recording, on the same output.
  init(lostOutputOf before: SoundState) {
    lostOutput = before.lostOutput
    lossCount = before.lossCount
  }

  /// Whoever plays again has seen what was wrong.
  mutating func forgetFailure() {
    if failure != nil { failure = nil }
    if isStalled { isStalled = false }
  }
}
