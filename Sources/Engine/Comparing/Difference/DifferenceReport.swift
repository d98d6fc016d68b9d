// DifferenceReport.swift
// In what two recordings differ, as one pass over both finds it. A pure value; places are frames of A.

import WaveformCore

/// What differs between A and B after alignment.
public struct DifferenceReport: Equatable, Sendable {
  /// A sample that differs.
  public struct Place: Equatable, Sendable {
    /// A's.
    public let frame: Int, channel: Int
    /// The magnitude of the difference, full scale 1; infinite where a sample is no number.
    public let magnitude: Float
  }

  /// An octave.
  public struct Band: Equatable, Sendable {
    public let frequencies: FrequencyBand
    /// As `nullDepth`; nil where neither has sound, or nothing differs.
    public let nullDepth: Double?
  }

  /// Frames of each, in frames of its own.
  public let lengthA: Int, lengthB: Int
  /// The frames of A at which B has samples as well: all that follows is about them.
  public let overlap: FrameRange
  /// Whether B is A: as many channels and frames at the same rate, and the same samples bit for bit, unaligned.
  public let isIdentical: Bool
  /// The first and the last frame at which something differs.
  public let first: Int?, last: Int?
  /// Where the difference is largest.
  public let worst: Place?
  /// How many frames are the same bit for bit after alignment.
  public let identicalFrames: Int
  /// Stretches of such frames, in their order: the longest, ``mostStretches`` at most, of a tenth of a second or more.
  public let identicalStretches: [FrameRange]
  /// The power of B − A over that of the louder of both, in decibels: the lower, the more alike; nil when nothing differs.
  public let nullDepth: Double?
  /// The null depth of octaves, from the lowest: the uppermost ends at half of A's rate.
  public let bands: [Band]
  /// The null depth of steps of `framesPerStep` frames from the beginning of `overlap` on; nil where nothing differs.
  public let depths: [Float?]
  /// A second, or more where there would be more than ``mostSteps``.
  public let framesPerStep: Int

  public static let mostStretches = 256
  public static let mostSteps = 3_600
}
