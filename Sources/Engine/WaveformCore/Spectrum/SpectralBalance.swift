// SpectralBalance.swift
// By what the bars of a waveform are tinted: how the energy of a column is spread over low, middle and high frequencies.
// Pure values.

import Glibc

/// A range of frequencies whose energy is kept of each column.
public enum SpectralBand: Int, Sendable, CaseIterable {
  case low, middle, high

  /// In Hz. What lies below cannot be heard; there is nothing above half the sample rate.
  public var range: FrequencyRange {
    switch self {
    case .low: FrequencyRange(low: 20, high: 250)
    case .middle: FrequencyRange(low: 250, high: 2500)
    case .high: FrequencyRange(low: 2500, high: 1e6)
    }
  }

  /// By how much the band is raised before it is compared, in dB: sound whose spectrum falls by some 4.5 dB in an octave,
  /// as that of music and speech does on average, lies in the middle.
  var weight: Double {
    switch self {
    case .low: 0
    case .middle: 5
    case .high: 12
    }
  }
}

/// The balance of bands, in classes from dark (all is low) to bright (all is high). Few classes, so that bars of one color
/// are painted together.
public enum SpectralBalance {
  public static let classes = 7
  /// The class of silence, and of what is not known.
  public static let none: UInt8 = 255

  /// The class of a column.
  ///
  /// The place of a sound is the mean of the places of its bands (0, ½, 1), weighted by their amplitudes: by energies
  /// nearly all sounds would be at either end.
  ///
  /// - Parameters:
  ///   - low, middle, high: energies as `SpectrumStep`s.
  public static func tint(low: UInt8, middle: UInt8, high: UInt8) -> UInt8 {
    let (low, middle, high) = (
      amplitudes[Int(low)], amplitudes[256 + Int(middle)], amplitudes[512 + Int(high)]
    )
    let sum = low + middle + high
    guard sum > 0 else { return none }
    return UInt8(min((0.5 * middle + high) / sum * Float(classes), Float(classes) - 1))
  }

  /// Of each band the weighted amplitude of each step; 0 for silence.
  private static let amplitudes: [Float] = SpectralBand.allCases.flatMap { band in
    (0..<256).map { step in
      step == 0 ? 0 : Float(pow(10, (SpectrumStep.level(UInt8(step)) + band.weight) / 20))
    }
  }
}
