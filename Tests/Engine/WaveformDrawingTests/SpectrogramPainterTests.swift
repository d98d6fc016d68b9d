// SpectrogramPainterTests.swift

import Testing
import WaveformCore

@testable import WaveformDrawing

struct SpectrumColorsTests {
  @Test(arguments: SpectrumColorMap.allCases)
  func `every map rises or falls evenly in lightness`(map: SpectrumColorMap) {
    let light = SpectrumColors.gradient(map).map(Self.lightness)
    let signs = zip(light, light.dropFirst()).map { $1 - $0 }
    // Rounding to a byte may leave two neighbours equal, or turn them round by a hair.
    #expect(signs.allSatisfy { map.isDark ? $0 > -0.35 : $0 < 0.35 })
    let steps = stride(from: 0, to: 450, by: 51).map { abs(light[$0 + 51] - light[$0]) }
    #expect(steps.min()! > 2.5, "\(map)")
    #expect(abs(light.last! - light.first!) > 65)
  }

  /// CIE 1976 L*.
  private static func lightness(_ pixel: UInt32) -> Double {
    let color = Color(pixel & 0xff_ffff)
    let black = Color(0)
    let luminance = color.contrast(to: black) * 0.05 - 0.05
    return luminance > 0.008856 ? 116 * luminance.cubeRoot - 16 : 903.3 * luminance
  }

  @Test func `floor and ceiling are the levels of the first and the last colour`() {
    let colors = SpectrumColors(.ink, floor: -80, ceiling: -20)
    #expect(colors.pixels.count == 256)
    #expect(colors.ground == 0xffff_ffff)
    #expect(colors.pixels[Int(SpectrumStep.step(ofLevel: -80))] == 0xffff_ffff)
    #expect(colors.pixels[Int(SpectrumStep.step(ofLevel: -20))] == 0xff1b_1b1b)
    #expect(colors.pixels[255] == 0xff1b_1b1b)
    #expect(colors.pixels[Int(SpectrumStep.step(ofLevel: -50))] != 0xff1b_1b1b)
  }
}

extension Double {
  fileprivate var cubeRoot: Double {
    var root = Swift.max(self, 0.01)
    for _ in 0..<60 { root = (2 * root + self / (root * root)) / 3 }
    return root
  }
}

struct SpectrogramPainterTests {
  private static let loud = SpectrumStep.step(ofLevel: -6)

  /// Silence with single loud bins.
  private static func columns(_ count: Int, bins: Int, loud: [(column: Int, bin: Int)]) -> SpectrogramColumns
  {
    var columns = SpectrogramColumns(bins: bins, count: count)
    for (column, bin) in loud { columns.steps[column * bins + bin] = Self.loud }
    return columns
  }

  private static func painter(_ style: WaveformStyle, height: Int, scale: FrequencyScale) -> WaveformPainter {
    var look = WaveformLook(style: style)
    look.spectrogram = SpectrogramLook(scale: scale, colors: .ink, floor: -80, ceiling: -20)
    return WaveformPainter(look: look, palette: .light, height: height, scale: 1, sampleRate: 48_000)
  }

  private static func tile(
    _ spectra: SpectrogramColumns, shown: Range<Int>? = nil, unreadFrom: Int? = nil
  ) -> WaveformTile {
    WaveformTile(
      columns: WaveformColumns(count: spectra.count), state: .played, unreadFrom: unreadFrom,
      spectrogram: SpectrogramStretch(columns: spectra, shown: shown))
  }

  private static let dark: UInt32 = 0xff1b_1b1b, ground: UInt32 = 0xffff_ffff

  @Test(arguments: FrequencyScale.allCases)
  func `a loud bin is drawn on the rows that cover it, in its column only`(scale: FrequencyScale) throws {
    for (bins, height) in [(33, 200), (1025, 200), (1025, 51), (4097, 64)] {
      let painter = Self.painter(.spectrogram, height: height, scale: scale)
      for bin in [bins / 40 + 1, bins / 7, bins / 3, bins - 1] {
        let surface = try ImageSurface(width: 40, height: height)
        painter.paint(Self.tile(Self.columns(40, bins: bins, loud: [(17, bin)])), into: surface, over: .clear)
        let rows = FrequencyAxis(scale: scale, height: height, sampleRate: 48_000).binsOfRows(bins: bins)
        #expect(rows.contains { $0.contains(bin) })
        for y in 0..<height {
          #expect(surface.pixel(17, y) == (rows[y].contains(bin) ? Self.dark : Self.ground))
          #expect(surface.pixel(16, y) == Self.ground && surface.pixel(18, y) == Self.ground)
        }
      }
    }
  }

