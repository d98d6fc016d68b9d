// BarGeometry.swift
// From columns to rectangles on the device grid: whole pixels only, so that nothing is ever blurred. The
// painters fill these rectangles; nobody else decides where an edge lies.

/// A bar, or the column of an envelope: whole device pixels.
public struct PixelRect: Hashable, Sendable {
  public var x: Int, y: Int, width: Int, height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// How wide bars are and how far they stand apart, in device pixels.
public struct BarMetrics: Hashable, Sendable {
  public let width: Int, gap: Int

  public init(width: Int, gap: Int) {
    precondition(width > 0 && gap >= 0)
    self.width = width
    self.gap = gap
  }

  /// Two logical pixels of bar and one of gap.
  public init(scaleFactor: Int) { self.init(width: 2 * scaleFactor, gap: scaleFactor) }

  /// Device pixels from one bar to the next.
  public var pitch: Int { width + gap }

  /// The same on a screen of so many device pixels per logical one.
  public func scaled(by scaleFactor: Int) -> BarMetrics {
    BarMetrics(width: width * scaleFactor, gap: gap * scaleFactor)
  }

  /// The grid whose columns are bars.
  public func grid(over pixels: PixelGrid) -> PixelGrid {
    PixelGrid(framesPerPixel: pixels.framesPerPixel * Double(pitch))
  }
}

/// Rectangles for the columns of one lane. All y are from the top of the lane, downwards.
public struct BarGeometry: Hashable, Sendable {
  /// Height of the lane in device pixels; at least 2.
  public let height: Int

  public init(height: Int) { self.height = max(height, 2) }

  /// Device pixels from the middle to full scale, above and below alike.
  public var halfHeight: Int { height / 2 }

  /// Bars mirrored about the middle, as tall as the largest |x| of their column.
  ///
  /// Bar `i` begins at `i × pitch`. The shortest bar, silence, is one pixel above and one below the middle.
  public func bars(_ columns: WaveformColumns, metrics: BarMetrics) -> [PixelRect] {
    var bars: [PixelRect] = []
    bars.reserveCapacity(columns.count)
    for column in 0..<columns.count where !columns.isEmpty(at: column) {
      let peak = max(columns.high[column], -columns.low[column])
      let half = max(1, nearestInt(min(peak, 1) * Float(halfHeight)))
      bars.append(
        PixelRect(x: column * metrics.pitch, y: halfHeight - half, width: metrics.width, height: 2 * half))
    }
    return bars
  }

  /// One rectangle per device pixel from the highest to the lowest sample; at least one pixel tall.
  public func peaks(_ columns: WaveformColumns) -> [PixelRect] {
    rects(columns) { (columns.low[$0], columns.high[$0]) }
  }

  /// One rectangle per device pixel around the middle, ± `loudness`, never beyond the peaks.
  public func loudness(_ columns: WaveformColumns, _ loudness: [Float]) -> [PixelRect] {
    rects(columns) {
      // Rounded, the loudness of a constant level may be a hair below every sample: then it is the nearest one.
      let (low, high) = (columns.low[$0], columns.high[$0])
      return (min(max(-loudness[$0], low), high), max(min(loudness[$0], high), low))
    }
  }

  /// The columns that leave full scale, as marks at the lane's edges `thickness` pixels tall.
  public func overs(_ columns: WaveformColumns, width: Int, pitch: Int, thickness: Int) -> [PixelRect] {
    var marks: [PixelRect] = []
    for column in 0..<columns.count where !columns.isEmpty(at: column) {
      let x = column * pitch
      if columns.high[column] > 1 { marks.append(PixelRect(x: x, y: 0, width: width, height: thickness)) }
      if columns.low[column] < -1 {
        marks.append(PixelRect(x: x, y: 2 * halfHeight - thickness, width: width, height: thickness))
      }
    }
    return marks
  }

  /// The y of amplitude `value`, clamped to full scale: 0 at +1, `2 × halfHeight` at −1.
  @inline(__always)
  public func y(of value: Float) -> Int {
    halfHeight &- nearestInt(min(max(value, -1), 1) * Float(halfHeight))
  }

  private func rects(_ columns: WaveformColumns, _ extent: (Int) -> (low: Float, high: Float)) -> [PixelRect]
  {
    var rects: [PixelRect] = []
    rects.reserveCapacity(columns.count)
    for column in 0..<columns.count where !columns.isEmpty(at: column) {
      let (low, high) = extent(column)
      var top = y(of: high)
      var bottom = y(of: low)
      if bottom <= top {
        // A level of its own keeps one pixel, inside the peaks; at −1 that pixel still lies inside the lane.
        let end = max(y(of: columns.low[column]), min(y(of: columns.high[column]), 2 * halfHeight - 1) + 1)
        top = min(top, end - 1)
        bottom = top + 1
      }
      rects.append(PixelRect(x: column, y: top, width: 1, height: bottom &- top))
    }
    return rects
  }
}

/// The nearest integer, halves away from zero: `rounded()` without its call into libm, which costs more than
/// everything else about a bar where the processor's own rounding may not be used (SSE4.1). Exact: no Float that
/// is small enough to be a row loses anything when half of one is added to it as a Double.
@inline(__always)
private func nearestInt(_ value: Float) -> Int {
  Int(Double(value) + Double(signOf: Double(value), magnitudeOf: 0.5))
}
