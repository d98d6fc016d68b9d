// PaletteTests.swift
// What can be told apart, by the contrast of WCAG 2.1: (lighter + 0.05) / (darker + 0.05) of relative luminances.

import Foundation
import Testing

@testable import WaveformDrawing

struct PaletteTests {
  private func luminance(_ color: Color) -> Double {
    func linear(_ part: Double) -> Double {
      part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  private func contrast(_ a: Color, _ b: Color) -> Double {
    let (x, y) = (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  @Test(arguments: Palette.Name.allCases)
  func `waveforms stand out from the background`(name: Palette.Name) {
    let palette = Palette.named(name)
    let strong =
      [palette.unplayedBar, palette.unplayedPeak, palette.unplayedLoudness, palette.playedLoudness]
      + palette.playedBar.dropFirst()
    for color in strong { #expect(contrast(color, palette.background) >= 3) }
    // Orange that is darker would be brown.
    for color in [palette.playedBar[0], palette.playedPeak] {
      #expect(contrast(color, palette.background) >= 2.2)
    }
    #expect(contrast(palette.rulerText, palette.background) >= 4.5)
    #expect(contrast(palette.badgeText, palette.badge) >= 4.5)
  }

  @Test(arguments: Palette.Name.allCases)
  func `loudness stands out from its peaks`(name: Palette.Name) {
    let palette = Palette.named(name)
    #expect(contrast(palette.unplayedPeak, palette.unplayedLoudness) >= 2)
    #expect(contrast(palette.playedPeak, palette.playedLoudness) >= 1.9)
  }
}
