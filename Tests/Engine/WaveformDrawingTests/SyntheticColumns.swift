// SyntheticColumns.swift
// Columns to draw: speech that is made by a formula, the same on every machine (no libm), and noise.

import TestSupport
import WaveformCore

extension WaveformColumns {
  /// Syllables that swell and fade, in words, with breaths between them.
  ///
  /// - Parameter columnsPerSyllable: the average length of a syllable.
  static func speech(count: Int, columnsPerSyllable: Int = 14, seed: UInt64 = 7) -> WaveformColumns {
    var random = RandomNumbers(seed: seed)
    var columns = WaveformColumns(count: count)
    var position = 0
    var column = 0
    var length = columnsPerSyllable
    var strength: Float = 0.6
    while column < count {
      if position == length {
        position = 0
        let isPause = Int.random(in: 0..<6, using: &random) == 0
        let least = max(2, columnsPerSyllable / 2)
        length = Int.random(in: least...3 * least, using: &random)
        strength = isPause ? 0.015 : Float.random(in: 0.25...0.92, using: &random)
      }
      // A parabola over the syllable, quicker to rise than to fall.
      let t = (Float(position) + 0.5) / Float(length)
      let bent = t * (1.6 - 0.6 * t)
      let swell = strength * (0.25 + 3 * bent * (1 - bent))
      let peak = min(swell * Float.random(in: 0.72...1, using: &random), 1)
      columns.high[column] = peak
      columns.low[column] = -peak * Float.random(in: 0.66...0.95, using: &random)
      columns.rms[column] = peak * Float.random(in: 0.34...0.4, using: &random)
      columns.meanMagnitude[column] = columns.rms[column] * 0.8
      position += 1
      column += 1
    }
    return columns
  }

  /// Anything that can come out of a file: gaps, silence, overs, one-sided columns.
  static func noise(count: Int, hasGaps: Bool = true, using random: inout RandomNumbers) -> WaveformColumns {
    var columns = WaveformColumns(count: count)
    for column in 0..<count {
      switch Int.random(in: hasGaps ? 0..<8 : 1..<8, using: &random) {
      case 0: continue
      case 1: columns.setAll(column, low: 0, high: 0)
      case 2: columns.setAll(column, low: -1.5, high: Float.random(in: -1...3, using: &random))
      case 3:
        let level = Float.random(in: -1...1, using: &random)
        columns.setAll(column, low: level, high: level)
      default:
        let a = Float.random(in: -1...1, using: &random)
        let b = Float.random(in: -1...1, using: &random)
        columns.setAll(column, low: min(a, b), high: max(a, b))
      }
    }
    return columns
  }

  mutating func setAll(_ column: Int, low: Float, high: Float) {
    self.low[column] = low
    self.high[column] = high
    let peak = max(abs(low), abs(high))
    rms[column] = peak * 0.4
    meanMagnitude[column] = peak * 0.3
  }

  /// Some of the columns; empty ones beyond the ends.
  func slice(_ range: Range<Int>) -> WaveformColumns {
    var slice = WaveformColumns(count: range.count)
    for column in range.clamped(to: 0..<count) {
      slice.low[column - range.lowerBound] = low[column]
      slice.high[column - range.lowerBound] = high[column]
      slice.rms[column - range.lowerBound] = rms[column]
      slice.meanMagnitude[column - range.lowerBound] = meanMagnitude[column]
    }
    return slice
  }
}
