// Palette+Lanes.swift
// The inks of waveforms that share a diagram, in the hues of Okabe and Ito ("Color Universal Design", 2008:
// orange, blue, bluish green, reddish purple, yellow). Hue alone is not enough: the lightness of each was
// chosen so that all can be told apart with any one kind of cone missing, and stand out from the background
// by 3 to 1. Tests check both.

import WaveformCore

/// The color of one waveform among several.
public enum LaneColor: Int, Hashable, Sendable, CaseIterable {
  /// The color of a single waveform: grey, and orange where it has been played.
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
    case .plain: "Orange"
    case .blue: "Blue"
    case .green: "Green"
    case .magenta: "Magenta"
    case .gold: "Gold"
    }
  }

  /// The inks of what has not been played, and of what has, on a light background and on a dark one.
  fileprivate var inks: (light: [UInt32], dark: [UInt32])? {
    switch self {
    case .plain: nil
    case .blue: ([0x62749b, 0x1c53cf], [0x7598d1, 0xd9e2f2])
    case .green: ([0x2a846c, 0x164b3d], [0x377956, 0x3cd284])
    case .magenta: ([0xaf80a3, 0xaf1e8a], [0xa44e91, 0xfb6edc])
    case .gold: ([0x80672d, 0x473813], [0x786f30, 0xf9de28])
    }
  }
}

extension Palette {
  /// The same appearance with the inks of a lane's color.
  public func with(_ color: LaneColor) -> Palette {
    var palette = Self.named(name)
    guard let inks = color.inks else { return palette }
    let isDark = name == .dark || name == .highContrastDark
    let colors = (isDark ? inks.dark : inks.light).map { Color($0) }
    // Loudness is drawn over the peaks, with more contrast to the background.
    let louder = colors.map { $0.mixed(with: Color(isDark ? 0xffffff : 0), at: 0.3) }
    palette.lane = color
    palette.unplayedBar = colors[0]
    palette.playedBar = isDark ? [louder[1], colors[1]] : [colors[1], louder[1]]
    palette.unplayedPeak = colors[0]
    palette.unplayedLoudness = louder[0]
    palette.playedPeak = colors[1]
    palette.playedLoudness = louder[1]
    return palette
  }

  /// The same appearance with paler inks, for a waveform behind the one that was computed from it.
  public var faded: Palette {
    var palette = self
    let strength = name == .light || name == .dark ? 0.55 : 0.4
    let fade = { (color: Color) in color.mixed(with: background, at: strength) }
    palette.isFaded = true
    palette.playedBar = playedBar.map(fade)
    palette.unplayedBar = fade(unplayedBar)
    palette.playedPeak = fade(playedPeak)
    palette.playedLoudness = fade(playedLoudness)
    palette.unplayedPeak = fade(unplayedPeak)
    palette.unplayedLoudness = fade(unplayedLoudness)
    return palette
  }

  /// The same appearance for a waveform that is not behind another.
  public var solid: Palette { isFaded ? with(lane) : self }

  /// The color that identifies a waveform, for widgets beside it: its main ink, except for the grey of a
  /// single one.
  public func swatch(_ color: LaneColor) -> Color {
    let palette = with(color)
    return color == .plain ? palette.playedBar[palette.playedBar.count / 2] : palette.unplayedBar
  }
}
