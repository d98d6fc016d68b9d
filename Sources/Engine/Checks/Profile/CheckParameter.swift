// CheckParameter.swift
// The numbers that a profile may set, with what they are when none does. docs/checks.md says why.

/// A bound or a level of a check.
public enum CheckParameter: String, CaseIterable, Sendable {
  case clippedSamples = "clipped.samples"
  case silentLevel = "silent.level"
  case digitalSilenceMost = "digital-silence.most"
  case silenceMost = "silence.most", silenceLevel = "silence.level"
  case dropoutsMost = "dropouts.most", dropoutsLevel = "dropouts.level"
  case dcMost = "dc.most"
  case deadLevel = "dead-channel.level"
  case identicalCorrelation = "identical-channels.correlation"
  case invertedCorrelation = "inverted-channel.correlation"
  case humLevel = "hum.level", humAbove = "hum.above"
  case lengthLeast = "length.least", lengthMost = "length.most"
  case loudnessLeast = "loudness.least", loudnessMost = "loudness.most"
  case loudnessRangeMost = "loudness-range.most"
  case truePeakMost = "true-peak.most"
  case bandwidthLeast = "bandwidth.least"

  /// Nil: not bounded.
  var standard: Double? {
    switch self {
    case .clippedSamples: 3
    case .silentLevel, .deadLevel: -80
    case .digitalSilenceMost: 2
    case .silenceMost: 5
    case .silenceLevel, .humLevel: -60
    case .humAbove: 12
    case .dropoutsMost: 0.2
    case .dropoutsLevel: -45
    case .dcMost: 0.005
    case .identicalCorrelation: 0.9999
    case .invertedCorrelation: -0.5
    case .bandwidthLeast: 0.8
    case .lengthLeast, .lengthMost, .loudnessLeast, .loudnessMost, .loudnessRangeMost, .truePeakMost: nil
    }
  }

  /// True for bounds that may be left out.
  var isBound: Bool { rawValue.hasSuffix(".least") || rawValue.hasSuffix(".most") }

  var limits: ClosedRange<Double> {
    switch self {
    case .clippedSamples: 3...1e6
    case .dcMost, .bandwidthLeast: 0...1
    case .identicalCorrelation, .invertedCorrelation: -1...1
    case .digitalSilenceMost, .silenceMost, .dropoutsMost, .lengthLeast, .lengthMost: 0...1e9
    case .loudnessRangeMost, .humAbove: 0...200
    case .silentLevel, .silenceLevel, .dropoutsLevel, .deadLevel, .humLevel, .loudnessLeast, .loudnessMost,
      .truePeakMost:
      -200...50
    }
  }
}
