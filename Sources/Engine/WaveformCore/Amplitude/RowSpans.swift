// RowSpans.swift
// Which rows of a lane each column covers, for painters to fill: two arrays of small integers, of which eight
// at a time can be compared with a row.

/// The rows of a run of columns, from the top of the lane downwards.
public struct RowSpans: Equatable, Sendable {
  /// The first row of each column, and the row behind its last one; equal in an empty column.
  public internal(set) var tops: [Int16], bottoms: [Int16]

  public var count: Int { tops.count }

  public func isEmpty(at column: Int) -> Bool { tops[column] == bottoms[column] }

  /// Takes the rows of a column away.
  public mutating func clear(_ column: Int) { bottoms[column] = tops[column] }

  /// One rectangle for each column that shows something; column `i` begins at `i × pitch`.
  public func rects(width: Int, pitch: Int) -> [PixelRect] {
    var rects: [PixelRect] = []
    rects.reserveCapacity(count)
    for column in 0..<count where !isEmpty(at: column) {
      let top = Int(tops[column])
      rects.append(
        PixelRect(x: column &* pitch, y: top, width: width, height: Int(bottoms[column]) &- top))
    }
    return rects
  }

  /// `count` spans, each made by `span`, which gives the first row and the one behind the last.
  @inline(__always)
  private init(count: Int, _ span: (Int) -> (top: Int32, bottom: Int32)) {
    var bottoms: [Int16] = []
    tops = Array(unsafeUninitializedCapacity: count) { tops, topCount in
      bottoms = Array(unsafeUninitializedCapacity: count) { bottoms, bottomCount in
        // Both arrays have room for `count` elements; each is written before the count is set.
        if let tops = tops.baseAddress, let bottoms = bottoms.baseAddress {
          for column in 0..<count {
            let rows = span(column)
            tops[column] = Int16(truncatingIfNeeded: rows.top)
            bottoms[column] = Int16(truncatingIfNeeded: rows.bottom)
          }
        }
        bottomCount = count
      }
      topCount = count
    }
    self.bottoms = bottoms
  }

  // MARK: From columns

  /// See `BarGeometry.barSpans`.
  init(bars columns: WaveformColumns, half: Int, _ amplitude: some AmplitudeRows) {
    let half = Int32(half)
    self = columns.low.withUnsafeBufferPointer { low in
      columns.high.withUnsafeBufferPointer { high in
        // Two loops, so that neither has a branch.
        columns.isMirrored
          ? RowSpans(count: low.count) { column in
            let (low, high) = (low[column], high[column])
            let (above, below) = (amplitude.rows(high), amplitude.rows(low))
            let (top, bottom) = (half &- (above > 1 ? above : 1), half &- (below < -1 ? below : -1))
            return low > high ? (0, 0) : (top, bottom)
          }
          : RowSpans(count: low.count) { column in
            let (low, high) = (low[column], high[column])
            let rows = amplitude.rows(high > -low ? high : -low)
            let length = rows > 1 ? rows : 1
            return low > high ? (0, 0) : (half &- length, half &+ length)
          }
      }
    }
  }

  /// See `BarGeometry.peakSpans`.
  init(peaks columns: WaveformColumns, half: Int, _ amplitude: some AmplitudeRows) {
    let half = Int32(half)
    self = columns.low.withUnsafeBufferPointer { low in
      columns.high.withUnsafeBufferPointer { high in
        RowSpans(count: low.count) { column in
          let (low, high) = (low[column], high[column])
          // At the lower edge this pixel must still lie inside the lane.
          let top = min(half &- amplitude.rows(high), 2 &* half &- 1)
          let bottom = max(half &- amplitude.rows(low), top &+ 1)
          return low > high ? (0, 0) : (top, bottom)
        }
      }
    }
  }

  /// See `BarGeometry.loudnessSpans`.
  init(
    _ loudness: EnvelopeLoudness, of columns: WaveformColumns, within peaks: RowSpans, half: Int,
    _ amplitude: some AmplitudeRows
  ) {
    let half = Int32(half)
    let above = columns.loudness(loudness)
    let below = columns.below.map { loudness == .rms ? $0.rms : $0.meanMagnitude } ?? above
    self = above.withUnsafeBufferPointer { above in
      below.withUnsafeBufferPointer { below in
        peaks.tops.withUnsafeBufferPointer { tops in
          peaks.bottoms.withUnsafeBufferPointer { bottoms in
            RowSpans(count: tops.count) { column in
              let (first, end) = (Int32(tops[column]), Int32(bottoms[column]))
              // A constant level keeps one pixel. Its loudness may be rounded to slightly less than every
              // sample; it then takes the nearest row.
              let top = min(max(half &- amplitude.rows(above[column]), first), end &- 1)
              let bottom = max(min(half &+ amplitude.rows(below[column]), end), top &+ 1)
              return first < end ? (top, bottom) : (0, 0)
            }
          }
        }
      }
    }
  }
}
