// TruePeakFilter.swift
// The interpolation with which true peaks are found. A value.

import Glibc

/// A windowed sinc of 49 taps: four phases below 96 kHz, two below 192 kHz, none from there on (ITU-R BS.1770-4, annex 2,
/// asks for 192 kHz at least; the window, of Hann, is that of libebur128).
package struct TruePeakFilter: Equatable, Sendable {
  /// Taps of a phase ÷ 2. An interpolated value lies in the middle of `2 × half` samples.
  package let half: Int
  /// As the kernel `raiseTruePeaks` wants them.
  package let coefficients: [Float]
  /// The largest sum of magnitudes of the taps of a phase: by so much at most a value exceeds the samples around it.
  package let reach: Float

  /// The most samples of a channel that an interpolated value needs.
  static let longest = 24

  /// - Returns: nil where samples are close enough by themselves.
  package init?(sampleRate: Int) {
    guard sampleRate < 192_000 else { return nil }
    let factor = sampleRate < 96_000 ? 4 : 2
    let half = 24 / factor
    // Tap `delay` of a phase stands `delay × factor + phase` steps from the beginning of the whole filter.
    func tap(_ phase: Int, _ delay: Int) -> Double {
      let step = delay * factor + phase
      let angle = Double(step - 24) * .pi / Double(factor)
      return sin(angle) / angle * 0.5 * (1 - cos(2 * .pi * Double(step) / 48))
    }
    let taps = 0..<2 * half
    let middle = taps.map { tap(factor / 2, $0) }
    let quarter = factor == 4 ? taps.map { tap(1, $0) } : taps.map { _ in 0 }
    let first = taps.prefix(half)
    self.half = half
    coefficients =
      (first.map { middle[$0] } + first.map { (quarter[$0] + quarter[2 * half - 1 - $0]) / 2 }
      + first.map { (quarter[$0] - quarter[2 * half - 1 - $0]) / 2 }).map { Float($0) }
    let sums = [middle, quarter].map { $0.reduce(0) { $0 + $1.magnitude } }
    // A little more: sums of floats are rounded.
    reach = Float(max(sums[0], sums[1])) * 1.0001
  }
}
