// Palette.swift
// All colours of a waveform and of what stands around it. The window and the export share these values; the
// desktop decides which palette applies (light or dark, high contrast).

import Glibc

/// The colours of one appearance.
///
/// Colours inside tiles are opaque, so that a tile does not depend on what lies below it.
public struct Palette: Sendable {
  /// The four appearances of the desktop.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    case light, dark
    case highContrastLight = "high-contrast-light"
    case highContrastDark = "high-contrast-dark"
  }

  /// Which appearance this is. Palettes of one name, lane, strength and inks are equal, so keys of layers
  /// hash nothing else.
  public let name: Name
  /// The lane color that the palette is for.
  public internal(set) var lane = LaneColor.plain
  /// True for a waveform behind the one that was computed from it: see `faded`.
  public internal(set) var isFaded = false
  /// The inks that stand in for those of the appearance: see `with(_: Inks)`.
  public internal(set) var inks: Inks?

  /// The ground of everything.
  public internal(set) var background: Color
  /// Played bars, from the top of the lane to its bottom, at equal distances; at least two colours.
  public internal(set) var playedBar: [Color]
  public internal(set) var unplayedBar: Color
  /// The envelope: its peaks, and the loudness over them.
  public internal(set) var playedPeak: Color, playedLoudness: Color
  public internal(set) var unplayedPeak: Color, unplayedLoudness: Color
  /// Amplitude 0, below the envelope.
  public let zeroLine: Color
  /// Time that has not been read: the lane's ground, and the dots along its middle.
  public let unreadGround: Color, unreadDot: Color
  /// A preview: one flat ink for every style, paler than any waveform.
  public let preview: Color
  /// Columns beyond full scale.
  public let over: Color
  /// Clipping at the lane's edges, and digital silence along its middle.
  public let clipping: Color, silence: Color
  /// The selection: its ground below the waveform, and its edges above.
  public let selection: Color, selectionEdge: Color
  public let playhead: Color
  public let rulerText: Color, rulerMajorTick: Color, rulerMinorTick: Color
  /// The ground and the text of a lane's gain.
  public let badge: Color, badgeText: Color
  /// The line under the pointer.
  public let pointerLine: Color
  /// The line at what a dragged edge has snapped to.
  public let snapLine: Color
  /// The overview: the ground of the parts that the diagram does not show, and the frame of the visible part.
  public let overviewGround: Color, overviewWindow: Color
  /// The line between two lanes.
  public let laneSeparator: Color

  public static func named(_ name: Name) -> Palette {
    switch name {
    case .light: .light
    case .dark: .dark
    case .highContrastLight: .highContrastLight
    case .highContrastDark: .highContrastDark
    }
  }

  /// The palette for the desktop's settings.
  public static func matching(isDark: Bool, isHighContrast: Bool) -> Palette {
    switch (isDark, isHighContrast) {
    case (false, false): .light
    case (true, false): .dark
    case (false, true): .highContrastLight
    case (true, true): .highContrastDark
    }
  }
}

extension Palette: Hashable {
  public static func == (a: Palette, b: Palette) -> Bool {
    a.name == b.name && a.lane == b.lane && a.isFaded == b.isFaded && a.inks == b.inks
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(lane)
    hasher.combine(isFaded)
    hasher.combine(inks)
  }
}

/// A colour in sRGB; components 0…1, not premultiplied.
public struct Color: Hashable, Sendable {
  public var red: Double, green: Double, blue: Double, alpha: Double

  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A colour from its hexadecimal form: `0xff7800`.
  public init(_ hex: UInt32, alpha: Double = 1) {
    self.init(
      red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255,
      alpha: alpha)
  }

  /// Fully transparent.
  public static let clear = Color(0, alpha: 0)

  /// The contrast to another opaque colour, 1…21: (lighter + 0.05) / (darker + 0.05) of relative luminances (WCAG 2.1).
  public func contrast(to other: Color) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private var luminance: Double {
    func linear(_ part: Double) -> Double {
      part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// A colour as people type it, "#ff7800" or "ff7800".
  public init?(hex text: some StringProtocol) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16)
    else {
      return nil
    }
    self.init(value)
  }

  /// A mix with `other`: this colour at 0, `other` at 1.
  public func mixed(with other: Color, at fraction: Double) -> Color {
    Color(
      red: red + (other.red - red) * fraction, green: green + (other.green - green) * fraction,
      blue: blue + (other.blue - blue) * fraction, alpha: alpha + (other.alpha - alpha) * fraction)
  }

  /// Premultiplied 0xAARRGGBB: a pixel of `CAIRO_FORMAT_ARGB32`.
  public var pixel: UInt32 {
    func byte(_ value: Double) -> UInt32 { UInt32(min(max(value, 0), 1) * 255 + 0.5) }
    return byte(alpha) << 24 | byte(red * alpha) << 16 | byte(green * alpha) << 8 | byte(blue * alpha)
  }
}
