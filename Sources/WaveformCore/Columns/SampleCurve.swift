// SampleCurve.swift
// Samples as a drawn curve, for zoom levels at which a sample is wider than half a pixel. This immutable
// snapshot crosses from the samples to the drawing, as `WaveformColumns` does at coarser zoom levels.

/// One channel's curve over a run of device pixels.
///
/// It is sampled four times a pixel, on a grid that is counted from frame 0 as pixels are, so that neighbouring
/// tiles have the same points where they meet.
public struct SampleCurve: Equatable, Sendable {
  /// What runs between the samples.
  public enum Kind: Sendable {
    /// Straight lines: samples stand so close that nothing else could be told from them.
    case line
    /// What a converter plays. The samples are dots on it.
    case bandLimited
  }

  /// A sample that is drawn as a dot.
  public struct Dot: Equatable, Sendable {
    /// The pixel on whose left edge it stands, from the left edge of the curve; may lie outside of the curve,
    /// for a dot is wider than a pixel.
    public let pixel: Int
    /// In full scale; finite.
    public let value: Float
  }

  /// How a pixel leaves full scale.
  public enum Over: Sendable {
    case none
    /// Between samples only, which lie within: a converter may clip.
    case betweenSamples
    /// A sample itself does.
    case sample
  }

  public let kind: Kind
  /// Device pixels from one sample to the next.
  public let pixelsPerFrame: Double
  /// Pixels of the curve, and how many more `points` has to either side: as far as a line's width reaches.
  public let count: Int, margin: Int
  /// Heights in full scale at every quarter of a pixel, from `margin` pixels before the curve on:
  /// (`count` + 2 × `margin`) × 4 + 1 of them. NaN where there is nothing.
  public let points: [Float]
  public let dots: [Dot]
  /// Above and below full scale, one for each pixel of the curve.
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
  /// How far the curve leaves full scale before that is marked: 0.01 dB, for a sine at full scale passes it by as
  /// much as its samples were rounded.
  public static let overLimit: Float = 1.00115

  /// True when samples are drawn as a curve at this zoom: from half a pixel for each on.
  public static func suits(_ grid: PixelGrid) -> Bool { grid.framesPerPixel <= 2 }

  /// Lines up to three pixels for each sample, curves beyond.
  public static func kind(on grid: PixelGrid) -> Kind {
    grid.framesPerPixel * 3 >= 1 ? .line : .bandLimited
  }

  /// The frames of which a curve over these pixels is made.
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
/// A sample stands in the middle of a line that begins at its pixel and is one logical pixel wide, as the playhead
/// is when it stands there.
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

  /// The quarter that is nearest to a frame.
  func quarter(ofFrame frame: Int) -> Int {
    Int(((Double(frame) - grid.origin) / grid.framesPerPixel * 4 + pen).rounded())
  }

  /// The pixel whose left edge is nearest to a frame.
  func pixel(ofFrame frame: Int) -> Int { grid.nearestEdge(toFrame: Double(frame)) }
}
