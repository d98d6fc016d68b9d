// SyntheticSound.swift
// Sound that looks like speech and costs nothing to make; the same in every run.

import TestSupport
import WaveformCore

/// Columns of words with pauses between them.
func speechLikeColumns(count: Int, seed: UInt64) -> WaveformColumns {
  var random = RandomNumbers(seed: seed)
  var columns = WaveformColumns(count: count)
  var word = 0
  var loudness: Float = 0
  for column in 0..<count {
    if word == 0 {
      word = Int.random(in: 8...60, using: &random)
      loudness = Bool.random(using: &random) ? Float.random(in: 0.3...0.95, using: &random) : 0.02
    }
    word -= 1
    let peak = loudness * Float.random(in: 0.5...1, using: &random)
    columns.high[column] = peak
    columns.low[column] = -peak * Float.random(in: 0.7...1, using: &random)
    columns.rms[column] = peak * 0.35
    columns.meanMagnitude[column] = peak * 0.28
  }
  return columns
}

extension WaveformColumns {
  /// Some of the columns.
  func slice(_ range: Range<Int>) -> WaveformColumns {
    var slice = WaveformColumns(count: 0)
    slice.low = Array(low[range])
    slice.high = Array(high[range])
    slice.rms = Array(rms[range])
    slice.meanMagnitude = Array(meanMagnitude[range])
    return slice
  }
}
