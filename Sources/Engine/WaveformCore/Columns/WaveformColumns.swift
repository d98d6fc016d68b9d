// WaveformColumns.swift
// What a stretch of a channel, or of several channels in one lane, looks like column by column. This
// immutable snapshot crosses from the data to the drawing; neither side knows anything else of the other.

/// Extremes and loudness of one channel for a run of columns (device pixels, or bars of several pixels).
///
/// Values are in full scale: an integer file lies within −1…1, a float file may lie beyond.
public struct WaveformColumns: Equatable, Sendable {
  /// The smallest and largest sample of each column. When `low` exceeds `high` the column is empty: it has
  /// not been read yet, or holds no finite sample.
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

  /// Loudness below the axis, when another channel is drawn there; nil: the same as above. When not nil,
  /// `high` is the largest |x| of the channel above, and `low` the negated largest |x| of the one below.
  public var below: Loudness?

  public var isMirrored: Bool { below != nil }

  /// Loudness above the axis.
  public func loudness(_ kind: EnvelopeLoudness) -> [Float] { kind == .rms ? rms : meanMagnitude }

  /// `count` empty columns.
  public init(count: Int) {
    low = Array(repeating: .infinity, count: count)
    high = Array(repeating: -.infinity, count: count)
    rms = Array(repeating: 0, count: count)
    meanMagnitude = rms
  }

  public var count: Int { low.count }

  public func isEmpty(at column: Int) -> Bool { low[column] > high[column] }

  /// Makes a column empty.
  public mutating func clear(_ column: Int) {
    low[column] = .infinity
    high[column] = -.infinity
    rms[column] = 0
    meanMagnitude[column] = 0
    below?.rms[column] = 0
    below?.meanMagnitude[column] = 0
  }

  /// Inserts `count` empty columns before the others.
  public mutating func insertEmpty(_ count: Int) {
    let empty = WaveformColumns(count: count)
    low.insert(contentsOf: empty.low, at: 0)
    high.insert(contentsOf: empty.high, at: 0)
    rms.insert(contentsOf: empty.rms, at: 0)
    meanMagnitude.insert(contentsOf: empty.meanMagnitude, at: 0)
    below?.rms.insert(contentsOf: empty.rms, at: 0)
    below?.meanMagnitude.insert(contentsOf: empty.rms, at: 0)
  }

  /// Lends the values for writing.
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

  /// The memory of the values of columns.
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

  /// Sets the extremes of a column; it stays empty when `low` exceeds `high`.
  mutating func setExtremes(_ extremes: (low: Float, high: Float), at column: Int) {
    guard extremes.low <= extremes.high else { return }
    (low[column], high[column]) = extremes
  }

  /// Copies one column of others; neither may be mirrored.
  public mutating func take(_ column: Int, of other: WaveformColumns, at target: Int) {
    low[target] = other.low[column]
    high[target] = other.high[column]
    rms[target] = other.rms[column]
    meanMagnitude[target] = other.meanMagnitude[column]
  }

  // MARK: Envelopes

  /// All columns but the first, each extended up or down until it meets the one before it.
  ///
  /// A wave that rises from one column to the next passes all values in between, although no frame of either
  /// has them. Without this a steep slope would fall apart into steps. Loudness does not change, and nothing
  /// new is drawn beyond full scale.
  ///
  /// - Precondition: there is at least one column.
  public func touching() -> WaveformColumns {
    var columns = withoutFirst
    for column in 1..<count where !isEmpty(at: column) && !isEmpty(at: column - 1) {
      if low[column - 1] > high[column] {
        columns.high[column - 1] = Swift.min(low[column - 1], Swift.max(high[column], 1))
      } else if high[column - 1] < low[column] {
        columns.low[column - 1] = Swift.max(high[column - 1], Swift.min(low[column], -1))
      }
    }
    return columns
  }

  private var withoutFirst: WaveformColumns {
    var columns = WaveformColumns(count: count - 1)
    columns.low = Array(low.dropFirst())
    columns.high = Array(high.dropFirst())
    columns.rms = Array(rms.dropFirst())
    columns.meanMagnitude = Array(meanMagnitude.dropFirst())
    columns.below = below.map {
      Loudness(rms: Array($0.rms.dropFirst()), meanMagnitude: Array($0.meanMagnitude.dropFirst()))
    }
    return columns
  }

  // MARK: Several channels in one lane

  /// The envelope of several channels, from the lowest to the highest sample of any of them. Extremes of a
  /// sum cannot be derived from extremes of its parts, so channels are not added. Loudness is that of all
  /// their samples together: the root of the mean of squares, the mean of magnitudes.
  ///
  /// - Parameter channels: with equal numbers of columns; at least one channel.
  public static func mixed(_ channels: [WaveformColumns]) -> WaveformColumns {
    guard var mixed = channels.first, channels.count > 1 else { return channels[0] }
    for column in 0..<mixed.count {
      var (low, high) = (Float.infinity, -Float.infinity)
      var (squares, magnitudes, known) = (Float(0), Float(0), Float(0))
      for channel in channels where !channel.isEmpty(at: column) {
        low = min(low, channel.low[column])
        high = max(high, channel.high[column])
        squares += channel.rms[column] * channel.rms[column]
        magnitudes += channel.meanMagnitude[column]
        known += 1
      }
      mixed.low[column] = low
      mixed.high[column] = high
      mixed.rms[column] = known > 0 ? (squares / known).squareRoot() : 0
      mixed.meanMagnitude[column] = known > 0 ? magnitudes / known : 0
    }
    return mixed
  }

  /// The magnitude of one channel above the axis, and of another one below it. Where only one of them has a
  /// finite sample, the other one is drawn as silence.
  ///
  /// - Parameters: with equal numbers of columns.
  public static func mirrored(above: WaveformColumns, below: WaveformColumns) -> WaveformColumns {
    var mirrored = above
    mirrored.below = Loudness(rms: below.rms, meanMagnitude: below.meanMagnitude)
    for column in 0..<mirrored.count {
      guard !above.isEmpty(at: column) || !below.isEmpty(at: column) else { continue }
      mirrored.high[column] = above.peak(at: column)
      mirrored.low[column] = -below.peak(at: column)
    }
    return mirrored
  }

  /// The largest |x| of a column; 0 in an empty one.
  private func peak(at column: Int) -> Float {
    isEmpty(at: column) ? 0 : max(high[column], -low[column])
  }
}
