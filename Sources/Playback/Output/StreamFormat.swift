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
