// CheckKind.swift
// The names of all checks, as profiles, JSON, CSV and JUnit have them: docs/checks.md defines each.

/// What is checked.
public enum CheckKind: String, CaseIterable, Sendable {
  // The file.
  case cutOff = "cut-off", gaps, notFinite = "not-finite", header, md5, bext
  // The samples.
  case silent, digitalSilence = "digital-silence", silence, clipped, dropouts, dc
  case deadChannel = "dead-channel", identicalChannels = "identical-channels"
  case invertedChannel = "inverted-channel"
  case hum, length, loudness, loudnessRange = "loudness-range", truePeak = "true-peak", bandwidth

  /// How bad it is when no profile says otherwise.
  var severity: Severity {
    switch self {
    case .cutOff, .gaps, .notFinite, .md5, .silent, .deadChannel: .error
    case .bandwidth: .note
    default: .warning
    }
  }

  /// The unit of `Finding.value`; nil for numbers that are counted or have none.
  public var unit: String? {
    switch self {
    case .cutOff, .gaps, .digitalSilence, .silence, .length: "s"
    case .silent, .deadChannel, .hum: "dBFS"
    case .loudness: "LUFS"
    case .loudnessRange: "LU"
    case .truePeak: "dBTP"
    case .bandwidth: "Hz"
    default: nil
    }
  }
}
