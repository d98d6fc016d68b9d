// NoiseReductionSettings.swift
// The user's settings of noise reduction. A pure value; values outside their range are limited to it.

/// How much noise is removed, and how.
public struct NoiseReductionSettings: Hashable, Sendable {
  /// By how much noise is lowered, in dB, 0…48; its steady tones by twice as much. 0 changes nothing.
  public var reduction: Double { didSet { reduction = Self.limited(reduction, Self.reductions) } }
  /// Sound up to this far above the mean power of the noise counts as noise, in dB, 0…24.
  public var sensitivity: Double { didSet { sensitivity = Self.limited(sensitivity, Self.sensitivities) } }
  /// The number of neighbouring bins over which the power of a bin is smoothed, 0…12; in two passes one less.
  public var smoothing: Int { didSet { smoothing = min(max(smoothing, 0), Self.smoothings.upperBound) } }

  /// How readily a sharp sound is taken for a click and repaired, before noise is reduced: 0 never … 1.
  public var clicks: Double { didSet { clicks = Self.limited(clicks, Self.clickAmounts) } }
  /// True when the steady tones of the profile are subtracted as sines.
  public var removesHum: Bool
  /// True when the level of the noise is followed while it changes, by up to 10 dB from that of the profile. Where the profile
  /// itself changes it is in any case, and where the noise is single sounds it never is: see `follows`.
  public var followsLevel: Bool
  /// True when the noise is estimated all along, without a profile: for recordings without a pause. A
  /// `NoiseReducer` that is given a profile all the same takes that; the window gives it none while this is on.
  public var isAdaptive: Bool

  public static let reductions = 0.0...48.0
  public static let sensitivities = 0.0...24.0
  public static let smoothings = 0...12
  public static let clickAmounts = 0.0...1.0

  public init(
    reduction: Double = 20, sensitivity: Double = 2, smoothing: Int = 1, clicks: Double = 0,
    removesHum: Bool = true, followsLevel: Bool = false, isAdaptive: Bool = false
  ) {
    self.reduction = Self.limited(reduction, Self.reductions)
    self.sensitivity = Self.limited(sensitivity, Self.sensitivities)
    self.smoothing = min(max(smoothing, 0), Self.smoothings.upperBound)
    self.clicks = Self.limited(clicks, Self.clickAmounts)
    self.removesHum = removesHum
    self.followsLevel = followsLevel
    self.isAdaptive = isAdaptive
  }

  private static func limited(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    value.isNaN ? range.lowerBound : min(max(value, range.lowerBound), range.upperBound)
  }
}
