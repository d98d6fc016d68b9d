// FunctionPainterTests.swift
// What drawn functions look like, and that they stay within their rectangle.

import Testing
import WaveformCore

@testable import WaveformDrawing

struct FunctionPainterTests {
  private static func picture(
    _ look: FunctionLook, width: Int = 200, height: Int = 100, scale: Int = 1, on background: Color = .clear,
    _ functions: [FunctionWaveform]
  ) throws -> ImageSurface {
    let key = FunctionPicture.Key(
      look: look, width: width * scale, height: height * scale, scale: Double(scale))
    let painted = try FunctionPicture(key).paint(functions)
    let surface = try ImageSurface(width: width * scale, height: height * scale, scale: scale)
    surface.fill(background)
    surface.withContext { painted.copy(in: $0) }
    return surface
  }

  private static let figure = SineFigure(TaperedSine(phase: 1.2)).waveforms(steps: 66)
  private static let line = FunctionLook(inks: [FunctionLook.Ink([Color(0x000000)], width: 4)])

  @Test(arguments: [1, 2])
  func `a card with a wave and its echoes`(scale: Int) throws {
    let picture = try Self.picture(.card, width: 240, height: 120, scale: scale, Self.figure)
    try GoldenPicture.expect(picture, named: "function-card-\(scale)x", tolerance: 2)
  }

  @Test(arguments: Palette.Name.allCases)
  func `the activity figure in every appearance`(name: Palette.Name) throws {
    let palette = Palette.named(name)
    let picture = try Self.picture(
      .activity(palette, width: 3), on: palette.background, Self.figure)
    try GoldenPicture.expect(picture, named: "function-activity-\(name.rawValue)", tolerance: 2)
  }

  @Test func `gaps, dots and round ends`() throws {
    let functions = [
      FunctionWaveform(over: 0...10, steps: 20) { $0 == 2 || $0 == 3 ? .nan : $0 / 5 - 1 },
      FunctionWaveform(over: 0...10, steps: 10) { $0 == 5 ? 0.5 : .nan },
      FunctionWaveform(over: 0...10, steps: 10) { _ in -0.9 },
    ]
    let inks = [
      FunctionLook.Ink([Color(0xff5c8f), Color(0x100510)], width: 8),
      FunctionLook.Ink([Color(0x3584e4)], width: 16, opacity: 0.5),
      FunctionLook.Ink([Color(0x3584e4), Color(0xffffff), Color(0xe01b24)], width: 4),
    ]
    let picture = try Self.picture(FunctionLook(inks: inks), on: Color(0xffffff), functions)
    try GoldenPicture.expect(picture, named: "function-gaps", tolerance: 2)
  }

  @Test func `a line keeps to its rectangle, its round ends too`() throws {
    for padding in [0.0, 10] {
      var look = Self.line
      look.padding = padding
      let lines = [
        FunctionWaveform(over: -9...9, steps: 50) { $0 }, FunctionWaveform(over: -9...9, steps: 1) { -$0 },
      ]
      let picture = try Self.picture(look, width: 60, height: 40, lines)
      let inset = Int(padding)
      for y in 0..<40 {
        for x in 0..<60 where !(inset..<60 - inset).contains(x) || !(inset..<40 - inset).contains(y) {
          #expect(picture.pixel(x, y) == 0)
        }
      }
      // Both ends reach the edges.
      #expect((0..<40).contains { picture.pixel(inset, $0) >> 24 > 100 })
      #expect((0..<40).contains { picture.pixel(59 - inset, $0) >> 24 > 100 })
    }
  }

  @Test func `overlay brightens what is bright and leaves black as it is`() throws {
    let ink = FunctionLook.Ink([Color(0xffffff)], width: 4, blending: .overlay)
    for (ground, expected) in [(Color(0x000000), UInt32(0xff00_0000)), (Color(0xff0000), 0xffff_0000)] {
      let look = FunctionLook(ground: .init([ground, ground], radius: 0), inks: [ink])
      let picture = try Self.picture(look, [FunctionWaveform(over: 0...1, steps: 1) { _ in 0 }])
      #expect(picture.pixel(100, 50) == expected)
    }
    let grey = FunctionLook(ground: .init([Color(0x404040), Color(0x404040)], radius: 0), inks: [ink])
    let picture = try Self.picture(grey, [FunctionWaveform(over: 0...1, steps: 1) { _ in 0 }])
    #expect(picture.pixel(100, 50) & 255 == 0x80 && picture.pixel(100, 10) & 255 == 0x40)
  }

  @Test func `there is nothing in a picture without size, and too small ones stay empty`() throws {
    for (width, height) in [(0, 0), (0, 10), (10, 0), (3, 3), (1, 200)] {
      let picture = try Self.picture(Self.line, width: width, height: height, Self.figure)
      #expect(picture.pixels.allSatisfy { $0 == 0 })
    }
  }

  @Test func `pictures take turns, so that the last one stays`() throws {
    let pictures = try FunctionPicture(.init(look: Self.line, width: 40, height: 20, scale: 1))
    let first = pictures.paint([FunctionWaveform(over: 0...1, steps: 1) { _ in 1 }])
    let before = first.pixels
    let second = pictures.paint([FunctionWaveform(over: 0...1, steps: 1) { _ in -1 }])
    #expect(first !== second && first.pixels == before && second.pixels != before)
    #expect(pictures.paint([FunctionWaveform(over: 0...1, steps: 1) { _ in 1 }]).pixels == before)
  }
}
