// PaletteTests.swift
// What can be told apart, by the contrast of WCAG 2.1: (lighter + 0.05) / (darker + 0.05) of relative luminances.

import Foundation
import Testing
import WaveformCore

@testable import WaveformDrawing

struct PaletteTests {
  private func contrast(_ a: Color, _ b: Color) -> Double { a.contrast(to: b) }

  /// The contrast to black is 20 of it and 1.
  private func luminance(_ color: Color) -> Double { contrast(color, Color(0)) * 0.05 - 0.05 }

  /// Red, green and blue as amounts of light (IEC 61966-2-1).
  private func linear(_ color: Color) -> [Double] {
    [color.red, color.green, color.blue].map {
      $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
    }
  }

  /// `color` as it is seen on an opaque ground.
  private func blended(_ color: Color, on ground: Color) -> Color {
    let opaque = Color(red: color.red, green: color.green, blue: color.blue)
    return ground.mixed(with: opaque, at: color.alpha)
  }

  /// Chroma, and hue in degrees, in Oklab (Ottosson, "A perceptual color space for image processing", 2020).
  private func chromaAndHue(_ color: Color) -> (chroma: Double, hue: Double) {
    let light = linear(color), (r, g, b) = (light[0], light[1], light[2])
    let l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    let m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    let s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    let x = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
    let y = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    return (hypot(x, y), atan2(y, x) * 180 / .pi)
  }

  private func isHighContrast(_ name: Palette.Name) -> Bool { name.rawValue.hasPrefix("high-contrast") }

  private func inks(_ palette: Palette) -> [Color] {
    palette.playedBar + [
      palette.unplayedBar, palette.unplayedPeak, palette.unplayedLoudness, palette.playedPeak,
      palette.playedLoudness,
    ]
  }

  @Test(arguments: Palette.Name.allCases)
  func `what has a meaning stands out by 3 to 1, and by 4_5 to 1 in high contrast`(name: Palette.Name) {
    let palette = Palette.named(name)
    let least = isHighContrast(name) ? 4.5 : 3
    let selected = blended(palette.selection, on: palette.background)
    func check(_ what: String, _ color: Color, on grounds: Color..., by least: Double) {
      for ground in grounds {
        let found = contrast(blended(color, on: ground), ground)
        #expect(found >= least, "\(name): \(what) has \(found)")
      }
    }
    for color in LaneColor.allCases {
      let lane = palette.with(color)
      for ink in inks(lane) + inks(lane.faded) + [palette.swatch(color)] {
        check("\(color)", ink, on: palette.background, by: least)
      }
      // Before anything is played.
      check("\(color), selected", lane.unplayedBar, on: selected, by: 3)
    }
    check("preview", palette.preview, on: palette.background, palette.unreadGround, by: least)
    check("overview", palette.unplayedBar, on: palette.background, palette.overviewGround, by: least)
    check("window", palette.overviewWindow, on: palette.background, palette.overviewGround, by: least)
    check("playhead", palette.playhead, on: palette.background, palette.overviewGround, selected, by: least)
    check("selection", palette.selectionEdge, on: palette.background, by: least)
    check("selection", palette.selectionEdge, on: selected, by: 3)
    check("snapping", palette.snapLine, on: palette.background, selected, by: 3)
    check("over", palette.over, on: palette.background, by: least)
    check("clipping", palette.clipping, on: palette.background, by: least)
    check("silence", palette.silence, on: palette.background, by: least)
    check("ticks", palette.rulerMajorTick, on: palette.background, by: least)
    check("text", palette.rulerText, on: palette.background, by: 4.5)
    check("gain", palette.badgeText, on: blended(palette.badge, on: palette.background), by: 4.5)
    guard isHighContrast(name) else { return }
    check("zero", palette.zeroLine, on: palette.background, by: least)
    check("dots", palette.unreadDot, on: palette.unreadGround, by: least)
    check("ticks", palette.rulerMinorTick, on: palette.background, by: least)
    check("pointer", palette.pointerLine, on: palette.background, by: least)
    check("separator", palette.laneSeparator, on: palette.background, by: least)
  }

  @Test(arguments: Palette.Name.allCases)
  func `a preview is paler than any waveform, and what lies behind than what is in front`(
    name: Palette.Name
  ) {
    let palette = Palette.named(name)
    let preview = contrast(palette.preview, palette.background)
    for color in LaneColor.allCases {
      let lane = palette.with(color)
      #expect(preview < contrast(lane.unplayedBar, palette.background))
      #expect(preview < contrast(lane.unplayedPeak, palette.background))
      let behind = contrast(lane.faded.unplayedBar, palette.background)
      #expect(behind < contrast(lane.unplayedBar, palette.background))
    }
  }

