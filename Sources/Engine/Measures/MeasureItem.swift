// MeasureItem.swift
// The measures one by one: their names, units and texts, for the panel and the command line alike. Pure values.

import Localization
import WaveformCore

/// One measure of a channel or of all channels.
public enum MeasureItem: CaseIterable, Sendable {
  case integrated, momentaryMax, shortTermMax, loudnessRange, peakToLoudness
  case truePeak, samplePeak, rms, crestFactor, dcOffset, zeroCrossings
  case clippedStretches, clippedSamples, silentSamples, nonFiniteSamples

  /// What belongs together.
  public enum Group: CaseIterable, Sendable {
    case loudness, level, faults

    public var title: String {
      switch self {
      case .loudness: localized("Loudness")
      case .level: localized("Level")
      case .faults: localized("Faults")
      }
    }

    public var items: [MeasureItem] { MeasureItem.allCases.filter { $0.group == self } }
  }

  public var group: Group {
    switch self {
    case .integrated, .momentaryMax, .shortTermMax, .loudnessRange, .peakToLoudness: .loudness
    case .truePeak, .samplePeak, .rms, .crestFactor, .dcOffset, .zeroCrossings: .level
    case .clippedStretches, .clippedSamples, .silentSamples, .nonFiniteSamples: .faults
    }
  }

  /// For people: JSON and CSV have names of their own.
  public var title: String {
    switch self {
    case .integrated: localized("Integrated loudness")
    case .momentaryMax: localized("Momentary maximum")
    case .shortTermMax: localized("Short-term maximum")
    case .loudnessRange: localized("Loudness range")
    case .peakToLoudness: localized("Peak to loudness")
    case .truePeak: localized("True peak")
    case .samplePeak: localized("Sample peak")
    case .rms: localized("RMS")
    case .crestFactor: localized("Crest factor")
    case .dcOffset: localized("DC offset")
    case .zeroCrossings: localized("Zero crossings")
    case .clippedStretches: localized("Clipped stretches")
    case .clippedSamples: localized("Clipped samples")
    case .silentSamples: localized("Silent samples")
    case .nonFiniteSamples: localized("Non-finite samples")
    }
  }

  /// Empty for counts.
  public var unit: String {
    switch self {
    case .integrated, .momentaryMax, .shortTermMax: "LUFS"
    case .loudnessRange, .peakToLoudness: "LU"
    case .truePeak: "dBTP"
    case .samplePeak, .rms: "dBFS"
    case .crestFactor: "dB"
    case .dcOffset: "%"
    case .zeroCrossings, .clippedStretches, .clippedSamples, .silentSamples, .nonFiniteSamples: ""
    }
  }

  /// - Returns: nil for what has no value, as the loudness of silence.
  public func value(of measures: ChannelMeasures) -> Double? {
    switch self {
    case .integrated: measures.loudness.integrated
    case .momentaryMax: measures.loudness.momentaryMax
    case .shortTermMax: measures.loudness.shortTermMax
    case .loudnessRange: measures.loudness.range
    case .peakToLoudness: measures.peakToLoudness
    case .truePeak: measures.truePeak
    case .samplePeak: measures.samplePeak
    case .rms: measures.rms
    case .crestFactor: measures.crestFactor
    case .dcOffset: measures.dcOffset.map { 100 * $0 }
    case .zeroCrossings: Double(measures.zeroCrossings)
    case .clippedStretches: Double(measures.clippedStretches)
    case .clippedSamples: Double(measures.clippedSamples)
    case .silentSamples: Double(measures.silentSamples)
    case .nonFiniteSamples: Double(measures.nonFiniteSamples)
    }
  }

  private var decimals: Int {
    switch self {
    case .dcOffset: 3
    case .zeroCrossings, .clippedStretches, .clippedSamples, .silentSamples, .nonFiniteSamples: 0
    default: 1
    }
  }

  /// The value for people, without its unit.
  public func text(of measures: ChannelMeasures) -> String {
    Self.text(value(of: measures), decimals: decimals)
  }

  /// - Returns: a dash for what has no value.
  public static func text(_ value: Double?, decimals: Int) -> String {
    guard let value, value.isFinite, value.magnitude < 1e15 else { return "\u{2013}" }
    var unit = 1
    for _ in 0..<decimals { unit *= 10 }
    let units = Int((value.magnitude * Double(unit)).rounded())
    let sign = value < 0 && units > 0 ? "\u{2212}" : ""
    guard decimals > 0 else { return sign + grouped(units) }
    let rest = String(units % unit)
    return sign + grouped(units / unit) + "." + String(repeating: "0", count: decimals - rest.count) + rest
  }
}
