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
  /// Seconds between two labels; by the labels' own count where video frames are labelled.
  public let majorStep: Double

  /// - Parameters:
  ///   - sampleRate: frames per second, > 0.
  ///   - labelSpacing: the least distance between two labels, in device pixels; labels never overlap when it
  ///     exceeds their width.
  ///   - format: how labels are written; ticks stand where that has round numbers.
  public init(viewport: Viewport, sampleRate: Int, labelSpacing: Int, format: TimeFormat = .clock) {
    let scale = Scale(format: format, sampleRate: sampleRate)
    let unitsPerPixel = viewport.framesPerPixel / scale.framesPerUnit
    let drops = format.videoRate?.dropsLabels == true
    // A label that is left out stands two video frames later: so much closer to the next one.
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
    var before = Int((scale.units(atFrame: viewport.start) / step.size).rounded(.down))
    if drops, step.size < Scale.shift, scale.isLeftOut(Double(before) * step.size) {
      before = Int((Double(before) * step.size / 1800).rounded(.down) * 1800 / step.size) - 1
    }
    let first = Swift.max(before, 0) * step.divisions
    let last = Int((scale.units(atFrame: viewport.start + viewport.span) / minor).rounded(.up))
    let end = Double(viewport.length)
    var ticks: [Tick] = []
    for index in first...Swift.max(first, last) {
      let units = Double(index) / Double(step.divisions) * step.size
      let frame = scale.frame(atUnits: units)
      guard frame <= end else { break }
      let isMajor = index % step.divisions == 0
      if drops, (isMajor ? step.size : minor) < Scale.shift, scale.isLeftOut(units) { continue }
      ticks.append(
        Tick(
          x: viewport.pixel(ofFrame: frame),
          label: isMajor ? scale.label(index / step.divisions, step: step) : nil))
    }
    self.ticks = ticks
  }

  /// From what a format counts to frames and back.
  private struct Scale {
    let format: TimeFormat
    let sampleRate: Int

    /// Frames in a second, a frame or a video frame.
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

    /// From this step on, a label that is left out is replaced by the next one; below, it has no tick.
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

    /// What is left out is never written.
    private func label(of units: Int) -> String {
      let rate = format.videoRate!
      return rate.text(ofLabel: rate.label(ofVideoFrame: rate.videoFrame(ofLabel: units)))
    }
  }
}
