// Speaker+Labels.swift
// Which loudspeaker the label of a channel means. Pure.

extension Speaker {
  /// The loudspeakers of a recording's channels.
  ///
  /// - Parameters:
  ///   - labels: one for each channel ("L", "R", "C", "LFE", …), or none when nobody knows.
  ///   - channels: at least 1.
  /// - Returns: one for each channel, no two alike.
  static func speakers(labels: [String], channels: Int) -> [Speaker] {
    let known = labels.compactMap { named[$0] }
    if known.count == channels, Set(known).count == channels { return known }
    switch channels {
    case 1: return [.mono]
    case 2: return [.frontLeft, .frontRight]
    default: return (0..<channels).map { .auxiliary($0) }
    }
  }

  /// The labels that AudioFile gives.
  private static let named: [String: Speaker] = [
    "M": .mono, "L": .frontLeft, "R": .frontRight, "C": .frontCenter, "LFE": .lowFrequency,
    "Ls": .rearLeft, "Rs": .rearRight, "Cs": .rearCenter, "Lss": .sideLeft, "Rss": .sideRight,
    "Lc": .frontLeftOfCenter, "Rc": .frontRightOfCenter, "Tc": .topCenter, "Tfl": .topFrontLeft,
    "Tfr": .topFrontRight, "Tfc": .topFrontCenter, "Tbl": .topRearLeft, "Tbr": .topRearRight,
    "Tbc": .topRearCenter,
  ]
}
