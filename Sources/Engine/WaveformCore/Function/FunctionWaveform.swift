// FunctionWaveform.swift
// A function as the points of a polyline, for views, painters and tests. A pure value.

/// A function over a closed range, drawn as a polyline in equal steps.
public struct FunctionWaveform: Sendable {
  /// A place in the rectangle that the function is drawn in: (0, 0) is its top left corner, (1, 1) its bottom right.
  public struct Place: Hashable, Sendable {
    public var x: Double, y: Double

    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The arguments, from the left edge to the right; finite.
  public let domain: ClosedRange<Double>
  /// The number of steps through the domain, at least 1. Both ends are drawn, so there is one place more.
  public let steps: Int
  /// The value at the top; its negative is at the bottom, 0 in the middle. Greater than 0.
  public let limit: Double
  private let function: @Sendable (Double) -> Double

  /// - Parameter steps: values below 1 count as 1.
  public init(
    over domain: ClosedRange<Double>, steps: Int, limit: Double = 1,
    _ function: @escaping @Sendable (Double) -> Double
  ) {
    precondition(domain.lowerBound.isFinite && domain.upperBound.isFinite && limit > 0)
    self.domain = domain
    self.steps = max(steps, 1)
    self.limit = limit
    self.function = function
  }

  /// The lines to draw: one, or several when the function has no finite value in between. Values beyond the
  /// limit run along the edge. A line of one place is a dot. A domain of one number gives a dot in the
  /// middle.
  ///
  /// - Complexity: O(`steps`) calls of the function.
  public var lines: [[Place]] {
    var lines: [[Place]] = []
    var line: [Place] = []
    line.reserveCapacity(steps + 1)
    let isPoint = domain.lowerBound == domain.upperBound
    for step in 0...(isPoint ? 0 : steps) {
      let fraction = isPoint ? 0.5 : Double(step) / Double(steps)
      // A weighted mean instead of a running sum: exact at both ends, and a wide domain does not overflow.
      let value = function(domain.lowerBound * (1 - fraction) + domain.upperBound * fraction)
      guard value.isFinite else {
        if !line.isEmpty { lines.append(line) }
        line.removeAll()
        continue
      }
      let height = min(max(value / limit, -1), 1)
      line.append(Place(x: fraction, y: (1 - height) / 2))
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}
