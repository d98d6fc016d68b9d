// NoiseLikeness.swift
// Whether what was measured in a quiet stretch is noise by its spectrum, and not a vowel or a chord. A pure value.

import Glibc

/// How much a profile looks like one of noise alone.
///
/// The mean spectrum of noise is smooth, and at each frequency its power is spread as much as its mean (that of Gaussian
/// noise is distributed exponentially). That of a vowel or a chord has ripples, and between its tones nothing is as it is
/// in noise. Only mains may hum.
struct NoiseLikeness {
  /// Root of the mean square of the ripple, in nepers of power, and the spread of the power in means of it.
  let ripple: Double, spread: Double
  /// True when all tones are those of mains.
  let humsOnly: Bool

  /// The ripple up to which it is noise; that of noise alone over half a second is 0.2.
  private static let mostRipple = 0.36
  private static let spreads = 0.75...1.6
  /// dB below the loudest bin within which bins count.
  private static let depth = 50.0

  /// - Parameter hum: frequencies that are known to hum.
  init(_ profile: NoiseProfile, hum: Set<Double> = []) {
    var (sum, spreads, count) = (0.0, 0.0, 0)
    for channel in profile.channels {
      let loudest = Double(channel.mean.dropFirst(3).max() ?? 0)
      guard loudest > 0 else { continue }
      let least = loudest * pow(10, -Self.depth / 10)
      for bin in 3..<max(3, channel.mean.count - 2) {
        let powers = (-1...1).map { max(Double(channel.mean[bin + $0]), least / 100) }
        guard powers[1] > least else { continue }
        // The slope of a spectrum is no ripple.
        let bend = log(powers[1]) - (log(powers[0]) + log(powers[2])) / 2
        sum += bend * bend
        spreads += Double(channel.deviation[bin]) / powers[1]
        count += 1
      }
    }
    ripple = count == 0 ? .infinity : (sum / Double(count)).squareRoot()
    spread = count == 0 ? 0 : spreads / Double(count)
    humsOnly = profile.channels.allSatisfy {
      $0.lines.allSatisfy { hum.contains($0.frequency) || Self.isOfMains($0.frequency) }
    }
  }

  /// Within 0.5 Hz, and 0.5 %, of a harmonic of 50 or 60 Hz.
  private static func isOfMains(_ frequency: Double) -> Bool {
    [50.0, 60].contains { mains in
      let order = max(1, (frequency / mains).rounded())
      return abs(frequency - order * mains) <= max(0.5, 0.005 * frequency)
    }
  }

  var isNoise: Bool { humsOnly && ripple <= Self.mostRipple && Self.spreads.contains(spread) }

  /// How sure that is, 0…1: 1 where the ripple and the spread are those of noise.
  var certainty: Double {
    guard isNoise else { return 0 }
    let smooth = min(1, max(0, (Self.mostRipple - ripple) / (Self.mostRipple - 0.22)))
    return (0.5 + 0.5 * smooth) * (1 - min(0.5, abs(log(spread))))
  }
}
