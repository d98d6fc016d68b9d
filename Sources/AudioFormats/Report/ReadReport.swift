// ReadReport.swift
// What a reading to the end found out, and the sentences about it for people.

import HostIO
import WaveformCore

/// The outcome of reading a recording to its end.
public struct ReadReport: Sendable {
  /// Frames that were read.
  public let frames: Int
  /// Frames that the header promised; nil when it said nothing that could be.
  public let framesPromised: Int?
  /// Samples that are NaN or infinite.
  public let nonFiniteSamples: Int
  /// Stretches in the middle that are damaged, in order; they are shown as silence.
  public let gaps: [FrameRange]
  /// Stretches in which something is damaged, though nobody can say what, in order; what is shown there may be wrong.
  public let doubts: [FrameRange]
  /// Frames per second, to say when something is.
  package var sampleRate = 1
  /// True when everything that was promised could be read, and nothing else is in the file.
  public let isComplete: Bool
  /// What is wrong with the recording: sentences, one line each.
  public let warnings: [String]
  /// Why reading ended early, when a device failed.
  public let cause: AudioFileError?
  /// How far the decoder can be trusted to jump, after that was tried.
  public let seeking: Seeking
  /// What the file said of itself when its last frame was read; nil when nobody looked.
  public var description: AudioDescription?
  /// How long it took to come to the end of what was there at first.
  public var readingTime = Duration.zero
  /// True when the file was completed in a way that changes what was read before: it has to be read again.
  public var isOutdated = false

  /// True when the peaks came from the peak cache, and no decoder was opened.
  public let isFromCache: Bool

  public init(
    frames: Int, framesPromised: Int?, nonFiniteSamples: Int, isComplete: Bool, warnings: [String],
    cause: AudioFileError? = nil, seeking: Seeking, gaps: [FrameRange] = [],
    doubts: [FrameRange] = [], isFromCache: Bool = false
  ) {
    self.frames = frames
    self.framesPromised = framesPromised
    self.nonFiniteSamples = nonFiniteSamples
    self.gaps = gaps
    self.doubts = doubts
    self.isComplete = isComplete
    self.warnings = warnings
    self.cause = cause
    self.seeking = seeking
    self.isFromCache = isFromCache
  }

  /// Frames that were promised but are not there.
  public var missing: Int { max(0, (framesPromised ?? 0) - frames) }
}
