// OffsetProbe.swift
// Measures the offset at one place: a stretch of A is looked for in a longer one of B. One thread; owns its correlator.

import AudioFormats
import HostIO
import Spectral
import WaveformCore

/// Looks for stretches of one size.
final class OffsetProbe {
  /// Frames of a stretch, and how far from where it is expected it is looked for.
  let window: Int, reach: Int
  private let pair: SearchedPair
  private let correlator: Correlator
  private let taper: [Float]

  init(_ pair: SearchedPair, window: Int, reach: Int) {
    self.pair = pair
    self.window = window
    self.reach = reach
    correlator = Correlator(fitting: window + 2 * reach)
    taper = HannWindow.weights(window).map { Float($0) }
  }

  /// The offset around a frame of A.
  ///
  /// - Parameters:
  ///   - b: B on A's axis.
  ///   - shift: where B begins on that axis, as far as is known.
  ///   - middle: of the stretch.
  /// - Returns: `offset` is that of B against A on that axis; nil where one of both is silent.
  func reading(
    _ b: AlignedSource, shift: Int, around middle: Int
  ) throws(AudioFileError) -> OffsetReading? {
    let from = middle - window / 2
    let lineA = try pair.line(pair.a, from..<from + window)
    let lineB = try pair.line(b, from - shift - reach..<from - shift + window + reach)
    guard lineA.contains(where: { $0 != 0 }), lineB.contains(where: { $0 != 0 }) else { return nil }
    let correlation = correlator.correlate(.whitened) { a, b in
      for index in 0..<window { a[index] = lineA[index] * taper[index] }
      for index in lineB.indices { b[index] = lineB[index] }
    }
    guard let peak = CorrelationPeak(correlation, lags: -2 * reach...0) else { return nil }
    return OffsetReading(
      place: Double(middle), offset: Double(shift + reach) + peak.lag, strength: peak.strength,
      rival: peak.rival, isNegative: peak.isNegative)
  }
}
