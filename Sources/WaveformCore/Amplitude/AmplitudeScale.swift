// AmplitudeScale.swift
// How tall a sample is drawn: linear or in decibels, as it was recorded or raised. Waveform, marks, vertical
// ruler and pointer use the same scale.
// The row types turn samples into rows above the middle of a lane, one type for each unit, so that the
// compiler specialises and vectorises the loops over columns. They use no branches, no libm and one rounding.

/// From samples to heights.
public struct AmplitudeScale: Hashable, Sendable {
  /// What equal heights stand for.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// Equal differences of samples.
    case linear
    /// Equal ratios of |x|: full scale at the edge, `floorInDecibels` and all below it in the middle.
    case decibels
  }

  public var unit: Unit
  /// The factor by which samples are multiplied before they are drawn; greater than 0.
  public var gain: Float
  /// The level that is drawn in the middle, in dB; less than 0. Only for `decibels`.
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

  /// The floors that the user can choose, in dB.
  public static let floorsInDecibels: [Float] = [-36, -48, -60, -72, -96]

  /// The sample that is drawn at the edge, position 1.
  public var edge: Float { 1 / gain }
}

/// Turns amplitudes into rows.
protocol AmplitudeRows {
  /// Rows from the middle upwards, −half…half of the lane.
  func rows(_ value: Float) -> Int32
}

/// Equal differences have equal heights.
struct LinearRows: AmplitudeRows {
  private let gain: Float, half: Float

  init(_ scale: AmplitudeScale, halfHeight: Int) {
    gain = scale.gain
    half = Float(halfHeight)
  }

  @inline(__always)
  func position(_ value: Float) -> Float {
    let raised = value * gain
    // In this order NaN becomes the edge, and not a row outside the lane.
    let high = raised < 1 ? raised : 1
    return high > -1 ? high : -1
  }

  @inline(__always)
  func rows(_ value: Float) -> Int32 { nearest(position(value) * half) }
}

/// Equal ratios have equal heights, counted from the floor in the middle.
struct LogarithmicRows: AmplitudeRows {
  private let gain: Float, half: Float
  /// The share of the height for a doubling of the amplitude.
  private let octave: Float

  init(_ scale: AmplitudeScale, halfHeight: Int) {
    gain = scale.gain
    half = Float(halfHeight)
    octave = decibelsPerOctave / -scale.floorInDecibels
  }

  @inline(__always)
  func position(_ value: Float) -> Float {
    let raised = value * gain
    let height = 1 + binaryLogarithm(raised.magnitude) * octave
    let low = height > 0 ? height : 0
    let position = low < 1 ? low : 1
    return Float(bitPattern: position.bitPattern | (raised.bitPattern & 0x8000_0000))
  }

  @inline(__always)
  func rows(_ value: Float) -> Int32 { nearest(position(value) * half) }
}

/// The nearest integer of a number of rows; of two equally near ones the even one. Near 1.5 × 2²³ a Float has
/// no fraction, so the addition rounds, and the lower bits of the sum are the integer.
@inline(__always)
private func nearest(_ value: Float) -> Int32 {
  Int32(bitPattern: (value + 0x1.8p23).bitPattern) &- 0x4b40_0000
}

extension AmplitudeScale {
  /// The height of a sample as a share of the way from the middle to the edge, −1…1. Samples beyond the edge
  /// are drawn at the edge.
  public func position(of value: Float) -> Float {
    switch unit {
    case .linear: LinearRows(self, halfHeight: 1).position(value)
    case .decibels: LogarithmicRows(self, halfHeight: 1).position(value)
    }
  }
}
