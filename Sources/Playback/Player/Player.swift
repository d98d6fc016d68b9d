// Player.swift
// What the model asks for when recordings are to be heard, and where playback is. Used on one thread. The
// model does not know how sound is made and where it goes; the playhead asks for its position.

import AudioFormats
import HostIO
import WaveformCore

/// Plays recordings, one or several at once, and is the clock of where they are. Positions, lengths and loops are
/// frames of the time axis that they share.
public protocol Player: PlaybackClock {
  /// Takes other recordings, or none; ends what is playing.
  ///
  /// - Parameters:
  ///   - voices: heard together, their samples added up. Sources are read on the player's own thread, and cancelled
  ///     when they are not among those that are loaded next: who else reads from one must be done with it by then.
  ///   - sampleRate: frames per second of the time axis, at least 1; a voice of another rate is converted.
  func load(_ voices: [PlayerVoice], sampleRate: Int)

  /// How loud each voice is, in the order in which they were loaded: 0 silent, 1 (each voice at first) as it is, -1
  /// turned over, so that it is subtracted. All of them change together within 5 ms, without a new beginning; with more
  /// than four channels at another speed they do begin anew, at the same place.
  func setGains(_ gains: [Float])

  /// How loud it is what is heard around `time`, in seconds of the monotonic clock: the root mean square, over 50 ms,
  /// of the loudest channel of what the voices add up to. Volume and `isMuted` do not count.
  ///
  /// - Returns: 0…1, and 0 when nothing is heard.
  func level(at time: Double) -> Float

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

/// Tells the position of playback. Used on one thread.
public protocol PlaybackClock: AnyObject {
  /// True between `start` and `stop`.
  var isRunning: Bool { get }

  /// Runs from `frame` on, at `rate` frames per second (> 0) of the recording as it was recorded.
  func start(at frame: Double, rate: Double)

  /// Stands still where it is now.
  func stop()

  /// The position in frames at `time`, in seconds of the monotonic clock; a frame that is yet to be shown may be
  /// asked for ahead. Never goes back while the clock runs, but for a loop that begins again.
  func position(at time: Double) -> Double

  /// Seconds of the monotonic clock, now.
  var now: Double { get }
}

extension PlaybackClock {
  /// The position in frames at this moment.
  public var position: Double { position(at: now) }
}

/// A recording, and where on the time axis it is heard.
public struct PlayerVoice: Sendable {
  public let source: any SampleSource
  /// One label per channel ("L", "R", "C", "LFE", …); empty when nobody knows.
  public let channelLabels: [String]
  /// The frame of the time axis at which its first frame is heard; may be negative: then it begins within.
  public let offset: Int

  public init(source: any SampleSource, channelLabels: [String] = [], offset: Int = 0) {
    self.source = source
    self.channelLabels = channelLabels
    self.offset = offset
  }

  var speakers: [Speaker] { Speaker.speakers(labels: channelLabels, channels: source.channels) }
}

/// Voices are equal when they are of the same source, not of one with the same samples.
extension PlayerVoice: Equatable {
  public static func == (a: PlayerVoice, b: PlayerVoice) -> Bool {
    a.source === b.source && a.channelLabels == b.channelLabels && a.offset == b.offset
  }
}
