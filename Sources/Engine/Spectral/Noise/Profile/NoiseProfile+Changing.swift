// NoiseProfile+Changing.swift
// Whether a noise changed while its profile was taken: then its level is followed in a recording. Pure values.

extension NoiseProfile.Channel {
  /// The standard deviation of the power against its mean: the median of all bins, so that a few narrow ones (a beep, what
  /// is above an encoder's limit) say nothing. 1 in Gaussian noise, about 0.98 in two seconds of it; 1 where there is none.
  var spread: Float {
    let spreads = zip(mean, deviation).compactMap { $0 > 0 ? $1 / $0 : nil }.sorted()
    return spreads.isEmpty ? 1 : spreads[spreads.count / 2]
  }
}

extension NoiseProfile {
  /// Spreads of a noise whose level changes. A level with a relative variance of v makes a spread of √(1 + 2v): these are
  /// 0.8 dB of deviation and 2 dB. Below it is chance; beyond it the noise itself is single events, as clicks and voices
  /// are, whose quiet moments are not its level.
  private static let changing: Range<Float> = 1.03..<1.2
  /// The spread from which on a noise has no level that could be followed. Of the noises of the development set keys have 2.9
  /// and more, crackle 2.2 and voices 1.99; most wind, whose level does change, has less.
  private static let scattered: Float = 1.9
  /// How the mean power that a noise is taken to have grows with its spread, where it is followed: its loud moments come
  /// faster than they can be followed.
  private static let growth = 4

  /// True when the noise of a channel changed while the profile was taken.
  public var isChanging: Bool { channels.contains { Self.changing.contains($0.spread) } }

  /// True when the noise of a channel is single sounds, as keys, clicks and voices: its quiet moments say nothing of them.
  public var isScattered: Bool { channels.contains { $0.spread >= Self.scattered } }

  /// By how much louder than its mean a noise of this spread is taken to be where it is followed: 1 … 2.1.
  static func loudness(spread: Float) -> Float {
    let bounded = min(max(spread, 1), changing.upperBound)
    return (0..<growth).reduce(1) { loudness, _ in loudness * bounded }
  }
}

extension NoiseReductionSettings {
  /// True when the level of the noise is followed: where the profile shows that it changes, and where that was chosen, unless
  /// the noise has none.
  public func follows(_ profile: NoiseProfile) -> Bool {
    profile.isChanging || followsLevel && !profile.isScattered
  }
}
