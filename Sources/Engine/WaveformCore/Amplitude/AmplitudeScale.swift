// AmplitudeScale.swift
// How tall a sample is drawn: linear or in decibels, as it was recorded or raised. Waveform, marks, vertical
// ruler and pointer use the same scale.
// The row types turn samples into rows above the middle of a lane, one type for each unit, so that the
// compiler specialises and vectorises the loops over columns. They use no branches, no libm and one rounding,
// so they give the same rows on every machine.

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

/// The logarithm to base 2 of a positive number, exact to about 10⁻⁷.
///
/// The number is split into a power of two and a mantissa m from √½ to √2. Then log m = 2 artanh((m − 1) / (m
/// + 1)), and four terms of this series are enough. 0 gives about −127 and infinity about 128, so they need
/// no branch.
@inline(__always)
private func binaryLogarithm(_ x: Float) -> Float {
  let rootOfHalf: UInt32 = 0x3f35_04f3
  let bits = x.bitPattern &- rootOfHalf
  let exponent = Int32(bitPattern: bits) >> 23
  let mantissa = Float(bitPattern: (bits & 0x007f_ffff) &+ rootOfHalf)
  let z = (mantissa - 1) / (mantissa + 1)
  let square = z * z
  let series = 2.885_390_1 + square * (0.961_796_7 + square * (0.577_078_04 + square * 0.412_198_6))
  return Float(exponent) + z * series
}

/// Decibels of a doubling: 20 log₁₀ 2.
let decibelsPerOctave: Float = 6.020_599_9

/// The decibels of an amplitude ratio > 0.
public func decibels(ofRatio ratio: Float) -> Float { decibelsPerOctave * binaryLogarithm(ratio) }

/// The amplitude ratio of a number of decibels, from −700 to 700.
public func ratio(ofDecibels decibels: Float) -> Float {
  let octaves = Double(decibels) / 6.020_599_913_279_624
  let whole = octaves.rounded(.down)
  // 2ˣ = eˣ ˡⁿ ² for x below 1, by its series.
  let x = (octaves - whole) * 0.693_147_180_559_945_3
  var term = 1.0
  var sum = 1.0
  for n in 1...14 {
    term *= x / Double(n)
    sum += term
  }
  return Float(sum * Double(sign: .plus, exponent: Int(whole), significand: 1))
}
