// AmplitudeScale.swift
// How tall a sample is drawn: linear or in decibels, as it was recorded or raised. A pure value, the same for
// waveform, marks, vertical ruler and pointer.

/// From samples to heights.
public struct AmplitudeScale: Hashable, Sendable {
  /// What equal heights mean.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// Equal differences of the sample.
    case linear
    /// Equal ratios of |x|: full scale at the edge, `floorInDecibels` and all below it in the middle.
    case decibels
  }

  public var unit: Unit
  /// What samples are multiplied with before they are drawn; greater than 0.
  public var gain: Float
  /// The level that is drawn in the middle, in dB; less than 0. For `decibels` only.
  public var floorInDecibels: Float

  public init(unit: Unit = .linear, gain: Float = 1, floorInDecibels: Float = -60) {
    self.unit = unit
    self.gain = gain
    self.floorInDecibels = floorInDecibels
  }

  /// Linear, as recorded.
  public static let fullScale = AmplitudeScale()

  /// The gain in dB.
  public var gainInDecibels: Float { gain == 1 ? 0 : decibels(ofRatio: gain) }

  /// The floors that can be chosen.
  public static let floorsInDecibels: [Float] = [-36, -48, -60, -72, -96]

  /// What the edge is worth: the sample at position 1.
  public var edge: Float { 1 / gain }
}
