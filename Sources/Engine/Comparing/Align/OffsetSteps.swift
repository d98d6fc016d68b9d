// OffsetSteps.swift
// Whether offsets that were measured at several places are those of a recording from which frames are missing, or into which
// some were put: then they are whole frames apart, where those of a clock that runs otherwise lie on a line. A pure value.

import Glibc

/// Offsets that change by whole frames.
struct OffsetSteps {
  /// That of most places, in frames of A.
  let offset: Double

  /// How far readings may be from whole frames, root mean square, and how much nearer they are than to a line.
  private static let tolerance = 0.12, nearer = 0.5
  /// Fewer readings tell nothing.
  private static let least = 6

  /// - Parameter readings: each with B's offset on A's axis.
  /// - Returns: nil where they do not change, or not in whole frames.
  init?(_ readings: [OffsetReading]) {
    let points = readings.filter { $0.weight > 0.5 }.map { (x: $0.place, y: $0.offset) }
    guard points.count >= Self.least else { return nil }
    // All lie as far from whole frames: the mean of their directions on a circle of one frame.
    let sums = points.reduce(into: (sine: 0.0, cosine: 0.0)) { sums, point in
      sums = (sums.sine + sin(2 * .pi * point.y), sums.cosine + cos(2 * .pi * point.y))
    }
    let phase = atan2(sums.sine, sums.cosine) / (2 * .pi)
    let steps = points.map { ($0.y - phase).rounded() }
    let miss = zip(points, steps).map { $0.y - phase - $1 }
    guard Set(steps).count > 1, Self.rootMeanSquare(miss) < Self.tolerance,
      Self.rootMeanSquare(miss) < Self.nearer * Self.missOfLine(points)
    else { return nil }
    let counts = Dictionary(grouping: steps, by: { $0 }).mapValues(\.count)
    offset = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }!.key + phase
  }

  private static func rootMeanSquare(_ values: [Double]) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }

  /// How far the points are from the line of least squares through them.
  private static func missOfLine(_ points: [(x: Double, y: Double)]) -> Double {
    let count = Double(points.count)
    let x = points.reduce(0) { $0 + $1.x } / count, y = points.reduce(0) { $0 + $1.y } / count
    let spread = points.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
    let slope = spread > 0 ? points.reduce(0) { $0 + ($1.x - x) * ($1.y - y) } / spread : 0
    return rootMeanSquare(points.map { $0.y - y - slope * ($0.x - x) })
  }
}