  @Test func `an impulse is one column, wherever blocks and clips begin`() throws {
    let painter = Self.painter(.spectrogram, height: 20, scale: .linear)
    for column in 0..<50 {
      let spectra = Self.columns(50, bins: 65, loud: (0..<65).map { (column, $0) })
      for (x, within) in [(0, 0..<50), (-7, 0..<40), (5, 3..<20)] {
        let surface = try ImageSurface(width: 50, height: 24)
        painter.paint(Self.tile(spectra), into: surface, x: x, y: 2, over: .clear, within: within)
        for pixel in 0..<50 {
          let isPainted = within.contains(pixel) && (0..<50).contains(pixel - x)
          let wanted = isPainted ? pixel - x == column ? Self.dark : Self.ground : 0
          #expect(surface.pixel(pixel, 2) == wanted && surface.pixel(pixel, 21) == wanted)
          #expect(surface.pixel(pixel, 1) == 0 && surface.pixel(pixel, 22) == 0)
        }
      }
    }
  }

  @Test func `beyond the recording nothing is drawn, and unread time shows itself`() throws {
    let painter = Self.painter(.spectrogram, height: 40, scale: .mel)
    let surface = try ImageSurface(width: 30, height: 40)
    painter.paint(Self.tile(Self.columns(30, bins: 65, loud: []), shown: 4..<21), into: surface, over: .clear)
    for x in 0..<30 { #expect(surface.pixel(x, 3) == ((4..<21).contains(x) ? Self.ground : 0)) }
    let unread = try ImageSurface(width: 30, height: 40)
    var columns = Self.columns(30, bins: 65, loud: [(25, 64)])
    columns.unknown = RangeSet(10..<25)
    columns.unknown.insert(contentsOf: 26..<30)
    painter.paint(Self.tile(columns, unreadFrom: 10), into: unread, over: .clear)
    #expect(unread.pixel(9, 0) == Self.ground)
    #expect(unread.pixel(12, 0) == Palette.light.unreadGround.pixel)
    #expect(unread.pixel(25, 0) == Self.dark && unread.pixel(26, 0) == Palette.light.unreadGround.pixel)
  }

  @Test func `what is not known does not look like silence`() throws {
    var columns = Self.columns(40, bins: 65, loud: [])
    columns.unknown = RangeSet(12..<30)
    for (style, inks) in [(WaveformStyle.spectrogram, Palette.light), (.both, Palette.dark)] {
      var painter = Self.painter(style, height: 40, scale: .mel)
      if style == .both {
        // Its waveform has the colours of what lies over a dark map.
        var look = painter.look
        look.spectrogram.colors = .inferno
        painter = WaveformPainter(look: look, palette: .light, height: 40, scale: 1, sampleRate: 48_000)
      }
      let surface = try ImageSurface(width: 40, height: 40)
      painter.paint(Self.tile(columns, shown: 4..<40), into: surface, over: .clear)
      let silence = SpectrumColors(painter.look.spectrogram).ground
      #expect(surface.pixel(11, 3) == silence && surface.pixel(30, 3) == silence)
      #expect((12..<30).allSatisfy { surface.pixel($0, 3) == inks.unreadGround.pixel })
      if style == .spectrogram {
        #expect((12..<30).contains { surface.pixel($0, 20) == inks.unreadDot.pixel })
      }
    }
    // Something else may be known of it.
    let painter = Self.painter(.spectrogram, height: 40, scale: .mel)
    let surface = try ImageSurface(width: 40, height: 40)
    var tile = Self.tile(columns)
    tile.spectrogram?.isOver = true
    painter.paint(tile, into: surface, over: .clear)
    #expect(surface.pixel(11, 3) == Self.ground && (12..<30).allSatisfy { surface.pixel($0, 3) == 0 })
  }

  @Test func `a waveform over its spectra lets them be seen`() throws {
    let painter = Self.painter(.both, height: 100, scale: .linear)
    var tile = Self.tile(Self.columns(20, bins: 65, loud: []))
    for column in 0..<20 { tile.columns.setAll(column, low: -0.5, high: 0.5) }
    let surface = try ImageSurface(width: 20, height: 100)
    painter.paint(tile, into: surface, over: .clear)
    let line = surface.pixel(10, 25), veil = surface.pixel(10, 50)
    #expect(surface.pixel(10, 10) == Self.ground)
    #expect(line & 0xff < veil & 0xff && veil & 0xff < 0xff)
    // Played and unplayed differ in the waveform alone.
    tile.state = .unplayed
    let unplayed = try ImageSurface(width: 20, height: 100)
    painter.paint(tile, into: unplayed, over: .clear)
    #expect(unplayed.pixel(10, 25) != line && unplayed.pixel(10, 10) == Self.ground)
  }
}
