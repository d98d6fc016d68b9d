// StreamFormat.swift
// What sound is like on its way to an output, and which loudspeaker the label of a channel means. Pure
// values.

/// The place of a channel's loudspeaker.
public enum Speaker: Hashable, Sendable {
  case mono, frontLeft, frontRight, frontCenter, lowFrequency, rearLeft, rearRight, rearCenter, sideLeft,
    sideRight
  case frontLeftOfCenter, frontRightOfCenter, topCenter, topFrontLeft, topFrontRight, topFrontCenter,
    topRearLeft,
    topRearRight, topRearCenter
  /// A channel whose place is not known; counted from 0.
  case auxiliary(Int)
}

/// Interleaved floats, full scale ±1.
public struct StreamFormat: Hashable, Sendable {
  /// Frames per second; at least 1.
  public let sampleRate: Int
  /// One for each channel, in the order of the samples; not empty.
  public let speakers: [Speaker]

  public init(sampleRate: Int, speakers: [Speaker]) {
    precondition(sampleRate > 0 && !speakers.isEmpty)
    self.sampleRate = sampleRate
    self.speakers = speakers
  }

  public var channels: Int { speakers.count }
}

extension Speaker {
  /// Its bit in a channel mask of WAVEFORMATEXTENSIBLE; channels stand in the order of their bits, in WAV as in FLAC.
  /// Nil for a channel without a place.
  package var maskBit: Int? {
    switch self {
    case .frontLeft: 0
    case .frontRight: 1
    case .frontCenter, .mono: 2
    case .lowFrequency: 3
    case .rearLeft: 4
    case .rearRight: 5
    case .frontLeftOfCenter: 6
    case .frontRightOfCenter: 7
    case .rearCenter: 8
    case .sideLeft: 9
    case .sideRight: 10
    case .topCenter: 11
    case .topFrontLeft: 12
    case .topFrontCenter: 13
    case .topFrontRight: 14
    case .topRearLeft: 15
    case .topRearCenter: 16
    case .topRearRight: 17
    case .auxiliary: nil
    }
  }

  /// The loudspeakers of a recording's channels.
  ///
  /// - Parameters:
  ///   - labels: one for each channel ("L", "R", "C", "LFE", …), or none when they are not known.
  ///   - channels: at least 1.
  /// - Returns: one for each channel, all different.
  static func speakers(labels: [String], channels: Int) -> [Speaker] {
    let known = labels.compactMap { named[$0] }
    if known.count == channels, Set(known).count == channels { return known }
    switch channels {
    case 1: return [.mono]
    case 2: return [.frontLeft, .frontRight]
    default: return (0..<channels).map { .auxiliary($0) }
    }
  }

  /// The labels that AudioFormats gives.
  private static let named: [String: Speaker] = [
    "M": .mono, "L": .frontLeft, "R": .frontRight, "C": .frontCenter, "LFE": .lowFrequency,
    "Ls": .rearLeft, "Rs": .rearRight, "Cs": .rearCenter, "Lss": .sideLeft, "Rss": .sideRight,
    "Lc": .frontLeftOfCenter, "Rc": .frontRightOfCenter, "Tc": .topCenter, "Tfl": .topFrontLeft,
    "Tfr": .topFrontRight, "Tfc": .topFrontCenter, "Tbl": .topRearLeft, "Tbr": .topRearRight,
    "Tbc": .topRearCenter,
  ]
}
