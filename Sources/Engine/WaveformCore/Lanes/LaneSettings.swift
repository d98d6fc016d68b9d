// LaneSettings.swift
// What the user decides about one waveform of a diagram, its gains included. Values: undo puts an older one
// back.

/// How a waveform is shown and heard in its diagram.
public struct LaneSettings: Equatable, Sendable {
  /// Its name; nil: the name of its file.
  public var name: String?
  /// The number of its lane color; numbers beyond the last color start over.
  public var color = 0
  public var height = LaneHeight.medium
  /// True when only its name is shown. It is still heard.
  public var isHidden = false
  public var isMuted = false
  /// True when it is soloed: only soloed waveforms are heard.
  public var isSoloed = false
  /// Where it begins, in frames of the time axis; may be negative.
  public var offset = 0
  /// True when it is drawn over the lane above rather than in its own lane.
  public var isOver = false
  /// How it is drawn; nil: as the diagram says for all.
  public var style: WaveformStyle?

  public init() {}

  /// Offsets that the time axis can show: 2⁴⁵ frames either way.
  public static let offsets = -(1 << 45)...(1 << 45)

  /// Limits an offset to what the time axis can show.
  public static func limited(offset: Int) -> Int {
    min(max(offset, offsets.lowerBound), offsets.upperBound)
  }
}

/// How tall a lane is when there are several.
public enum LaneHeight: String, CaseIterable, Sendable {
  case low, medium, tall

  /// The least height of the waveform in logical pixels; spare room is shared by all lanes.
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
  /// The possible gains, in dB.
  public static let range = -12.0...60.0

  /// The gain of all lanes that have no gain of their own.
  public private(set) var common = 0.0
  /// The gains of single lanes, by their numbers from 0.
  public private(set) var own: [Int: Double] = [:]

  public init() {}

  /// Gains that were kept, within their range.
  public init(common: Double, own: [Int: Double]) {
    self.common = Self.clamped(common)
    self.own = own.mapValues(Self.clamped)
  }

  /// The gain of a lane in dB.
  public subscript(lane: Int) -> Double { own[lane] ?? common }

  /// Raises one lane by `decibels` dB; all lanes when `lane` is nil.
  public mutating func change(lane: Int? = nil, by decibels: Double) {
    if let lane {
      own[lane] = Self.clamped(self[lane] + decibels)
    } else {
      common = Self.clamped(common + decibels)
      own = own.mapValues { Self.clamped($0 + decibels) }
    }
  }

  /// Removes the gains of single lanes, because lanes now show other channels.
  public mutating func forgetLanes() { own = [:] }

  /// True when every lane is drawn as recorded.
  public var isUnchanged: Bool { common == 0 && own.values.allSatisfy { $0 == 0 } }

  private static func clamped(_ decibels: Double) -> Double {
    min(max(decibels, range.lowerBound), range.upperBound)
  }
}
