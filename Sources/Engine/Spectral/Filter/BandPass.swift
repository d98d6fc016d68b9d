// BandPass.swift
// The filter that lets a band of frequencies pass: what it is for a rate and a band. Its shape is symmetric, so every
// frequency is delayed alike, and that delay is taken back (ADR 16). A pure value.

import Glibc
import WaveformCore

/// A linear-phase filter, computed as two low passes whose difference is windowed by Kaiser's window.
///
/// Within the band a level changes by less than 0.01 dB; farther than `transition` from it, it is 80 dB lower or more.
public struct BandPass: Hashable, Sendable {
  public let band: FrequencyBand
  /// Frames per second.
  public let sampleRate: Int
  /// Hz between an edge of the band and where nothing passes any more; outside the band.
  public let transition: Double
  /// The sound of so many frames before and behind a frame is heard in it.
  public let reach: Int
  /// Where the two low passes end, as a share of the rate, 0…½: in the middle of the transitions.
  private let low: Double, high: Double

  /// - Returns: nil for a band that holds all frequencies of the recording, or none of them.
  public init?(_ band: FrequencyBand, sampleRate: Int) {
    let rate = Double(sampleRate), highest = rate / 2
    // An edge so near to the end of the spectrum cuts nothing off.
    let isOpenBelow = band.low < Self.narrowest, isOpenAbove = highest - band.high < Self.narrowest
    guard sampleRate > 0, !band.isEmpty, band.low < highest, !(isOpenBelow && isOpenAbove) else { return nil }
    var transition = min(max(band.width / 4, Self.narrowest), Self.widest)
    if !isOpenBelow { transition = min(transition, band.low) }
    if !isOpenAbove { transition = min(transition, highest - band.high) }
    self.band = band
    self.sampleRate = sampleRate
    self.transition = transition
    low = isOpenBelow ? 0 : (band.low - transition / 2) / rate
    high = isOpenAbove ? 0.5 : (band.high + transition / 2) / rate
    // Kaiser 1974: the length that a transition needs for this attenuation.
    reach = Int(((Self.attenuation - 7.95) / (14.36 * transition / rate) / 2).rounded(.up))
  }

  /// Hz: a wider transition is heard less long, a narrower one cuts off more.
  private static let narrowest = 20.0, widest = 200.0
  /// Decibels of one low pass; the difference of two may have twice its ripple.
  private static let attenuation = 90.0
  private static let shape = 0.1102 * (attenuation - 8.7)

  /// The weight of the sound at each distance in frames, from −`reach` to `reach`.
  package var weights: [Double] {
    let top = SpectrumFormat.bessel(Self.shape)
    return (-reach...reach).map { distance in
      let place = Double(distance) / Double(reach)
      let window = SpectrumFormat.bessel(Self.shape * max(0, 1 - place * place).squareRoot()) / top
      return window * (Self.lowPass(high, distance) - Self.lowPass(low, distance))
    }
  }

  /// The ideal low pass that ends at a share of the rate.
  private static func lowPass(_ end: Double, _ distance: Int) -> Double {
    distance == 0 ? 2 * end : sin(2 * .pi * end * Double(distance)) / (.pi * Double(distance))
  }
}
