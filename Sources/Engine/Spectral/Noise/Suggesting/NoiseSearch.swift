// NoiseSearch.swift
// Finds the noise of a recording by itself: a stretch of nothing else, or else an estimate. One thread; what is read is
// bounded.

import WaveformCore

/// The noise that a program suggests.
public struct NoiseSuggestion: Sendable {
  public let profile: NoiseProfile
  /// The stretch that it was measured in; nil when there is none, and the profile was guessed from the whole recording.
  public let range: FrameRange?
}

/// The search for noise.
public enum NoiseSearch {
  /// Stretches whose spectrum is looked at: a pause is often the second quietest.
  private static let most = 6
  /// dB by which a stretch may lie above what is guessed from the whole: noise is there all the time, so that nothing that
  /// is much louder is noise alone.
  private static let mostExcess = 2.0
  /// dB by which it may lie below what is guessed from all that is louder, and by how much louder that is, as a factor of power. A
  /// silence that somebody has put into a recording is as steady as noise, and is not beneath the rest.
  private static let mostShortfall = 15.0, margin = 4.0
  /// How sure a stretch must be, lest it be a vowel: those of noise were by 0.66 at least on the development set.
  private static let leastCertainty = 0.58
  /// Seconds from which on a stretch gets no better.
  private static let enough = 1.0

  /// - Parameters:
  ///   - peaks: of what has been read.
  ///   - length: frames that have been read.
  ///   - sampleRate: frames per second, > 0.
  ///   - read: the samples of a range: some seconds, or some hundred short ones.
  /// - Returns: nil when there is next to no sound.
  public static func find<Failure: Error>(
    in peaks: WaveformPeaks, length: Int, sampleRate: Int,
    read: (FrameRange) throws(Failure) -> SampleSlice
  ) throws(Failure) -> NoiseSuggestion? {
    let hum = try HumSearch(length: length, sampleRate: sampleRate, read: read)
    let windows =
      hum.lines.isEmpty
      ? try SpreadWindows(length: length, sampleRate: sampleRate, read: read)
      : try SpreadWindows(without: hum, sampleRate: sampleRate, read: read)
    let hums = Set(hum.lines.joined().map(\.frequency))
    var blind = BlindProfile.estimate(windows, lines: hum.lines, sampleRate: sampleRate)
    var best: (suggestion: NoiseSuggestion, value: Double)?
    var silence = 0.0
    func stretches() -> [FrameRange] {
      QuietStretch.find(in: peaks, length: length, sampleRate: sampleRate, most: most, silence: silence)
    }
    var next = stretches()[...]
    while let range = next.popFirst() {
      let slice = try read(range)
      guard let profile = try? NoiseProfile(slice, with: hum.lines, sampleRate: sampleRate) else { continue }
      let likeness = NoiseLikeness(profile, hum: hums)
      guard likeness.isNoise, likeness.certainty >= leastCertainty else { continue }
      // What is louder must hold the noise as well.
      let louder = windows.louder(than: profile.power * margin)
      let rest = BlindProfile.estimate(louder, lines: hum.lines, sampleRate: sampleRate)
      if let rest, BlindProfile.shortfall(of: profile, below: rest.most) > mostShortfall {
        (silence, blind, best) = (slice.power * margin, rest, nil)
        next = stretches()[...]
        continue
      }
      if let blind, BlindProfile.excess(of: profile, over: blind.most) > mostExcess { continue }
      // A longer stretch shows more: the lines of a hum, for example.
      let seconds = Double(slice.range.count) / Double(sampleRate)
      let value = likeness.certainty * min(1, seconds / enough).squareRoot()
      guard value > best?.value ?? 0 else { continue }
      best = (NoiseSuggestion(profile: profile, range: slice.range), value)
    }
    return best?.suggestion ?? blind.map { NoiseSuggestion(profile: $0.profile, range: nil) }
  }
}

extension NoiseProfile {
  /// The mean power of the loudest channel's samples, without its lines.
  fileprivate var power: Double {
    let sums = channels.map { $0.mean.reduce(0) { $0 + Double($1) } }
    // A window's weights have a mean square of a half, and the bins are one half of its spectrum (Parseval).
    return (sums.max() ?? 0) * 4 / Double(format.size * format.size)
  }
}

extension SampleSlice {
  /// The mean power of the loudest channel.
  fileprivate var power: Double {
    (0..<channels).map { channel in
      samples(of: channel).reduce(0) { $0 + Double($1) * Double($1) } / Double(max(1, range.count))
    }.max() ?? 0
  }
}
