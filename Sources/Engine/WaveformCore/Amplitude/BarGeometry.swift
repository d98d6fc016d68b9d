// BarGeometry.swift
// From columns to rows on the device grid: whole pixels only, so that nothing is blurred. Painters fill these
// rows and decide no edges themselves. The compiler vectorises the loops: they have no branches, no bounds
// checks, and a single way to round.

/// Rows for the columns of one lane. All y are from the top of the lane, downwards.
public struct BarGeometry: Hashable, Sendable {
  /// Height of the lane in device pixels; 2…32,766.
  public let height: Int
  public let amplitude: AmplitudeScale

  public init(height: Int, amplitude: AmplitudeScale = .fullScale) {
    self.height = min(max(height, 2), 32_766)
    self.amplitude = amplitude
  }

  /// Device pixels from the middle to full scale, above and below alike.
  public var halfHeight: Int { height / 2 }

  @inline(__always)
  private var linearRows: LinearRows { LinearRows(amplitude, halfHeight: halfHeight) }
  @inline(__always)
  private var logarithmicRows: LogarithmicRows { LogarithmicRows(amplitude, halfHeight: halfHeight) }

  /// The y of amplitude `value`, clamped to the edges: 0 at the upper one, `2 × halfHeight` at the lower one.
  @inline(__always)
  public func y(of value: Float) -> Int {
    switch amplitude.unit {
    case .linear: halfHeight &- Int(linearRows.rows(value))
    case .decibels: halfHeight &- Int(logarithmicRows.rows(value))
    }
  }

  // MARK: Columns

  /// Bars mirrored about the middle, as tall as the largest |x| of their column. In mirrored columns each
  /// half has its own height. The shortest bar, silence, is one pixel above and one below the middle.
  public func barSpans(_ columns: WaveformColumns) -> RowSpans {
    switch amplitude.unit {
    case .linear: RowSpans(bars: columns, half: halfHeight, linearRows)
    case .decibels: RowSpans(bars: columns, half: halfHeight, logarithmicRows)
    }
  }

  /// From the highest to the lowest sample; at least one pixel tall.
  public func peakSpans(_ columns: WaveformColumns) -> RowSpans {
    switch amplitude.unit {
    case .linear: RowSpans(peaks: columns, half: halfHeight, linearRows)
    case .decibels: RowSpans(peaks: columns, half: halfHeight, logarithmicRows)
    }
  }

  /// Spans of ± `loudness` about the middle, never beyond the peaks.
  ///
  /// - Parameter peaks: the spans of the same columns' peaks.
  public func loudnessSpans(
    _ columns: WaveformColumns, _ loudness: EnvelopeLoudness, within peaks: RowSpans
  ) -> RowSpans {
    switch amplitude.unit {
    case .linear: RowSpans(loudness, of: columns, within: peaks, half: halfHeight, linearRows)
    case .decibels: RowSpans(loudness, of: columns, within: peaks, half: halfHeight, logarithmicRows)
    }
  }

  /// See `barSpans`; bar `i` begins at `i × pitch`.
  public func bars(_ columns: WaveformColumns, metrics: BarMetrics) -> [PixelRect] {
    barSpans(columns).rects(width: metrics.width, pitch: metrics.pitch)
  }

  /// See `peakSpans`.
  public func peaks(_ columns: WaveformColumns) -> [PixelRect] {
    peakSpans(columns).rects(width: 1, pitch: 1)
  }

  /// See `loudnessSpans`.
  public func loudness(_ columns: WaveformColumns, _ loudness: EnvelopeLoudness) -> [PixelRect] {
    loudnessSpans(columns, loudness, within: peakSpans(columns)).rects(width: 1, pitch: 1)
  }

  /// Marks for the columns beyond full scale, at the lane's edges, `thickness` pixels tall.
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
}
