// FigureColors.swift
// The colours that a figure can have, and what they are called on a command line. A pure value.

/// How a figure is coloured.
public enum FigureColors: Hashable, Sendable {
  /// Those of the window, light or dark; dark ink on white for paper; any others.
  case light, dark, print, chosen(Palette.Inks)

  /// "screen" or "light", "dark", "print", or two colours, of the waveform and of the ground: "#1a5fb4,#ffffff".
  public init?(_ text: String) {
    switch text {
    case "screen", "light": self = .light
    case "dark": self = .dark
    case "print": self = .print
    default:
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let colors = parts.compactMap { Color(hex: $0) }
      guard parts.count == 2, colors.count == 2 else { return nil }
      self = .chosen(
        Palette.Inks(
          played: colors[0], unplayed: colors[0].mixed(with: colors[1], at: 0.5), background: colors[1]))
    }
  }

  public var palette: Palette {
    switch self {
    case .light: .light
    case .dark: .dark
    case .print: .print
    case .chosen(let inks): Palette(inks)
    }
  }
}
