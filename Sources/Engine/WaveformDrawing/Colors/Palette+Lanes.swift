// Palette+Lanes.swift
// The inks of waveforms that share a diagram, in the hues of Okabe and Ito ("Color Universal Design", 2008: orange, blue,
// bluish green, reddish purple, yellow). A lane has one hue: what has been played is vivid, what has not is a quiet shade
// of it, on a light ground and on a dark one. Hue alone is not enough: the lightness of each ink was chosen so that all
// lanes can be told apart with any one kind of cone missing, and stand out from the background. Tests check all of it.

import Localization
import WaveformCore

/// The color of one waveform among several.
public enum LaneColor: Int, Hashable, Sendable, CaseIterable {
  /// The color of a single waveform: orange, and a warm grey where it has not been played.
  case plain
  case blue, green, magenta, gold

  /// When there are more waveforms than colors, colors repeat.
  public init(_ number: Int) {
    let count = Self.allCases.count
    self = Self.allCases[((number % count) + count) % count]
  }

  /// The name of the color.
  public var name: String {
    switch self {
    case .plain: localized("Orange")
    case .blue: localized("Blue")
    case .green: localized("Green")
    case .magenta: localized("Magenta")
    case .gold: localized("Gold")
    }
  }

  /// The inks of what has not been played, and of what has; nil for those that the palettes have anyway.
  fileprivate func inks(_ name: Palette.Name) -> (unplayed: UInt32, played: UInt32)? {
    switch (self, name) {
    case (.plain, _): nil
    case (.blue, .light): (0x6781a2, 0x0067d5)
    case (.blue, .dark): (0x7595b8, 0x49a1f9)
    case (.blue, .highContrastLight): (0x4b6283, 0x2070e3)
    case (.blue, .highContrastDark): (0x84a6cf, 0x479cfb)
    case (.green, .light): (0x506f52, 0x29873b)
    case (.green, .dark): (0x5d8667, 0x53ce7c)
    case (.green, .highContrastLight): (0x335638, 0x23853c)
    case (.green, .highContrastDark): (0x92b395, 0x7ae388)
    case (.magenta, .light): (0x825a73, 0xcd3ba5)
    case (.magenta, .dark): (0x987491, 0xd865c8)
    case (.magenta, .highContrastLight): (0x65445d, 0xb3259e)
    case (.magenta, .highContrastDark): (0xc298b5, 0xfd8bde)
    case (.gold, .light): (0x64562d, 0xa68d35)
    case (.gold, .dark): (0xa7995b, 0xd5bb3a)
    case (.gold, .highContrastLight): (0x3f350f, 0x847524)
    case (.gold, .highContrastDark): (0xaca277, 0xd5b500)
    }
  }
}

extension Palette {
  /// The same appearance with the inks of a lane's color.
  public func with(_ color: LaneColor) -> Palette {
    var palette = Self.named(name)
    guard let inks = color.inks(name) else { return palette }
    let (unplayed, played) = (Color(inks.unplayed), Color(inks.played))
    // Loudness is drawn over the peaks, with more contrast to the background.
    let louder = { (ink: Color) in ink.mixed(with: Color(isDark ? 0xffffff : 0), at: 0.35) }
    palette.lane = color
    palette.unplayedBar = unplayed
    palette.playedBar = isDark ? [louder(played), played] : [played, louder(played)]
    palette.unplayedPeak = unplayed
    palette.unplayedLoudness = louder(unplayed)
    palette.playedPeak = played
    palette.playedLoudness = louder(played)
    return palette
  }

  var isDark: Bool { name == .dark || name == .highContrastDark }

  /// The contrast that everything with a meaning has to the background (WCAG 2.1, 1.4.11).
  public var leastContrast: Double { name == .light || name == .dark ? 3 : 4.5 }

  /// The same appearance with inks as pale as can still be seen, for a waveform behind the one that was computed from it.
  public var faded: Palette {
    var palette = self
    palette.isFaded = true
    palette.playedBar = playedBar.map(fade)
    palette.unplayedBar = fade(unplayedBar)
    palette.playedPeak = fade(playedPeak)
    palette.playedLoudness = fade(playedLoudness)
    palette.unplayedPeak = fade(unplayedPeak)
    palette.unplayedLoudness = fade(unplayedLoudness)
    return palette
  }

  /// An ink as pale as can still be seen.
  func fade(_ ink: Color) -> Color {
    let shades = (0...10).map { ink.mixed(with: background, at: 0.06 * Double(10 - $0)) }
    return shades.first { $0.contrast(to: background) >= leastContrast + 0.05 } ?? ink
  }

  /// The same appearance for a waveform that is not behind another.
  public var solid: Palette { isFaded ? with(lane) : self }

  /// The color that identifies a waveform, for widgets beside it: that of what has been played.
  public func swatch(_ color: LaneColor) -> Color {
    let palette = with(color)
    return color == .plain ? palette.playedBar[1] : palette.playedPeak
  }
}
