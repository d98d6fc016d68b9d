// SpectrumColors.swift
// The colours of levels, as a table with a pixel for each step of a level. A change of colours, floor or ceiling is a
// new table: no spectrum is computed again.

import WaveformCore

/// A pixel for each `SpectrumStep`.
public struct SpectrumColors: Equatable, Sendable {
  /// Opaque pixels, 0xAARRGGBB; 256 of them.
  public let pixels: [UInt32]

  /// - Parameters:
  ///   - floor, ceiling: the levels of the first and of the last colour, in dB.
  public init(_ map: SpectrumColorMap, floor: Double, ceiling: Double) {
    let gradient = Self.gradient(map)
    pixels = (0..<256).map { step in
      let level = SpectrumStep.level(UInt8(step))
      let place = min(max((level - floor) / max(ceiling - floor, 0.5), 0), 1)
      return gradient[Int(place * Double(gradient.count - 1) + 0.5)]
    }
  }

  public init(_ look: SpectrogramLook) {
    self.init(look.colors, floor: look.floor, ceiling: look.ceiling)
  }

  /// The pixel of silence.
  public var ground: UInt32 { pixels[0] }

  /// The colours of a map from its lowest level to its highest, at equal distances.
  public static func gradient(_ map: SpectrumColorMap) -> [UInt32] {
    RowGradient(stops: stops(map), rows: 511).pixels
  }

  /// Ten colours at equal distances. Inferno and viridis: N. J. Smith and S. van der Walt, matplotlib 2.0 (CC0). Cividis:
  /// Nuñez, Anderton, Renslow 2018, "Optimizing colormaps with consideration for color vision deficiency" (CC0). Between
  /// two of them sRGB is mixed, which differs from the full tables by less than can be seen.
  static func stops(_ map: SpectrumColorMap) -> [Color] {
    switch map {
    case .inferno:
      [
        0x000004, 0x1b0c42, 0x4b0c6b, 0x781c6d, 0xa52c60, 0xcf4446, 0xed6925, 0xfb9a06, 0xf7d03c, 0xfcffa4,
      ].map { Color($0) }
    case .viridis:
      [
        0x440154, 0x482878, 0x3e4a89, 0x31688e, 0x26828e, 0x1f9e89, 0x35b779, 0x6dcd59, 0xb4de2c, 0xfde725,
      ].map { Color($0) }
    case .cividis:
      [
        0x00204d, 0x00336f, 0x39486b, 0x575c6d, 0x707173, 0x8a8779, 0xa69d75, 0xc4b56c, 0xe4cf5b, 0xffea46,
      ].map { Color($0) }
    // Lightness L* in equal steps, so that prints have as many shades in the dark as in the light.
    case .ink:
      [
        0xffffff, 0xe2e2e2, 0xc6c6c6, 0xababab, 0x919191, 0x777777, 0x5e5e5e, 0x474747, 0x303030, 0x1b1b1b,
      ].map { Color($0) }
    }
  }
}

extension Palette {
  /// The palette of lines and waveforms that lie over spectra, on which the desktop's own appearance has no influence.
  /// Inks that somebody chose stay where they suit the colours of silence.
  public func over(_ map: SpectrumColorMap) -> Palette {
    if inks != nil, isDark == map.isDark { return self }
    let isHighContrast = name == .highContrastLight || name == .highContrastDark
    return .matching(isDark: map.isDark, isHighContrast: isHighContrast)
  }
}
