// SmallTextTests.swift
// Whether small grey text can be read: its opacity here and in the style sheet, over libadwaita 1.2's colours.

import Foundation
import Resources
import Testing
import WaveformDrawing

@testable import WaveformViews

@Suite struct SmallTextTests {
  /// Text and grounds of the light and of the dark style: the window's, the header bar's, that of views, and a card's.
  private static let styles: [(text: Color, grounds: [UInt32])] = [
    (Color(0, alpha: 0.8), [0xfafafa, 0xebebeb, 0xffffff]),
    (Color(0xffffff), [0x242424, 0x303030, 0x1e1e1e, 0x383838]),
  ]

  private func check(opacity: Double) {
    for style in Self.styles {
      for ground in style.grounds.map({ Color($0) }) {
        let opaque = Color(red: style.text.red, green: style.text.green, blue: style.text.blue)
        let seen = ground.mixed(with: opaque, at: style.text.alpha * opacity)
        #expect(seen.contrast(to: ground) >= 4.5, "\(opacity) on \(ground)")
      }
    }
  }

  @Test func `captions and frames below the waveform`() { check(opacity: ReadoutView.smallOpacity) }

  @Test func `dim labels and subtitles`() throws {
    let css = String(decoding: Resources.style, as: UTF8.self)
    let rule = try #require(
      css.firstMatch(of: /\.dim-label,\s*windowtitle \.subtitle \{\s*opacity: ([0-9.]+);/))
    check(opacity: try #require(Double(rule.1)))
  }
}
