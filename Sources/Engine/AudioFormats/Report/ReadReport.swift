// ReadReport.swift
// The result of reading a recording to its end, and the sentences about it for people.

import HostIO
import Localization
import WaveformCore

/// The outcome of reading a recording to its end.
public struct ReadReport: Sendable {
  /// Frames that were read.
  public let frames: Int
  /// Frames that the header promised; nil when it had no number, or an impossible one.
  public let framesPromised: Int?
  /// Samples that are NaN or infinite.
  public let nonFiniteSamples: Int
  /// Stretches in the middle that are damaged, in order; they are shown as silence.
  public let gaps: [FrameRange]
  /// Stretches that are damaged in an unknown way, in order; what is shown there may be wrong.
  public let doubts: [FrameRange]
  /// Frames per second; turns frames into times in the sentences.
  package var sampleRate = 1
  /// True when all promised frames could be read without damage, and the file holds no other recording.
  public let isComplete: Bool
  /// What is wrong with the recording: sentences of one line each.
  public let findings: [Sentence]
  /// Why reading ended early, when a device failed.
  public let cause: AudioFileError?
  /// How exactly the decoder jumps, after jumps were checked.
  public let seeking: Seeking
  /// The description of the file when its last frame was read; nil when it was not read again.
  public var description: AudioDescription?
  /// How long it took to read the frames that existed at first.
  public var readingTime = Duration.zero
  /// True when the file was completed in a way that changes frames that were already read: it has to be read again.
  public var isOutdated = false

  /// True when the peaks came from the peak cache, and no decoder was opened.
  public let isFromCache: Bool

  public init(
    frames: Int, framesPromised: Int?, nonFiniteSamples: Int, isComplete: Bool, findings: [Sentence],
    cause: AudioFileError? = nil, seeking: Seeking, gaps: [FrameRange] = [],
    doubts: [FrameRange] = [], isFromCache: Bool = false
  ) {
    self.frames = frames
    self.framesPromised = framesPromised
    self.nonFiniteSamples = nonFiniteSamples
    self.gaps = gaps
    self.doubts = doubts
    self.isComplete = isComplete
    self.findings = findings
    self.cause = cause
    self.seeking = seeking
    self.isFromCache = isFromCache
  }

  /// - Parameter warnings: the same in every language.
  public init(
    frames: Int, framesPromised: Int?, nonFiniteSamples: Int, isComplete: Bool, warnings: [String],
    cause: AudioFileError? = nil, seeking: Seeking, gaps: [FrameRange] = [],
    doubts: [FrameRange] = [], isFromCache: Bool = false
  ) {
    self.init(
      frames: frames, framesPromised: framesPromised, nonFiniteSamples: nonFiniteSamples,
      isComplete: isComplete, findings: warnings.map { Sentence(verbatim: $0) }, cause: cause,
      seeking: seeking, gaps: gaps, doubts: doubts, isFromCache: isFromCache)
  }

  /// The findings for people.
  public var warnings: [String] { findings.map(\.localized) }

  /// Frames that were promised but are not there.
  public var missing: Int { max(0, (framesPromised ?? 0) - frames) }
}
