// RulerTicks.swift
// Where the ruler has ticks and what stands beside them, from days to fractions of a millisecond. A pure
// value: the view only draws it.

/// Ticks of a time ruler over a viewport.
public struct RulerTicks: Hashable, Sendable {
  /// A tick at a whole device pixel.
  public struct Tick: Hashable, Sendable {
    /// Device pixels from the left edge of the view.
    public let x: Int
    /// The time beside a major tick; nil for a minor one.
    public let label: String?
  }

  /// From left to right; the first may lie left of the view, so that its label is seen.
  public let ticks: [Tick]
  /// Seconds between two labels.
  public let majorStep: Double

  /// - Parameters:
  ///   - sampleRate: frames per second, > 0.
  ///   - labelSpacing: the least distance between two labels, in device pixels; labels never overlap when it
  ///     exceeds their width.
  public init(viewport: Viewport, sampleRate: Int, labelSpacing: Int) {
    let secondsPerPixel = viewport.framesPerPixel / Double(sampleRate)
    let isWide = { (step: Step) in step.seconds / secondsPerPixel >= Double(labelSpacing) }
    var step = Self.steps.first(where: isWide) ?? Self.steps[Self.steps.count - 1]
    while !isWide(step) { step.seconds *= 10 }
    majorStep = step.seconds
    // Counted in minor ticks from time 0: integers, so that no rounding error builds up.
    let minor = step.seconds / Double(step.divisions)
    let first = Int((viewport.start / Double(sampleRate) / step.seconds).rounded(.down)) * step.divisions
    let last = Int(((viewport.start + viewport.span) / Double(sampleRate) / minor).rounded(.up))
    let end = Double(viewport.length)
    var ticks: [Tick] = []
    for index in first...Swift.max(first, last) {
      let seconds = Double(index) / Double(step.divisions) * step.seconds
      let frame = seconds * Double(sampleRate)
      guard frame <= end else { break }
      let isMajor = index % step.divisions == 0
      ticks.append(
        Tick(
          x: viewport.pixel(ofFrame: frame),
          label: isMajor ? Self.label(index / step.divisions, step: step) : nil))
    }
    self.ticks = ticks
  }

  private struct Step {
    var seconds: Double
    /// Minor intervals in a major one.
    let divisions: Int
    /// Digits after the seconds.
    let decimals: Int
  }

  private static let steps: [Step] = {
    var steps: [Step] = []
    for decimals in stride(from: 6, through: 1, by: -1) {
      var unit = 1.0
      for _ in 0..<decimals { unit *= 10 }
      steps += [(1, 5), (2, 4), (5, 5)].map {
        Step(seconds: Double($0.0) / unit, divisions: $0.1, decimals: decimals)
      }
    }
    let whole: [(Int, Int)] = [
      (1, 5), (2, 4), (5, 5), (10, 5), (15, 3), (30, 6), (60, 6), (120, 4), (300, 5), (600, 5), (900, 3),
      (1800, 6),
      (3600, 6), (7200, 4), (10_800, 3), (21_600, 6), (43_200, 6), (86_400, 6), (172_800, 4), (432_000, 5),
      (864_000, 5), (8_640_000, 5), (86_400_000, 5), (864_000_000, 5), (8_640_000_000, 5),
    ]
    return steps + whole.map { Step(seconds: Double($0.0), divisions: $0.1, decimals: 0) }
  }()

  private static func label(_ index: Int, step: Step) -> String {
    guard step.decimals > 0 else {
      return Timecode(milliseconds: Int(Double(index) * step.seconds) * 1000).clock
    }
    var unit = 1
    for _ in 0..<step.decimals { unit *= 10 }
    let units = index * Int((step.seconds * Double(unit)).rounded())
    let clock = Timecode(milliseconds: units / unit * 1000).clock
    return clock + "." + padded(units % unit, step.decimals)
  }
}
