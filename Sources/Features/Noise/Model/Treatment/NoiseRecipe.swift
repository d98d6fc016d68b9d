// NoiseRecipe.swift
// How the noise of a waveform is reduced: what undo puts back, and what a job or an export takes with it. A value.

import Localization
import Spectral

/// What noise sounds like, and what was chosen about its reduction.
struct NoiseRecipe: Equatable, Sendable {
  /// What noise sounds like; nil before anybody said so, and where that is found out all along.
  var profile: NoiseProfile?
  var settings: NoiseReductionSettings
  /// What there is to know about the profile: a sentence. Nil when that is nothing.
  var remark: String?

  /// The profile that noise is reduced with: that which there is stays, but says nothing, while the noise is estimated all
  /// along.
  var effectiveProfile: NoiseProfile? { settings.isAdaptive ? nil : profile }

  /// True when there is something to take away: a noise that is known, one that is estimated all along, or clicks.
  var isEffective: Bool { profile != nil || settings.isAdaptive || settings.clicks > 0 }

  /// Why it says nothing of a recording, in sentences; nil when it does, and as long as the recording has no rate.
  func problem(at sampleRate: Int) -> String? {
    effectiveProfile.flatMap { Self.problem(of: $0, at: sampleRate) }
  }

  /// Why a profile says nothing of a recording of this rate, in sentences.
  static func problem(of profile: NoiseProfile, at sampleRate: Int) -> String? {
    guard sampleRate > 0, profile.sampleRate != sampleRate else { return nil }
    let error = NoiseProfileError.otherRate(profile: profile.sampleRate, recording: sampleRate)
    return "\(error.message) \(localized("Take a profile of this recording."))"
  }
}
