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

  /// Linear sRGB as it is seen with one kind of cone missing (Machado, Oliveira and Fernandes 2009, "A physiologically-based
  /// model for simulation of color vision deficiency", severity 1), and as it is.
  private static let visions: [[[Double]]] = [
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  ]

  /// CIE L*a*b*, white as sRGB has it.
  private func lab(_ color: Color, _ vision: [[Double]]) -> [Double] {
    let linear = [color.red, color.green, color.blue].map {
      $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
    }
    let seen = vision.map { row in min(max(zip(row, linear).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1) }
    let (x, y, z) = (
      (0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.95047,
      0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2],
      (0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.08883
    )
    let f = { (t: Double) in t > 0.008856 ? cbrt(t) : 7.787 * t + 16 / 116 }
    return [116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))]
  }

  @Test(arguments: Palette.Name.allCases)
  func `waveforms of several colors can be told apart by everybody`(name: Palette.Name) {
    let palettes = LaneColor.allCases.map { Palette.named(name).with($0) }
    // What stands beside a lane's name has the color of its peaks.
    for inks in [palettes.map(\.unplayedBar), LaneColor.allCases.map(palettes[0].swatch)] {
      for vision in Self.visions {
        let seen = inks.map { lab($0, vision) }
        for a in seen.indices {
          for b in seen[..<a].indices {
            let distance = zip(seen[a], seen[b]).reduce(0) { $0 + pow($1.0 - $1.1, 2) }.squareRoot()
            #expect(distance >= 10, "\(LaneColor.allCases[a]) and \(LaneColor.allCases[b])")
          }
        }
      }
    }
  }

  @Test(arguments: Palette.Name.allCases)
  func `waveforms of every color stand out from the background`(name: Palette.Name) {
    for color in LaneColor.allCases where color != .plain {
      let palette = Palette.named(name).with(color)
      let inks =
        [palette.unplayedBar, palette.unplayedPeak, palette.unplayedLoudness, palette.playedPeak]
        + [palette.playedLoudness] + palette.playedBar
      for ink in inks { #expect(contrast(ink, palette.background) >= 3) }
      #expect(contrast(palette.playedBar[0], palette.unplayedBar) >= 1.1)
    }
  }
}
