// NoiseProfileError.swift
// What keeps a noise from being measured, or a profile from being used. A pure value.

import Localization

/// Why a stretch gives no noise profile, or a profile does not fit a recording.
public enum NoiseProfileError: Error, Hashable, Sendable {
  /// It has `frames` frames and would need `least`.
  case tooShort(frames: Int, least: Int, sampleRate: Int)
  /// The stretch holds only zeros.
  case silent
  /// The profile and the recording have different sample rates.
  case otherRate(profile: Int, recording: Int)

  /// A sentence for a person.
  public var message: String {
    switch self {
    case .tooShort(let frames, let least, let rate):
      // Translators: two numbers of milliseconds
      localized(
        """
        A noise profile needs at least \(Self.milliseconds(least, rate)) ms of noise; there are \
        \(Self.milliseconds(frames, rate)) ms.
        """)
    case .silent: localized("There is only digital silence here, and no noise to take a profile of.")
    case .otherRate(let profile, let recording):
      localized("The noise profile was taken at \(profile) Hz, and the recording has \(recording) Hz.")
    }
  }

  /// The same for use within a sentence.
  public var sentence: Sentence {
    switch self {
    case .tooShort(let frames, let least, let rate):
      // Translators: two numbers of milliseconds
      Sentence(
        """
        a noise profile needs at least \(Self.milliseconds(least, rate)) ms of noise; there are \
        \(Self.milliseconds(frames, rate)) ms
        """)
    case .silent: Sentence("there is only digital silence here, and no noise to take a profile of")
    case .otherRate(let profile, let recording):
      Sentence("the noise profile was taken at \(profile) Hz, and the recording has \(recording) Hz")
    }
  }

  public var detail: String { sentence.localized }

  private static func milliseconds(_ frames: Int, _ rate: Int) -> Int { frames * 1000 / max(rate, 1) }
}
