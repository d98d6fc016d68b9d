// RulerTicks.swift
// Where the ruler has ticks and labels, from days to fractions of a millisecond, and the distances that
// labels may have: round numbers of what is counted. Pure values; the view only draws them.

/// Ticks of a time ruler over a viewport.
public struct RulerTicks: Hashable, Sendable {
  /// A tick at a whole device pixel.
  public struct Tick: Hashable, Sendable {
    /// Device pixels from the left edge of the view.
    public let x: Int
    /// On the time axis; lies between two frames where time does not fit them.
    public let frame: Double
    /// The time beside a major tick; nil for a minor one.
    public let label: String?
  }

  /// The least distance of two labels, in logical pixels.
  public static let labelSpacing = 104

  /// From left to right; the first one may lie left of the view, so that its label is visible.
  public let ticks: [Tick]
  /// Seconds between two labels; for labels of video frames, seconds as the labels count them.
  public let majorStep: Double

  /// - Parameters:
  ///   - sampleRate: frames per second, > 0.
  ///   - labelSpacing: the least distance between two labels, in device pixels; labels do not overlap when it
  ///     exceeds their width.
  ///   - format: how labels are written; ticks lie at round numbers of this format.
  ///   - origin: what the labels call the first frame, in frames, 0…2⁵²: a time of day.
  public init(
    viewport: Viewport, sampleRate: Int, labelSpacing: Int, format: TimeFormat = .clock, origin: Int = 0
  ) {
    self.init(
      Axis(
        start: viewport.start, span: viewport.span, framesPerPixel: viewport.framesPerPixel,
        length: viewport.length, pixel: viewport.pixel(ofFrame:)),
      sampleRate: sampleRate, labelSpacing: labelSpacing, format: format, origin: origin)
  }

  /// The ticks of a picture: pixel 0 of `grid` is its left edge. See the other initializer.
  ///
  /// - Parameter length: where the axis ends, in frames.
  public init(
    grid: PixelGrid, width: Int, length: Int, sampleRate: Int, labelSpacing: Int, format: TimeFormat = .clock,
    origin: Int = 0
  ) {
    self.init(
      Axis(
        start: grid.origin, span: grid.framesPerPixel * Double(width), framesPerPixel: grid.framesPerPixel,
        length: length, pixel: grid.nearestEdge(toFrame:)),
      sampleRate: sampleRate, labelSpacing: labelSpacing, format: format, origin: origin)
  }

  /// The stretch of time that has ticks.
  private struct Axis {
    let start: Double, span: Double, framesPerPixel: Double
    let length: Int
    let pixel: (Double) -> Int
  }

  private init(_ axis: Axis, sampleRate: Int, labelSpacing: Int, format: TimeFormat, origin: Int) {
    let start = axis.start + Double(origin)
    let scale = Scale(format: format, sampleRate: sampleRate)
    let unitsPerPixel = axis.framesPerPixel / scale.framesPerUnit
    let drops = format.videoRate?.dropsLabels == true
    // The label that replaces one left out comes two video frames later: by so much it is closer to the next
    // one.
    let isWide = { (step: RulerStep) in
      let least = drops && step.size >= Scale.shift ? step.size - 2 : step.size
      return least / unitsPerPixel >= Double(labelSpacing)
    }
    let steps = RulerStep.steps(for: format)
    var step = steps.first(where: isWide) ?? steps[steps.count - 1]
    while !isWide(step) { step.size *= 10 }
    majorStep = step.size * scale.framesPerUnit / Double(sampleRate)
    // Counted in minor ticks from time 0: integers, so that no rounding error builds up.
    let minor = step.size / Double(step.divisions)
    var before = Int((scale.units(atFrame: start) / step.size).rounded(.down))
    if drops, step.size < Scale.shift, scale.isLeftOut(Double(before) * step.size) {
      before = Int((Double(before) * step.size / 1800).rounded(.down) * 1800 / step.size) - 1
    }
    let first = Swift.max(before, 0) * step.divisions
    let last = Int((scale.units(atFrame: start + axis.span) / minor).rounded(.up))
    let end = Double(axis.length) + Double(origin)
    var ticks: [Tick] = []
    for index in first...Swift.max(first, last) {
      let units = Double(index) / Double(step.divisions) * step.size
      let frame = scale.frame(atUnits: units)
      guard frame <= end else { break }
      let isMajor = index % step.divisions == 0
      if drops, (isMajor ? step.size : minor) < Scale.shift, scale.isLeftOut(units) { continue }
      ticks.append(
        Tick(
          x: axis.pixel(frame - Double(origin)), frame: frame - Double(origin),
          label: isMajor ? scale.label(index / step.divisions, step: step) : nil))
    }
    self.ticks = ticks
  }

  /// Converts between frames and what a format counts.
  private struct Scale {
    let format: TimeFormat
    let sampleRate: Int

    /// Frames per second, frame or video frame.
    var framesPerUnit: Double {
      if let rate = format.videoRate { return rate.start(ofVideoFrame: 1, sampleRate: sampleRate) }
      return format == .frames ? 1 : Double(sampleRate)
    }

