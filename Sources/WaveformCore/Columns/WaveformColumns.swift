// WaveformColumns.swift
// What a stretch of one channel looks like, column by column: the immutable snapshot that crosses from the data
// to the drawing. Neither side knows anything else of the other.

/// Extremes and loudness of one channel for a run of columns (device pixels, or bars of several pixels).
///
/// Values are in full scale: an integer file lies within −1…1, a float file may lie beyond.
public struct WaveformColumns: Equatable, Sendable {
  /// Smallest and largest sample of each column. Where `low` exceeds `high` there is nothing to draw: the column
  /// has not been read yet, or holds no finite sample.
  public var low: [Float], high: [Float]
  /// Root of the mean square of each column, ≥ 0.
  public var rms: [Float]
  /// Mean of |x| of each column, ≥ 0.
  public var meanMagnitude: [Float]

  /// The two measures of loudness.
  public struct Loudness: Equatable, Sendable {
    public var rms: [Float], meanMagnitude: [Float]

    public init(rms: [Float], meanMagnitude: [Float]) {
      self.rms = rms
      self.meanMagnitude = meanMagnitude
    }
  }

  /// Loudness below the axis where another channel is drawn there; nil: as above. Then `high` is the largest |x| of
  /// the one above, and `low` the largest of the one below, negated.
  public var below: Loudness?

  public var isMirrored: Bool { below != nil }

  /// Loudness above the axis.
  public func loudness(_ kind: EnvelopeLoudness) -> [Float] { kind == .rms ? rms : meanMagnitude }

  /// `count` columns with nothing in them.
  public init(count: Int) {
    low = Array(repeating: .infinity, count: count)
    high = Array(repeating: -.infinity, count: count)
    rms = Array(repeating: 0, count: count)
    meanMagnitude = rms
  }

  public var count: Int { low.count }

  public func isEmpty(at column: Int) -> Bool { low[column] > high[column] }

  /// Leaves nothing in a column.
  public mutating func clear(_ column: Int) {
    low[column] = .infinity
    high[column] = -.infinity
    rms[column] = 0
    meanMagnitude[column] = 0
    below?.rms[column] = 0
    below?.meanMagnitude[column] = 0
  }

  /// Puts `count` columns with nothing in them before the others.
  public mutating func insertEmpty(_ count: Int) {
    let empty = WaveformColumns(count: count)
    low.insert(contentsOf: empty.low, at: 0)
    high.insert(contentsOf: empty.high, at: 0)
    rms.insert(contentsOf: empty.rms, at: 0)
    meanMagnitude.insert(contentsOf: empty.meanMagnitude, at: 0)
    below?.rms.insert(contentsOf: empty.rms, at: 0)
    below?.meanMagnitude.insert(contentsOf: empty.rms, at: 0)
  }

  /// Lends the values to be written.
  mutating func write(_ values: ColumnValues, _ body: (Slots) -> Void) {
    let count = count
    low.withUnsafeMutableBufferPointer { low in
      high.withUnsafeMutableBufferPointer { high in
        guard let low = low.baseAddress, let high = high.baseAddress else { return }
        guard values == .all else {
          return body(Slots(count: count, low: low, high: high, rms: nil, mean: nil))
        }
        rms.withUnsafeMutableBufferPointer { rms in
          meanMagnitude.withUnsafeMutableBufferPointer { mean in
            body(Slots(count: count, low: low, high: high, rms: rms.baseAddress, mean: mean.baseAddress))
          }
        }
      }
    }
  }

  /// Where the values of columns go.
  struct Slots {
    let count: Int
    fileprivate let low: UnsafeMutablePointer<Float>, high: UnsafeMutablePointer<Float>
    fileprivate let rms: UnsafeMutablePointer<Float>?, mean: UnsafeMutablePointer<Float>?

    @inline(__always)
    func set<Sample>(_ sums: PeakSums<Sample>, at column: Int) {
      // A column of gaps stays empty.
      guard sums.low <= sums.high else { return }
      low[column] = sums.low.asFloat * Sample.unit
      high[column] = sums.high.asFloat * Sample.unit
      guard let rms, let mean else { return }
      let n = Double(sums.count)
      rms[column] = Float((sums.squares / n).squareRoot()) * Sample.unit
      mean[column] = Float(sums.magnitudes / n) * Sample.unit
    }
  }

  mutating func set<Sample>(_ sums: PeakSums<Sample>, at column: Int) {
    guard sums.count > 0 else { return }
    let n = Double(sums.count)
    low[column] = sums.low.asFloat * Sample.unit
    high[column] = sums.high.asFloat * Sample.unit
    rms[column] = Float((sums.squares / n).squareRoot()) * Sample.unit
    meanMagnitude[column] = Float(sums.magnitudes / n) * Sample.unit
  }
}

extension WaveformColumns {
  /// Takes over one column of others; neither is mirrored.
  public mutating func take(_ column: Int, of other: WaveformColumns, at target: Int) {
    low[target] = other.low[column]
    high[target] = other.high[column]
    rms[target] = other.rms[column]
    meanMagnitude[target] = other.meanMagnitude[column]
  }
}
