// WaveformColumns+Merging.swift
// Several channels as one: for the overview, and for a value that stands for all of them.

extension WaveformColumns {
  /// Takes in another channel's columns, of the same grid and number: extremes are those of both, loudness the
  /// greater one.
  public mutating func merge(_ other: WaveformColumns) {
    for column in 0..<min(count, other.count) where !other.isEmpty(at: column) {
      low[column] = min(low[column], other.low[column])
      high[column] = max(high[column], other.high[column])
      rms[column] = max(rms[column], other.rms[column])
      meanMagnitude[column] = max(meanMagnitude[column], other.meanMagnitude[column])
    }
  }
}
