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

  /// - Parameter labels: a short name for each loudspeaker, as `AudioDescription` has it; empty where they are unknown.
  public init(channels: Int, sampleRate: Int, labels: [String] = []) {
    self.channels = channels
    self.sampleRate = sampleRate
    weights = ChannelWeights.weights(channels: channels, labels: labels)
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

/// The weights of ITU-R BS.1770-4: 1 in front, 1.41 (+1.5 dB) at the side and behind, nothing for effects.
enum ChannelWeights {
  private static let surround = 1.41

  static func weights(channels: Int, labels: [String]) -> [Double] {
    // Numbers are no names: a file of four and more channels that does not tell its loudspeakers is taken to have the
    // usual order, as libebur128 does.
    if labels.count == channels, channels > 2, !labels.allSatisfy({ Int($0) != nil }) {
      return labels.map { weight(of: $0) }
    }
    return switch channels {
    case 4: [1, 1, surround, surround]
    case 5: [1, 1, 1, surround, surround]
    case 6: [1, 1, 1, 0, surround, surround]
    case 8: [1, 1, 1, 0, surround, surround, surround, surround]
    default: Array(repeating: 1, count: channels)
    }
  }

  private static func weight(of label: String) -> Double {
    switch label {
    case "LFE", "LFE2": 0
    case "Ls", "Rs", "Lss", "Rss", "Lrs", "Rrs", "Cs": surround
    default: 1
    }
  }
}
