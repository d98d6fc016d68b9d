// AmplitudeRows.swift
// From a sample to rows above the middle of a lane, one type for each unit: loops over columns are specialised for
// them and vectorised by the compiler. No branches, no libm, one rounding for all.

/// The rows that amplitudes are drawn in.
protocol AmplitudeRows {
  /// Rows upwards from the middle, −half…half of the lane.
  func rows(_ value: Float) -> Int32
}

/// Equal differences are equal heights.
struct LinearRows: AmplitudeRows {
  private let gain: Float, half: Float

  init(_ scale: AmplitudeScale, halfHeight: Int) {
    gain = scale.gain
    half = Float(halfHeight)
  }

  @inline(__always)
  func position(_ value: Float) -> Float {
    let raised = value * gain
    // In this order NaN becomes the edge, not a row outside of the lane.
    let high = raised < 1 ? raised : 1
    return high > -1 ? high : -1
  }

  @inline(__always)
  func rows(_ value: Float) -> Int32 { nearest(position(value) * half) }
}

/// Equal ratios are equal heights, from the floor in the middle.
struct LogarithmicRows: AmplitudeRows {
  private let gain: Float, half: Float
  /// The share of the height that a doubling takes.
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

/// The nearest integer of a number of rows, the even one in the middle between two: beside 1.5 × 2²³ a Float has no
/// fraction, so the sum is rounded, and its lower bits are the integer.
@inline(__always)
private func nearest(_ value: Float) -> Int32 {
  Int32(bitPattern: (value + 0x1.8p23).bitPattern) &- 0x4b40_0000
}

extension AmplitudeScale {
  /// The height of a sample as a share of the way from the middle to the edge, −1…1: what lies beyond the edge
  /// stands at it.
  public func position(of value: Float) -> Float {
    switch unit {
    case .linear: LinearRows(self, halfHeight: 1).position(value)
    case .decibels: LogarithmicRows(self, halfHeight: 1).position(value)
    }
  }
}
