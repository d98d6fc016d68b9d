// SoundState.swift
// What became of the sound, as views show it. A pure value.

import AudioFile
import Playback

/// What keeps a recording from being heard.
public struct SoundState: Equatable, Sendable {
  /// Why nothing can be heard, while time goes on silently; nil when it can.
  public internal(set) var lostOutput: AudioOutputError?
  /// True while samples do not come fast enough.
  public internal(set) var isStalled = false
  /// Why samples could not be played, in sentences; nil when they could.
  public internal(set) var failure: String?
  /// Counts the times that the system has paused playback.
  public internal(set) var suspensions = 0

  /// Whoever plays again has seen what was wrong.
  mutating func forgetFailure() {
    if failure != nil { failure = nil }
    if isStalled { isStalled = false }
  }
}
