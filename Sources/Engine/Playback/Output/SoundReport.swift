// SoundReport.swift
// Whose fault a gap is: what came how late while sound played. For `--trace`.

/// How sound has been delivered for some seconds.
public struct SoundReport: Equatable, Sendable {
  /// How often the server ran out of sound.
  public var gaps = 0
  /// The most seconds by which the output's thread was woken after the moment that it had asked for.
  public var outputLate = 0.0
  /// The most seconds that the server took for an answer.
  public var serverLate = 0.0
  /// The most seconds from asking the engine's thread for frames to having some.
  public var feederLate = 0.0
  /// Frames that were silence because the engine's thread, or the recording, had none.
  public var silentFrames = 0
  /// The fewest seconds of sound that the server still had when it got more; nil when it got none.
  public var leastKept: Double?
  /// Seconds of sound that it is to keep: more after lateness, less after calm.
  public var depth = 0.0
  /// Counts reports.
  public var number = 0

  public init() {}
}
