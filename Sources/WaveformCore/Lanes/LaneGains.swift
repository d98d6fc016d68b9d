// LaneGains.swift
// How far the lanes of a waveform are raised: by hand, each or all together. A pure value.

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
