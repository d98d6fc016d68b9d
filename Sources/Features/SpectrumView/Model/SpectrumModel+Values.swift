// SpectrumModel+Values.swift
// What a spectrum is of, what it is compared with, and what is known of it. Values.

import Spectral
import WaveformModel

extension SpectrumModel {
  /// What a spectrum can be compared with.
  public enum Comparison: Hashable, Sendable {
    case none
    /// A `ReferenceCurve`, by what it is chosen by.
    case reference(String)
    /// Another waveform.
    case waveform(LaneWaveform)
  }

  /// What the spectrum is of.
  public enum Stretch: Equatable, Sendable {
    case everything, selection
    /// About the playhead, or the last window of what is listened to.
    case heard
  }

  /// Levels over frequency.
  public struct Curve: Equatable, Sendable {
    public let name: String
    /// In dB, from 0 Hz to half the sample rate.
    public let levels: [Double]
    /// Frames per second.
    public let sampleRate: Int

    /// - Parameter frequency: in Hz.
    /// - Returns: nil above half the sample rate.
    public func value(at frequency: Double) -> SpectrumValue? {
      guard levels.count > 1 else { return nil }
      let place = Int((frequency / (Double(sampleRate) / 2) * Double(levels.count - 1)).rounded())
      guard levels.indices.contains(place) else { return nil }
      return SpectrumValue(frequency: frequency, level: levels[place])
    }
  }

  /// What is known of a waveform.
  public struct Subject: Equatable, Sendable {
    public let waveform: LaneWaveform
    public let name: String
    /// What `spectrum` is of: the stretch before until something is known of the next one.
    public internal(set) var stretch: Stretch
    /// True when that is what a window listens to, and not what it plays.
    public internal(set) var isLive = false
    /// Nil before the first one.
    public internal(set) var spectrum: StretchSpectrum?
    /// The share that has been read, 0…1; nil at the end.
    public internal(set) var progress: Double?
    /// Why there is no spectrum, and what can be done: sentences.
    public internal(set) var problem: String?
  }
}
