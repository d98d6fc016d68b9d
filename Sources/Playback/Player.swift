// Player.swift
// What the model asks for when a recording is to be heard. Used on one thread; how sound is made and where it goes
// stands behind it.

import AudioFile
import WaveformCore

/// Plays a recording, and is the clock of where it is.
public protocol Player: PlaybackClock {
  /// Takes another recording, or nothing; ends what is playing.
  ///
  /// - Parameters:
  ///   - source: read on the player's own thread, and cancelled when another one is loaded. Who else reads from it
  ///     must be done with it by then.
  ///   - channelLabels: one label per channel ("L", "R", "C", "LFE", …); empty when nobody knows.
  func load(_ source: (any SampleSource)?, channelLabels: [String])

  /// Frames after which playing ends; may grow while it plays.
  var length: Int { get set }

  /// What is played again and again, to the frame; nil: on to the end. May change while it plays.
  var loop: FrameRange? { get set }

  /// True when the seam of a loop is crossfaded for a few milliseconds.
  var crossfadesLoop: Bool { get set }

  /// How fast it is played, pitch kept: 0.25…3, 1 as it was recorded. May change while it plays.
  var speed: Double { get set }

  /// Amplitude, 0…1; and silence, which keeps it.
  var volume: Double { get set }
  var isMuted: Bool { get set }

  /// Lets a short grain at `frame` be heard, while nothing plays.
  func scrub(at frame: Double)

  /// Tries again to reach an output that was lost.
  func reconnect()

  /// Told on any thread.
  var onEvent: (@Sendable (PlayerEvent) -> Void)? { get set }
}

/// What happens to a player by itself.
public enum PlayerEvent: Sendable {
  /// Nothing is heard any more; time goes on silently.
  case outputLost(AudioOutputError)
  /// It is heard again.
  case outputRestored
  /// The server stopped the sound: playing waits where it is.
  case suspended(Bool)
  /// Samples do not come fast enough (true), or come again (false): silence meanwhile, and time waits.
  case stalled(Bool)
  /// Samples cannot be read: why.
  case failed(AudioFileError)
}
