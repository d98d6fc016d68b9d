// MeasureShape.swift
// What a recording's measures depend on besides its samples, and the grid of its blocks. A value.

import WaveformCore

/// Channels, rate and loudspeakers of a recording, and how it is divided into blocks.
public struct MeasureShape: Equatable, Sendable {
  public let channels: Int
  public let sampleRate: Int
  /// By how much the energy of each channel counts in the loudness of the whole.
  public let weights: [Double]
  /// True for the two channels of stereo.
  let isPair: Bool

  /// - Parameter weights: one for each channel; nil where their loudspeakers are unknown: see `ChannelWeights`.
  public init(channels: Int, sampleRate: Int, weights: [Double]? = nil) {
    self.channels = channels
    self.sampleRate = sampleRate
    self.weights = weights ?? ChannelWeights.usual(channels)
    isPair = channels == 2
  }

  /// Some of the channels of a recording, each with the weight that it has there; a single one as if it were alone.
  func picking(_ channels: [Int]) -> MeasureShape { MeasureShape(self, channels) }

  private init(_ whole: MeasureShape, _ picked: [Int]) {
    channels = picked.count
    sampleRate = whole.sampleRate
    weights = picked.count == 1 ? [1] : picked.map { whole.weights[$0] }
    isPair = false
  }

  /// Frames of a block: 100 ms, to the nearest frame; more below 1 kHz, where no loudness is measured.
  public var framesPerBlock: Int { max(Self.fewestFrames, (sampleRate + 5) / 10) }

  /// A header may tell of 1 Hz: blocks of fewer frames would take much more room than the samples.
  private static let fewestFrames = 100

  /// Frames from which on the filters no longer know what was before.
  package var memory: Int {
    max(TruePeakFilter.longest, Int(KWeighting.memory * Double(sampleRate)) + 1)
  }
}

/// The weights of channels in the loudness of the whole (ITU-R BS.1770-4, annex 1): 1 in front, 1.41 (+1.5 dB) for
/// surround, nothing for effects.
public enum ChannelWeights {
  public static let front = 1.0
  /// At the side and behind. The standard's second table has 1 again from 120° on, as the rear pair of 7.1 may stand; that
  /// pair counts as surround here all the same, as with ffmpeg and most meters.
  public static let surround = 1.41
  public static let effects = 0.0

  /// Of a recording that does not tell its loudspeakers: the usual order of so many, as libebur128 has it.
  static func usual(_ channels: Int) -> [Double] {
    switch channels {
    case 4: [1, 1, surround, surround]
    case 5: [1, 1, 1, surround, surround]
    case 6: [1, 1, 1, 0, surround, surround]
    case 8: [1, 1, 1, 0, surround, surround, surround, surround]
    default: Array(repeating: 1, count: channels)
    }
  }
}
