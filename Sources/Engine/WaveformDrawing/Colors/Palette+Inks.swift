// Palette+Inks.swift
// Palettes of pictures to keep: with inks that somebody chose, and for paper.

extension Palette {
  /// The colours of a waveform and its ground.
  public struct Inks: Hashable, Sendable {
    public var played: Color, unplayed: Color, background: Color
    /// What an envelope's peaks are drawn with, below its loudness; nil: the ink itself.
    var peaks: Color?

    public init(played: Color, unplayed: Color, background: Color) {
      self.played = played
      self.unplayed = unplayed
      self.background = background
    }
  }

  /// Dark ink on white. What has a meaning keeps its shape and stays dark in grey.
  public static let print: Palette = {
    var inks = Inks(played: Color(0x1c1c1c), unplayed: Color(0x6e6e6e), background: Color(0xffffff))
    inks.peaks = Color(0x9a9a9a)
    return Palette.highContrastLight.with(inks)
  }()

  /// Chosen inks. Text and lines are those of the appearance that suits the ground.
  public init(_ inks: Inks) {
    let isDark = inks.background.contrast(to: Color(0xffffff)) > inks.background.contrast(to: Color(0))
    self = Self.named(isDark ? .dark : .light).with(inks)
  }

  private func with(_ inks: Inks) -> Palette {
    var palette = self
    // Loudness is drawn over the peaks, with more contrast to the background.
    let louder = { (ink: Color) in ink.mixed(with: Color(isDark ? 0xffffff : 0), at: 0.35) }
    palette.inks = inks
    palette.background = inks.background
    palette.playedBar = [inks.played, inks.played]
    palette.unplayedBar = inks.unplayed
    palette.playedPeak = inks.peaks ?? inks.played
    palette.playedLoudness = inks.peaks == nil ? louder(inks.played) : inks.played
    palette.unplayedPeak = inks.unplayed
    palette.unplayedLoudness = louder(inks.unplayed)
    return palette
  }
}