  @Test(arguments: Palette.Name.allCases)
  func `loudness stands out from its peaks`(name: Palette.Name) {
    let palette = Palette.named(name)
    #expect(contrast(palette.unplayedPeak, palette.unplayedLoudness) >= 2)
    #expect(contrast(palette.playedPeak, palette.playedLoudness) >= 1.9)
  }

  @Test(arguments: LaneColor.allCases)
  func `a lane has one hue, played and not, beside its name, and in every appearance`(color: LaneColor) {
    let own = chromaAndHue(Palette.light.swatch(color)).hue
    for name in Palette.Name.allCases {
      let palette = Palette.named(name).with(color)
      for ink in inks(palette) + [palette.swatch(color)] {
        let (chroma, hue) = chromaAndHue(ink)
        let distance = abs((hue - own + 540).truncatingRemainder(dividingBy: 360) - 180)
        // White and black have none.
        #expect(distance <= 20 || chroma < 0.005, "\(name) \(color): \(hue)°, not \(own)°")
      }
      let (quiet, vivid) = (chromaAndHue(palette.unplayedBar), chromaAndHue(palette.swatch(color)))
      #expect(vivid.chroma >= 1.6 * quiet.chroma, "\(name) \(color)")
    }
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
    let light = linear(color)
    let seen = vision.map { row in min(max(zip(row, light).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1) }
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
  func `what has been played differs from what has not, for everybody`(name: Palette.Name) {
    for color in LaneColor.allCases {
      let palette = Palette.named(name).with(color)
      for vision in Self.visions {
        let (a, b) = (lab(palette.unplayedBar, vision), lab(palette.swatch(color), vision))
        let distance = zip(a, b).reduce(0) { $0 + pow($1.0 - $1.1, 2) }.squareRoot()
        #expect(distance >= 10, "\(name) \(color): \(distance)")
      }
    }
  }

  private func distance(_ a: Color, _ b: Color, _ vision: [[Double]]) -> Double {
    zip(lab(a, vision), lab(b, vision)).reduce(0) { $0 + pow($1.0 - $1.1, 2) }.squareRoot()
  }

  @Test(arguments: Palette.Name.allCases)
  func `tints can be told apart by everybody, rise in lightness, and stand out`(name: Palette.Name) {
    let palette = Palette.named(name)
    for own in [palette, palette.faded] {
      for state in PlayState.allCases {
        let inks = own.tints(state)
        #expect(inks.count == SpectralBalance.classes)
        for ink in inks {
          #expect(contrast(ink, palette.background) >= palette.leastContrast, "\(name) \(state)")
        }
      }
    }
    for state in PlayState.allCases {
      let inks = palette.tints(state)
      for (darker, lighter) in zip(inks, inks.dropFirst()) {
        let step = luminance(lighter) / luminance(darker)
        #expect(step > 1.08, "\(name) \(state): also in print")
      }
      for vision in Self.visions {
        for a in inks.indices {
          for b in inks.indices where b >= a + 2 {
            let least: Double = b == a + 2 ? 6 : 9
            #expect(distance(inks[a], inks[b], vision) >= least, "\(name) \(state): \(a) and \(b)")
          }
        }
        #expect(distance(inks[0], inks.last!, vision) >= 24, "\(name) \(state)")
      }
    }
    for (played, unplayed) in zip(palette.tints(.played), palette.tints(.unplayed)) {
      for vision in Self.visions { #expect(distance(played, unplayed, vision) >= 7, "\(name)") }
    }
    let chroma = PlayState.allCases.map { palette.tints($0).reduce(0) { $0 + chromaAndHue($1).chroma } }
    #expect(chroma[0] >= 1.6 * chroma[1], "\(name): \(chroma)")
  }

  @Test func `contrast is computed as WCAG does`() {
    let white = Color(0xffffff), black = Color(0)
    // The luminances of the primaries are the factors of its sum: 0.2126, 0.7152 and 0.0722; those of the darkest shades
    // are a 12.92th of their numbers.
    let ratios: [(UInt32, Double)] = [
      (0xffffff, 21), (0xff0000, 5.252), (0x00ff00, 15.304), (0x0000ff, 2.444),
      (0x0a0a0a, 1 + 200 / 255 / 12.92),
    ]
    for (color, ratio) in ratios {
      #expect(abs(Color(color).contrast(to: black) - ratio) < 1e-9)
      #expect(Color(color).contrast(to: black) == black.contrast(to: Color(color)))
    }
    // The lightest greys on white that reach each of its three bounds, as every checker of web pages has them.
    for (grey, least) in [(0x949494, 3), (0x767676, 4.5), (0x595959, 7)] as [(UInt32, Double)] {
      #expect(Color(grey).contrast(to: white) >= least)
      #expect(Color(grey + 0x010101).contrast(to: white) < least)
    }
  }
}
