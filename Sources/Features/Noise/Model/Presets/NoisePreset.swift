// NoisePreset.swift
// Settings of noise reduction that have a name: the program's own, for what people record, and the user's. A value.

import Localization
import Spectral

/// Settings with a name.
struct NoisePreset: Equatable, Sendable {
  let name: String
  let settings: NoiseReductionSettings
  /// True for one of the user's, which can be removed.
  let isOwn: Bool

  /// The program's, but for the standard, which is a matter of the preferences. What each sets stands in docs/audio.md.
  static var builtIn: [NoisePreset] {
    func preset(_ name: String, _ settings: NoiseReductionSettings) -> NoisePreset {
      NoisePreset(name: name, settings: settings, isOwn: false)
    }
    return [
      preset(
        localized("Gentle", context: "noise preset"), NoiseReductionSettings(reduction: 10, smoothing: 2)),
      preset(
        localized("Strong", context: "noise preset"),
        NoiseReductionSettings(reduction: 30, sensitivity: 5, smoothing: 2)),
      preset(
        localized("Speech Outdoors", context: "noise preset"),
        NoiseReductionSettings(reduction: 18, sensitivity: 3, smoothing: 2, followsLevel: true)),
      preset(
        localized("Old Record", context: "noise preset"),
        NoiseReductionSettings(reduction: 14, sensitivity: 1.5, smoothing: 2, clicks: 0.5)),
      preset(
        localized("Tape", context: "noise preset"),
        NoiseReductionSettings(reduction: 14, sensitivity: 1, smoothing: 3)),
    ]
  }

  /// What it sets where others are set now: the program's presets leave it as it is whether the noise is estimated all along.
  func settings(in present: NoiseReductionSettings) -> NoiseReductionSettings {
    var next = settings
    if !isOwn { next.isAdaptive = present.isAdaptive }
    return next
  }

  /// The standard settings as a preset: those of the preferences.
  static func standard(_ settings: NoiseReductionSettings) -> NoisePreset {
    NoisePreset(name: localized("Standard", context: "noise preset"), settings: settings, isOwn: false)
  }
}
