// SampleCurve.swift
// Samples as a drawn curve, for zoom levels at which a sample is wider than half a pixel. This immutable
// snapshot crosses from the samples to the drawing, as `WaveformColumns` does at coarser zoom levels.

/// One channel's curve over a run of device pixels.
///
/// It has four points per pixel. Their grid is counted from frame 0, as that of the pixels is, so that
/// neighbouring tiles share their points where they meet.
public struct SampleCurve: Equatable, Sendable {
  /// How samples are connected.
  public enum Kind: Sendable {
    /// Straight lines: the samples are so close together that a curve would look the same.
    case line
    /// The curve that a converter plays; the samples are dots on it.
    case bandLimited
  }

  /// A sample that is drawn as a dot.
  public struct Dot: Equatable, Sendable {
    /// The pixel on whose left edge the dot is centered, from the left edge of the curve. It may lie outside
    /// the curve, because a dot is wider than a pixel.
    public let pixel: Int
    /// In full scale; finite.
    public let value: Float
  }

  /// Whether a pixel leaves full scale.
  public enum Over: Sendable {
    case none
    /// The curve leaves it between samples that lie within: a converter may clip.
    case betweenSamples
    /// A sample leaves it.
    case sample
  }

  public let kind: Kind
  /// Device pixels from one sample to the next.
  public let pixelsPerFrame: Double
  /// The pixels of the curve, and the pixels that `points` has in addition on either side, because a line has
  /// a width.
  public let count: Int, margin: Int
  /// Heights in full scale at every quarter of a pixel, from `margin` pixels before the curve: (`count` + 2 ×
  /// `margin`) × 4 + 1 of them. NaN where there is no curve.
  public let points: [Float]
  public let dots: [Dot]
  /// How each pixel of the curve leaves full scale, above and below.
  public let above: [Over], below: [Over]

  public init(
    kind: Kind, pixelsPerFrame: Double, count: Int, margin: Int, points: [Float], dots: [Dot], above: [Over],
    below: [Over]
  ) {
    precondition(points.count == (count + 2 * margin) * Self.pointsPerPixel + 1)
    precondition(above.count == count && below.count == count)
    self.kind = kind
    self.pixelsPerFrame = pixelsPerFrame
    self.count = count
    self.margin = margin
    self.points = points
    self.dots = dots
    self.above = above
    self.below = below
  }

  /// The same curve with every value on one side of the axis: above it for `sign` 1, below it for −1.
  public func magnitude(sign: Float) -> SampleCurve {
    let overs = zip(above, below).map { $0 == .none ? $1 : $0 == .betweenSamples && $1 == .sample ? $1 : $0 }
    let none = [Over](repeating: .none, count: count)
    return SampleCurve(
      kind: kind, pixelsPerFrame: pixelsPerFrame, count: count, margin: margin,
      points: points.map { sign * $0.magnitude },
      dots: dots.map { Dot(pixel: $0.pixel, value: sign * $0.value.magnitude) },
      above: sign > 0 ? overs : none, below: sign > 0 ? none : overs)
  }

  public static let pointsPerPixel = 4
  /// A curve beyond this value is marked. It is 0.01 dB above full scale, because a sine at full scale
  /// exceeds it by the rounding of its samples.
  public static let overLimit: Float = 1.00115

  /// True when samples are drawn as a curve at this zoom: each is at least half a pixel wide.
  public static func suits(_ grid: PixelGrid) -> Bool { grid.framesPerPixel <= 2 }

  /// Lines for samples up to three pixels wide, curves for wider ones.
  public static func kind(on grid: PixelGrid) -> Kind {
    grid.framesPerPixel * 3 >= 1 ? .line : .bandLimited
  }

  /// The frames that a curve over these pixels needs.
  ///
  /// - Parameter margin: as for `SampleSlice.curve`.
  public static func frames(grid: PixelGrid, first: Int, count: Int, margin: Int) -> FrameRange {
    let reach = SincInterpolator.reach + 1
    return grid.firstFrame(ofPixel: first - margin) - reach..<grid.firstFrame(ofPixel: first + count + margin)
      + reach
  }
}

/// From frames to quarter pixels and back, counted from the left edge of pixel 0.
///
/// A sample is drawn in the middle of a line that begins at its pixel and is one logical pixel wide, like the
/// playhead.
struct CurvePlaces {
  private let grid: PixelGrid
  /// Half of a logical pixel, in quarters of a device pixel.
  let pen: Double

  init(grid: PixelGrid, scale: Int) {
    self.grid = grid
    pen = Double(2 * scale)
  }

  /// The frame at a quarter; fractional.
  func frame(ofQuarter quarter: Int) -> Double {
    (Double(quarter) - pen) / 4 * grid.framesPerPixel + grid.origin
  }

  /// The quarter nearest to a frame.
  func quarter(ofFrame frame: Int) -> Int {
    Int(((Double(frame) - grid.origin) / grid.framesPerPixel * 4 + pen).rounded())
  }

  /// The pixel whose left edge is nearest to a frame.
  func pixel(ofFrame frame: Int) -> Int { grid.nearestEdge(toFrame: Double(frame)) }
}
