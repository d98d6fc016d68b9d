// LookPaintingTests.swift
// Every look, in pixels and by Cairo: scales, gains, widths of bars, mirrored and mixed channels.

import TestSupport
import Testing
import WaveformCore
@testable import WaveformDrawing

struct LookPaintingTests {
  @Test func `pixels and Cairo paint every look the same`() throws {
    var random = RandomNumbers(seed: 11)
    for look in Self.looks {
      for (height, scale) in [(2, 1), (41, 1), (90, 2)] {
        let painter = WaveformPainter(look: look, palette: .dark, height: height, scale: scale)
        let lane = look.channels.lanes(channels: 2)[0]
        let channels = (0..<2).map { _ in WaveformColumns.noise(count: 50, using: &random) }
        let tile = WaveformTile(columns: lane.columns { channels[$0] }, state: .played, unreadFrom: 120)
        let direct = try ImageSurface(width: 50 * painter.pitch, height: height, scale: scale)
        let cairo = try ImageSurface(width: 50 * painter.pitch, height: height, scale: scale)
        painter.paint(tile, into: direct)
        cairo.withContext { painter.paint(tile, in: $0) }
        let difference = difference(direct, cairo)
        #expect(difference == nil, "\(look) \(height)")
      }
    }
  }

  @Test(arguments: PlayState.allCases) func `tinted bars are the plain ones in other colors`(
    state: PlayState
  ) throws {
    var random = RandomNumbers(seed: 17)
    for (width, gap) in [(2, 1), (1, 0), (5, 2), (8, 4)] {
      // The narrow ones are painted bar by bar.
      for count in [1, 3, 50] {
        var look = WaveformLook(style: .tinted, bars: BarMetrics(width: width, gap: gap))
        let painter = WaveformPainter(look: look, palette: .light, height: 60, scale: 1)
        look.style = .bars
        let plain = WaveformPainter(look: look, palette: .light, height: 60, scale: 1)
        let tints = (0..<count).map { _ in UInt8.random(in: 0...8, using: &random) }
        let tile = WaveformTile(
          columns: .noise(count: count, using: &random), state: state, tints: tints)
        for ground in [nil, Color(0xffffff)] {
          let surfaces = try (0..<3).map { _ in
            try ImageSurface(width: count * painter.pitch, height: 60, scale: 1)
          }
          for surface in surfaces { surface.fill(Color(0xffffff)) }
          painter.paint(tile, into: surfaces[0], over: ground)
          surfaces[1].withContext { painter.paint(tile, in: $0) }
          #expect(difference(surfaces[0], surfaces[1]) == nil, "\(width)+\(gap), \(count)")
          plain.paint(tile, into: surfaces[2], over: ground)
          let inks = Palette.light.tints(state).map(\.pixel)
          for x in 0..<surfaces[0].width {
            let tint = Int(tints[x / painter.pitch])
            let ink = tint < inks.count ? inks[tint] : Palette.light.unplayedBar.pixel
            for y in 0..<60 {
              let bar = surfaces[2].pixel(x, y)
              // The ground and what is beyond full scale stay.
              let isInk = bar != 0xffff_ffff && bar != Palette.light.over.pixel
              #expect(surfaces[0].pixel(x, y) == (isInk ? ink : bar))
            }
          }
        }
      }
    }
  }

  @Test func `every look has a tile of its own`() {
    let keys = Self.looks.map { look in
      LayerKey(
        generation: 1, lane: 0, tile: 0, grid: PixelGrid(framesPerPixel: 100),
        painter: WaveformPainter(look: look, palette: .light, height: 50, scale: 1), state: .played)
    }
    #expect(Set(keys).count == Self.looks.count)
  }

  static let looks: [WaveformLook] = WaveformStyle.allCases.flatMap { style in
    EnvelopeLoudness.allCases.flatMap { loudness in
      ChannelMode.allCases.flatMap { channels in
        AmplitudeScale.Unit.allCases.flatMap { unit in
          [
            (Float(1), BarMetrics(width: 2, gap: 1)), (0.3, BarMetrics(width: 1, gap: 0)),
            (8, BarMetrics(width: 5, gap: 2)),
          ].map { gain, bars in
            WaveformLook(
              style: style, loudness: loudness, channels: channels,
              amplitude: AmplitudeScale(unit: unit, gain: gain), bars: bars)
          }
        }
      }
    }
  }
}
