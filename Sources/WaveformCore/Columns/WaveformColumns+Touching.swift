// WaveformColumns+Touching.swift
// The one rule by which neighbouring columns of an envelope touch. In the data, so that whoever draws columns draws
// the same.

extension WaveformColumns {
  /// All columns but the first, each as far up or down as it takes to meet the one before it.
  ///
  /// A wave that rises from one column to the next passes all values in between, though no frame of either has
  /// them: without this a steep slope would fall apart into steps. Loudness stays what it is, and nothing is drawn
  /// beyond full scale that was not before.
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
}
