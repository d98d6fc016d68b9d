// CurvePainter.swift
// How samples are drawn that are wider than half a pixel: a line of even weight, dots on it, and marks where
// it leaves full scale. Decides which part of every pixel is covered; others only fill the pixels.

import WaveformCore

/// The shapes of a curve in one lane.
public struct CurvePainter {
  private let palette: Palette
  private let height: Int
  private let scale: Int
  private let amplitude: (Float) -> Float

  /// The width of the line in logical pixels.
  static let lineWidth: Float = 1.5
  /// Half of the width, in quarters of a device pixel.
  private var reach: Int { Int(Self.lineWidth * 2) * scale }
  private var radius: Float { Float(reach) / Float(SampleCurve.pointsPerPixel) }

  /// How many pixels beside a curve its picture depends on: half of the largest dot.
  public static func margin(scale: Int) -> Int { 4 * scale }

  /// - Parameter scale: device pixels per logical pixel.
  init(_ palette: Palette, _ geometry: BarGeometry, scale: Int) {
    self.palette = palette
    height = 2 * geometry.halfHeight
    self.scale = scale
    let half = Float(geometry.halfHeight)
    let unit = geometry.amplitude
    amplitude = { half - unit.position(of: $0) * half }
  }

  // MARK: Line and dots

  /// The line and its dots, which overlap; clipped to the tile.
  func layers(of curve: SampleCurve, state: PlayState) -> [CoverageLayer] {
    let layers = [CoverageLayer(color: color(state), spans: line(curve))]
    return curve.dots.isEmpty ? layers : layers + [CoverageLayer(color: color(state), spans: dots(curve))]
  }

  func color(_ state: PlayState) -> Color {
    state == .played ? palette.playedLoudness : palette.unplayedLoudness
  }

  /// The row of every point, from the top of the lane. Beyond full scale the line runs along the lane's edge,
  /// at its full weight.
  func heights(_ curve: SampleCurve) -> [Float] {
    let limit = max(Float(height) - radius, radius)
    return curve.points.map { $0.isNaN ? .nan : min(max(amplitude($0), radius), limit) }
  }

  /// The area that a round pen covers along the points: each place reaches as far up and down as the circles
  /// about the points nearby. So steep slopes keep their weight, and corners are round and no taller than the
  /// pen.
  private func line(_ curve: SampleCurve) -> [CoverageSpan] {
    let heights = heights(curve)
    let quarters = SampleCurve.pointsPerPixel
    let first = curve.margin * quarters
    var tops = [Float](repeating: .nan, count: curve.count * quarters + 1)
    var bottoms = tops
    let circle = (-reach...reach).map { place -> (place: Int, half: Float) in
      let x = Float(place) / Float(quarters)
      return (place, max(radius * radius - x * x, 0).squareRoot())
    }
    for index in tops.indices {
      var top = Float.infinity
      var bottom = -Float.infinity
      for (place, half) in circle {
        // Comparisons with NaN are false, so missing points are skipped.
        let y = heights[first + index + place]
        if y - half < top { top = y - half }
        if y + half > bottom { bottom = y + half }
      }
      if top <= bottom { (tops[index], bottoms[index]) = (top, bottom) }
    }
    var spans: [CoverageSpan] = []
    var column = CoverageColumn(rows: height)
    let share = 1 / Float(quarters)
    for x in 0..<curve.count {
      for index in x * quarters..<(x + 1) * quarters {
        guard !tops[index].isNaN, !tops[index + 1].isNaN else { continue }
        column.add(edgeFrom: tops[index], to: tops[index + 1], share: share)
        column.add(edgeFrom: bottoms[index], to: bottoms[index + 1], share: -share)
      }
      column.finish { spans.append(CoverageSpan(x: x, y: $0, height: $1, coverage: $2)) }
    }
    return spans
  }

  /// Discs on the samples, at whole pixels.
  private func dots(_ curve: SampleCurve) -> [CoverageSpan] {
    let disc = Self.disc(diameter: dotDiameter(pixelsPerFrame: curve.pixelsPerFrame))
    var spans: [CoverageSpan] = []
    for circle in circles(curve) {
      let left = Int((circle.x - circle.radius).rounded(.down))
      let top = Int(circle.y - circle.radius)
      for span in disc where left + span.x >= 0 && left + span.x < curve.count {
        let rows = min(span.height, height - top - span.y)
        guard rows > 0 else { continue }
        spans.append(
          CoverageSpan(x: left + span.x, y: top + span.y, height: rows, coverage: span.coverage))
      }
    }
    return spans
  }

  /// A dot's center and radius; its bounding square consists of whole pixels.
  struct Circle {
    let x: Double, y: Double, radius: Double
  }

  /// The dots of all samples whose pixels lie in the curve or beside it.
  func circles(_ curve: SampleCurve) -> [Circle] {
    guard !curve.dots.isEmpty else { return [] }
    let diameter = dotDiameter(pixelsPerFrame: curve.pixelsPerFrame)
    let radius = Double(diameter) / 2
    return curve.dots.map { dot in
      let left = dot.pixel - (diameter - scale) / 2
      let middle = min(max(amplitude(dot.value), 0), Float(height))
      let top = min(max(Int((Double(middle) - radius).rounded()), 0), max(height - diameter, 0))
      return Circle(x: Double(left) + radius, y: Double(top) + radius, radius: radius)
    }
  }

  /// Three logical pixels where samples are close together, seven where they are far apart. Odd numbers, so
  /// that the center of a dot is that of a logical pixel.
  func dotDiameter(pixelsPerFrame: Double) -> Int {
    let room = pixelsPerFrame / Double(scale)
    return (room < 6 ? 3 : room < 16 ? 5 : 7) * scale
  }

  /// The areas of a disc, from 8 × 8 places in each pixel, which is exact enough.
  private static func disc(diameter: Int) -> [CoverageSpan] {
    let middle = Float(diameter) / 2
    var spans: [CoverageSpan] = []
    for x in 0..<diameter {
      var column = CoverageColumn(rows: diameter)
      for place in 0..<8 {
        func half(_ place: Int) -> Float {
          let distance = Float(x) + Float(place) / 8 - middle
          return max(middle * middle - distance * distance, 0).squareRoot()
        }
        column.add(edgeFrom: middle - half(place), to: middle - half(place + 1), share: 1 / 8)
        column.add(edgeFrom: middle + half(place), to: middle + half(place + 1), share: -1 / 8)
      }
      column.finish { spans.append(CoverageSpan(x: x, y: $0, height: $1, coverage: $2)) }
    }
    return spans
  }

  // MARK: Marks

  /// Marks where full scale is left, at the lane's edges and above the line: two logical pixels tall for
  /// samples, as over columns, and one for the curve between samples.
  func overs(_ curve: SampleCurve) -> [PixelRect] {
    var rects: [PixelRect] = []
    for x in 0..<curve.count {
      let (above, below) = (thickness(curve.above[x]), thickness(curve.below[x]))
      if above > 0 { rects.append(PixelRect(x: x, y: 0, width: 1, height: above)) }
      if below > 0 { rects.append(PixelRect(x: x, y: height - below, width: 1, height: below)) }
    }
    return rects
  }

  /// At most half of the lane.
  private func thickness(_ over: SampleCurve.Over) -> Int {
    switch over {
    case .none: 0
    case .betweenSamples: min(scale, height / 2)
    case .sample: min(2 * scale, height / 2)
    }
  }
}
