// Player.swift
// What the model asks for when recordings are to be heard, and where playback is. Used on one thread. The
// model does not know how sound is made and where it goes; the playhead asks for its position.

import AudioFormats
import HostIO
import WaveformCore

/// Plays one or more recordings at once, and is the clock of their position. Positions, lengths and loops are
/// frames of their common time axis.
public protocol Player: PlaybackClock {
  /// Takes other recordings, or none; ends playback.
  ///
  /// - Parameters:
  ///   - voices: heard together, their samples added up. Sources are read on the player's own thread. Sources
  ///     that are not loaded again next time, themselves or as the origin of others, are cancelled then: other
  ///     readers of such a source must be done with it.
  ///   - sampleRate: frames per second of the time axis, at least 1; voices of another rate are converted.
  func load(_ voices: [PlayerVoice], sampleRate: Int)

  /// Sets the gain of each voice, in the order in which they were loaded: 0 is silent, 1 (the initial gain)
  /// unchanged, −1 inverted, so that the voice is subtracted. All gains change together within 5 ms, without
  /// interruption. Only with more than four channels at another speed does playback begin anew, at the same
  /// place.
  func setGains(_ gains: [Float])

  /// The level around `time`, in seconds of the monotonic clock: the root mean square over 50 ms of the
  /// loudest channel of all voices together. Volume and `isMuted` do not count.
  ///
  /// - Returns: 0…1; 0 when nothing is heard.
  func level(at time: Double) -> Float

  /// The frame at which playback ends; may grow during playback.
  var length: Int { get set }

  /// The stretch that is repeated exactly to the frame; nil: playback goes on to the end. May change during
  /// playback.
  var loop: FrameRange? { get set }

  /// True when the seam of a loop is crossfaded for a few milliseconds.
  var crossfadesLoop: Bool { get set }

  /// The speed, with unchanged pitch: 0.25…3; 1 as recorded. May change during playback.
  var speed: Double { get set }

  /// The amplitude, 0…1, and whether it is muted.
  var volume: Double { get set }
  var isMuted: Bool { get set }

  /// Plays a short grain at `frame`, while nothing else plays.
  func scrub(at frame: Double)

  /// Tries to reach a lost output again.
  func reconnect()

  /// Called on any thread.
  var onEvent: (@Sendable (PlayerEvent) -> Void)? { get set }
}

/// Events of a player.
public enum PlayerEvent: Sendable {
  /// Nothing is heard any more, but time goes on.
  case outputLost(AudioOutputError)
  /// Sound is heard again.
  case outputRestored
  /// The server has stopped the sound: playback waits where it is.
  case suspended(Bool)
  /// Samples do not come fast enough (true), or come again (false). Meanwhile there is silence, and time
  /// stands still.
  case stalled(Bool)
  /// Samples cannot be read, for this reason.
  case failed(AudioFileError)
  /// How sound was delivered in the last seconds.
  case report(SoundReport)
}

/// Tells the position of playback. Used on one thread.
public protocol PlaybackClock: AnyObject {
  /// True between `start` and `stop`.
  var isRunning: Bool { get }

  /// Runs from `frame` on, at `rate` frames per second (> 0) at normal speed.
  func start(at frame: Double, rate: Double)

  /// Stops at the present position.
  func stop()

  /// The position in frames at `time`, in seconds of the monotonic clock, which may be the future time of a
  /// frame of the display. Does not go back while the clock runs, except when a loop begins again.
  func position(at time: Double) -> Double

  /// Seconds of the monotonic clock, now.
  var now: Double { get }
}

extension PlaybackClock {
  /// The position in frames at this moment.
  public var position: Double { position(at: now) }
}

/// A recording, and its place on the time axis.
public struct PlayerVoice: Sendable {
  public let source: any SampleSource
  /// What its channels stand for.
  public let layout: ChannelLayout
  /// The frame of the time axis at which its first frame is heard. May be negative: the axis then begins
  /// within the recording.
  public let offset: Int

  /// - Parameter layout: nil: the usual one of so many channels.
  public init(source: any SampleSource, layout: ChannelLayout? = nil, offset: Int = 0) {
    self.source = source
    let usual = ChannelLayout.usual(source.channels)
    self.layout = layout.flatMap { $0.channels == source.channels ? $0 : nil } ?? usual
    self.offset = offset
  }

  var speakers: [Speaker] { layout.places }
}

/// Voices are equal when they have the same source, not only equal samples.
extension PlayerVoice: Equatable {
  public static func == (a: PlayerVoice, b: PlayerVoice) -> Bool {
    a.source === b.source && a.layout == b.layout && a.offset == b.offset
  }
}
