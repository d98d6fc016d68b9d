// Palette+Lanes.swift
// The inks of waveforms that share a diagram. The hues can be told apart by the color-blind, and lie between each other
// in lightness where they do not in hue (after Okabe and Ito, "Color Universal Design", 2008: orange, blue, bluish
// green, reddish purple, yellow). The palest of each stands out from the background by 3 to 1.

import WaveformCore

/// The color of one waveform among several.
public enum LaneColor: Int, Hashable, Sendable, CaseIterable {
  /// What a single waveform has: grey, and orange when it was played.
  case plain
  case blue, green, magenta, gold

  /// Colors go round when there are more waveforms than colors.
  public init(_ number: Int) {
    let count = Self.allCases.count
    self = Self.allCases[((number % count) + count) % count]
  }

  /// What the color is called.
  public var name: String {
    switch self {
    case .plain: "Orange"
    case .blue: "Blue"
    case .green: "Green"
    case .magenta: "Magenta"
    case .gold: "Gold"
    }
  }

  /// From what lies next to the background to what stands out most, on a light one and on a dark one.
  fileprivate var inks: (light: [UInt32], dark: [UInt32])? {
    switch self {
    case .plain: nil
    case .blue: ([0x6e93c4, 0x1c72e3, 0x0b50ab], [0x527198, 0x5b92d9, 0x9dc6fc])
    case .green: ([0x42a185, 0x108562, 0x066045], [0x417968, 0x26a27d, 0x06de9d])
    case .magenta: ([0xc777af, 0xd81b9f, 0x9f0a72], [0x9f5689, 0xdb65b7, 0xfda9e4])
    case .gold: ([0xa68f44, 0x8f7212, 0x685107], [0x7b6e42, 0xab8d28, 0xf3bc06])
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
    palette.lane = color
    palette.playedBar = isDark ? [colors[2], colors[1]] : [colors[1], colors[2]]
    palette.unplayedBar = colors[0]
    palette.playedPeak = colors[1]
    palette.playedLoudness = colors[2]
    palette.unplayedPeak = colors[0]
    palette.unplayedLoudness = colors[1]
    return palette
  }

  /// The same appearance with paler inks: a waveform behind the one that was made of it.
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

  /// The same appearance as it is when nothing lies before it.
  public var solid: Palette { isFaded ? with(lane) : self }

  /// The color by which a waveform is known, for what stands beside it.
  public func swatch(_ color: LaneColor) -> Color {
    let palette = with(color)
    return palette.playedBar[palette.playedBar.count / 2]
  }
}
