// NullDepths.swift
// How far the difference of two recordings lies below them, octave by octave and step by step. A pure value.

import Comparing
import WaveformCore

/// The null depths of a comparison: 0 dB where the difference is as loud as the louder recording, nil where nothing differs.
struct NullDepths: Equatable, Sendable {
  /// An octave, in Hz; the lowest begins at 0.
  struct Band: Equatable, Sendable {
    let low: Double, high: Double
    /// In dB.
    let level: Double?
  }

  /// From the lowest octave to that in which half of A's rate lies.
  let bands: [Band]
  /// In dB, from the beginning of what both have in common.
  let steps: [Float?]
  /// Frames of A of a step, and at which the first one begins.
  let framesPerStep: Int, start: Int

  /// The frame of A at which a step begins.
  func frame(ofStep step: Int) -> Int { start + step * framesPerStep }

  /// The greatest difference in each of some equal stretches, in order.
  ///
  /// - Parameter count: of columns, at least 1.
  /// - Returns: at most `count`, and no more than there are steps.
  func columns(_ count: Int) -> [Float?] {
    guard steps.count > count else { return steps }
    return (0..<count).map { column in
      steps[steps.count * column / count..<steps.count * (column + 1) / count].compactMap(\.self).max()
    }
  }
}

extension DifferenceReport {
  /// Nil where nothing differs, or nothing is in common.
  var levels: NullDepths? {
    guard first != nil else { return nil }
    return NullDepths(
      bands: bands.map {
        NullDepths.Band(low: $0.frequencies.low, high: $0.frequencies.high, level: $0.nullDepth)
      }, steps: depths, framesPerStep: framesPerStep, start: overlap.lowerBound)
  }
}
