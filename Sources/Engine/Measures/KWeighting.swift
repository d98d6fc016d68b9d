// KWeighting.swift
// The filter of ITU-R BS.1770-4 for any sample rate. A value.

import Glibc

/// The K-weighting: a shelf that raises what is above about 1.7 kHz by 4 dB, and a high-pass at 38 Hz.
///
/// BS.1770-4 gives the coefficients for 48 kHz only. Other rates follow from the analogue prototype behind them, by the
/// bilinear transform: the constants are those that libebur128 and FFmpeg compute with, after R. Mansbridge, S. Finn and
/// J. Reiss, "Implementation and Evaluation of Autonomous Multi-track Fader Control" (AES 132, 2012).
package struct KWeighting: Equatable, Sendable {
  /// As the kernel `weigh` wants them: b0, b1, b2, a1, a2 of the shelf; a1, a2 of the high-pass.
  package let coefficients: [Double]

  /// - Returns: nil for rates below 4 kHz: the shelf would lie at or beyond the highest frequency.
  package init?(sampleRate: Int) {
    guard sampleRate >= 4000 else { return nil }
    var k = tan(.pi * 1681.974450955533 / Double(sampleRate))
    var q = 0.7071752369554196
    let high = pow(10, 3.999843853973347 / 20)
    let band = pow(high, 0.4996667741545416)
    var a0 = 1 + k / q + k * k
    var numbers = [
      (high + band * k / q + k * k) / a0, 2 * (k * k - high) / a0, (high - band * k / q + k * k) / a0,
      2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0,
    ]
    k = tan(.pi * 38.13547087602444 / Double(sampleRate))
    q = 0.5003270373238773
    a0 = 1 + k / q + k * k
    numbers += [2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0]
    coefficients = numbers
  }

  /// Seconds after which the filter has forgotten what it heard before, to less than 10⁻¹³: the high-pass fades with
  /// (1 + 240 t)·e^(−240 t).
  static let memory = 0.15

  /// LUFS of a mean square behind the filter, summed over channels; nil for silence.
  package static func loudness(_ energy: Double) -> Double? {
    energy > 0 ? 10 * log10(energy) - 0.691 : nil
  }

  /// The mean square of a loudness in LUFS.
  static func energy(_ loudness: Double) -> Double { pow(10, (loudness + 0.691) / 10) }
}
