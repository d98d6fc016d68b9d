// LaneSettings.swift
// What the user decides about one waveform of a diagram, its gains included. Values: undo puts an older one
// back.

/// How a waveform takes part in its diagram.
public struct LaneSettings: Equatable, Sendable {
  /// Its name; nil: that of its file.
  public var name: String?
  /// Which of the colors of lanes it has; any number, they go round.
  public var color = 0
  public var height = LaneHeight.medium
  /// True when only its name is shown. It is heard all the same.
  public var isHidden = false
  public var isMuted = false
  /// True when only it is heard, with the others that are soloed.
  public var isSoloed = false
  /// Where it begins, in frames of the time axis; may be negative.
  public var offset = 0
  /// True when it is drawn over the lane above rather than in one of its own.
  public var isOver = false

  public init() {}

  /// Within what the time axis can show: 2⁴⁵ frames either way.
  public static func limited(offset: Int) -> Int { min(max(offset, -(1 << 45)), 1 << 45) }
}

/// How tall a lane is where there are several.
public enum LaneHeight: String, CaseIterable, Sendable {
  case low, medium, tall

  /// Logical pixels of the waveform at least; what room is left is shared by all.
  public var points: Int {
    switch self {
    case .low: 48
    case .medium: 88
    case .tall: 200
    }
  }
}

/// Gains of lanes in dB.
public struct LaneGains: Hashable, Sendable {
  /// What can be reached.
  public static let range = -12.0...60.0

  /// The gain of all lanes that have none of their own.
  private var common = 0.0
  private var own: [Int: Double] = [:]

  public init() {}

  /// The gain of a lane in dB.
  public subscript(lane: Int) -> Double { own[lane] ?? common }

  /// Raises one lane, or all of them when there is no `lane`, by so many dB.
  public mutating func change(lane: Int? = nil, by decibels: Double) {
    if let lane {
      own[lane] = Self.clamped(self[lane] + decibels)
    } else {
      common = Self.clamped(common + decibels)
      own = own.mapValues { Self.clamped($0 + decibels) }
    }
  }

  /// Lanes that show other channels than before have no gains of their own.
  public mutating func forgetLanes() { own = [:] }

  /// True when every lane is drawn as it was recorded.
  public var isUnchanged: Bool { common == 0 && own.values.allSatisfy { $0 == 0 } }

  private static func clamped(_ decibels: Double) -> Double {
    min(max(decibels, range.lowerBound), range.upperBound)
  }
}
