// NoiseReductionSettings.swift
// What a person chooses about the reduction of noise. A pure value; what is out of range is brought into it.

/// How much noise is taken away, and how.
public struct NoiseReductionSettings: Hashable, Sendable {
  /// What noise is lowered by, in dB, 0…48; with 0 nothing changes.
  public var reduction: Double { didSet { reduction = Self.limited(reduction, Self.reductions) } }
  /// How far above the noise's mean power sound still counts as noise, in dB, 0…24.
  public var sensitivity: Double { didSet { sensitivity = Self.limited(sensitivity, Self.sensitivities) } }
  /// Over how many neighbours of a frequency its power is smoothed, 0…12.
  public var smoothing: Int { didSet { smoothing = min(max(smoothing, 0), Self.smoothings.upperBound) } }

  public static let reductions = 0.0...48.0
  public static let sensitivities = 0.0...24.0
  public static let smoothings = 0...12

  public init(reduction: Double = 20, sensitivity: Double = 2, smoothing: Int = 1) {
    self.reduction = Self.limited(reduction, Self.reductions)
    self.sensitivity = Self.limited(sensitivity, Self.sensitivities)
    self.smoothing = min(max(smoothing, 0), Self.smoothings.upperBound)
  }

  private static func limited(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    value.isNaN ? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
  }
}
