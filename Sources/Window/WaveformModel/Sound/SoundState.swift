// SoundState.swift
// The state of the sound as views show it, and the speeds that keys step through. Pure values.

import Playback
import WaveformCore

/// What keeps a recording from being heard.
public struct SoundState: Equatable, Sendable {
  /// Why the output was lost, while time goes on silently; nil when sound can be heard.
  public internal(set) var lostOutput: AudioOutputError?
  /// Counts how often a loss was reported, failed attempts to reconnect included.
  public internal(set) var lossCount = 0
  /// True while samples do not come fast enough.
  public internal(set) var isStalled = false
  /// Why samples could not be played, in sentences; nil when they could.
  public internal(set) var failure: String?
  /// Counts how often the system has paused playback.
  public internal(set) var suspensionCount = 0

  init() {}

  /// The state for another recording on the same output.
  init(lostOutputOf before: SoundState) {
    lostOutput = before.lostOutput
    lossCount = before.lossCount
  }

  /// Clears what was wrong: the user starts playback again and has seen it.
  mutating func forgetFailure() {
    if failure != nil { failure = nil }
    if isStalled { isStalled = false }
  }
}

/// How fast a recording is played; its pitch stays.
public enum PlaybackSpeed {
  public static let limits = 0.25...3.0

  /// Round numbers, closer together about 1.
  public static let steps = [0.25, 0.33, 0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]

  /// The next step above or below `speed`; at the end the limit.
  public static func step(from speed: Double, up: Bool) -> Double {
    up
      ? steps.first { $0 > speed + 0.001 } ?? limits.upperBound
      : steps.last { $0 < speed - 0.001 } ?? limits.lowerBound
  }

  /// Within the limits, rounded to hundredths.
  public static func rounded(_ speed: Double) -> Double {
    guard speed.isFinite else { return 1 }
    return (min(max(speed, limits.lowerBound), limits.upperBound) * 100).rounded() / 100
  }

  /// As text, such as "1.25×".
  public static func text(_ speed: Double) -> String {
    let hundredths = Int((speed * 100).rounded())
    var text = "\(hundredths / 100)"
    if hundredths % 100 != 0 {
      text += "." + "\(100 + hundredths % 100)".dropFirst()
      if text.hasSuffix("0") { text.removeLast() }
    }
    return Numerals.shown(text) + "×"
  }
}