    func frame(atUnits units: Double) -> Double {
      guard let rate = format.videoRate else { return units * framesPerUnit }
      guard rate.dropsLabels else { return rate.start(ofVideoFrame: units, sampleRate: sampleRate) }
      let whole = units.rounded(.down)
      let index = Double(rate.videoFrame(ofLabel: Int(whole)))
      return rate.start(ofVideoFrame: index + (units - whole), sampleRate: sampleRate)
    }

    /// How many units, or labels, lie before `frame`.
    func units(atFrame frame: Double) -> Double {
      let index = frame / framesPerUnit
      guard let rate = format.videoRate, rate.dropsLabels else { return index }
      let whole = index.rounded(.down)
      return Double(rate.label(ofVideoFrame: Int(whole))) + (index - whole)
    }

    /// From this step on, a label that is left out is replaced by the next one; at smaller steps it has no
    /// tick.
    static let shift = 10.0

    func isLeftOut(_ units: Double) -> Bool {
      guard let rate = format.videoRate else { return false }
      let label = Int(units.rounded(.down))
      return rate.label(ofVideoFrame: rate.videoFrame(ofLabel: label)) != label
    }

    func label(_ index: Int, step: RulerStep) -> String {
      var unit = 1
      for _ in 0..<step.decimals { unit *= 10 }
      let units = index * Int((step.size * Double(unit)).rounded())
      let (whole, rest) = units.quotientAndRemainder(dividingBy: unit)
      let text =
        switch format {
        case .clock: Timecode(milliseconds: whole * 1000).clock
        case .seconds, .frames: grouped(whole)
        default: label(of: whole)
        }
      return step.decimals > 0 ? text + "." + padded(rest, step.decimals) : text
    }

    /// Labels that are left out are never written.
    private func label(of units: Int) -> String {
      let rate = format.videoRate!
      return rate.text(ofLabel: rate.label(ofVideoFrame: rate.videoFrame(ofLabel: units)))
    }
  }
}

/// A distance between two labels.
private struct RulerStep {
  /// In seconds, frames or labels of video frames, as the format counts.
  var size: Double
  /// Minor intervals in a major one.
  let divisions: Int
  /// Decimals of its labels.
  let decimals: Int

  /// From the smallest to the largest.
  static func steps(for format: TimeFormat) -> [RulerStep] {
    switch format {
    case .clock: clock
    case .seconds: fractions(6) + decimals(from: 1)
    case .frames: decimals(from: 1)
    default: video(format.videoRate!)
    }
  }

  private static let clock = fractions(6) + sixtieths(each: 1, divisions: 5)

  /// 1, 2 and 5 of each power of ten below 1.
  private static func fractions(_ digits: Int) -> [RulerStep] {
    stride(from: digits, through: 1, by: -1).flatMap { decimals in
      let unit = (0..<decimals).reduce(1.0) { unit, _ in unit * 10 }
      return [(1, 5), (2, 4), (5, 5)].map {
        RulerStep(size: Double($0.0) / unit, divisions: $0.1, decimals: decimals)
      }
    }
  }

  /// 1, 2 and 5 of each power of ten, beyond the length of any recording.
  private static func decimals(from unit: Double) -> [RulerStep] {
    (0..<15).flatMap { power in
      let unit = (0..<power).reduce(unit) { unit, _ in unit * 10 }
      return [(1, 5), (2, 4), (5, 5)].map {
        RulerStep(size: Double($0.0) * unit, divisions: $0.1, decimals: 0)
      }
    }
  }

  /// Seconds, minutes, hours and days, when a second has `each` units; divided into `divisions`.
  private static func sixtieths(each: Int, divisions: Int) -> [RulerStep] {
    let steps: [(Int, Int)] = [
      (1, divisions), (2, 4), (5, 5), (10, 5), (15, 3), (30, 6), (60, 6), (120, 4), (300, 5), (600, 5),
      (900, 3), (1800, 6), (3600, 6), (7200, 4), (10_800, 3), (21_600, 6), (43_200, 6), (86_400, 6),
      (172_800, 4), (432_000, 5), (864_000, 5), (8_640_000, 5), (86_400_000, 5), (864_000_000, 5),
      (8_640_000_000, 5),
    ]
    return steps.map { RulerStep(size: Double($0.0 * each), divisions: $0.1, decimals: 0) }
  }

  /// Fractions of a video frame, a few of them, and then the steps of the clock.
  private static func video(_ rate: VideoRate) -> [RulerStep] {
    let few: [(Int, Int)] =
      switch rate.nominal {
      case 24: [(1, 4), (2, 2), (4, 4), (12, 6)]
      case 25: [(1, 5), (5, 5)]
      default: [(1, 5), (2, 2), (5, 5), (10, 5), (15, 3)]
      }
    return fractions(4) + few.map { RulerStep(size: Double($0.0), divisions: $0.1, decimals: 0) }
      + sixtieths(each: rate.nominal, divisions: rate.nominal == 24 ? 4 : 5)
  }
}
