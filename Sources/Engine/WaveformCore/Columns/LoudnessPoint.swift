// LoudnessPoint.swift
// What a line of loudness looks like from left to right, and where a loudness lies in the height of a view. Values: they
// cross from what was measured to what is drawn.

/// A place of a line, or a device pixel into which several values fall.
public struct LoudnessPoint: Equatable, Sendable {
  /// Device pixels from the left edge of the view; fractional.
  public let x: Double
  /// In LUFS: the first and the last value, and the extremes between them. −∞ in silence.
  public let first: Double, low: Double, high: Double, last: Double

  public init(x: Double, first: Double, low: Double, high: Double, last: Double) {
    self.x = x
    self.first = first
    self.low = low
    self.high = high
    self.last = last
  }
}

/// The vertical scale of loudness.
public struct LoudnessScale: Equatable, Sendable {
  /// What the upper and the lower edge stand for, in LUFS.
  public static let top = 0.0, bottom = -60.0

  /// Device pixels.
  public let height: Int

  public init(height: Int) { self.height = height }

  /// Device pixels from the upper edge; what is beyond an edge lies on it.
  public func y(of loudness: Double) -> Double {
    let share = (Self.top - loudness) / (Self.top - Self.bottom)
    return min(max(share, 0), 1) * Double(height)
  }

  /// The levels that have a label, from top to bottom, without the edges.
  ///
  /// - Parameter spacing: the least distance of two labels, in device pixels.
  public func levels(spacing: Int) -> [Int] {
    let step = [5, 10, 20, 30].first { height * $0 >= Int(Self.top - Self.bottom) * spacing }
    guard let step else { return [] }
    return stride(from: -step, to: Int(Self.bottom), by: -step).map { $0 }
  }
}
