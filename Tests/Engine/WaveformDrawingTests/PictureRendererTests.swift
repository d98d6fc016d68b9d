// PictureRendererTests.swift
// Whole pictures: lanes where they belong, nothing where there is nothing, the same window or not.

import Testing
import WaveformCore
@testable import WaveformDrawing

struct PictureRendererTests {
  /// A recording of `channels` channels whose level grows from 0 to full scale.
  static func crescendo(channels: Int, frames: Int) -> WaveformPeaks {
    let pyramid = PeakPyramid<Int16>(channels: channels, expectedFrames: frames)
    let builder = PeakBuilder(pyramid)
    var samples: [Int16] = []
    for frame in 0..<frames {
      let level = Int16(32_767 * frame / max(1, frames))
      for _ in 0..<channels { samples.append(frame % 2 == 0 ? level : -level) }
    }
    samples.withUnsafeBufferPointer { builder.append($0) }
    builder.finish()
    return .int16(pyramid)
  }

  @Test func `every channel has its lane`() throws {
    let peaks = Self.crescendo(channels: 3, frames: 256 * 300)
    for style in WaveformStyle.waveforms {
      let renderer = PictureRenderer(width: 300, height: 170, style: style, palette: .light)
      let picture = try renderer.render(peaks, range: 0..<256 * 300)
      let background = Palette.light.background.pixel
      // At the right end the sound is at full scale: three bars of ink, the space between them and at the ends.
      let x = 298
      let ink = (0..<170).map { picture.pixel(x, $0) != background }
      var runs = 0
      for y in 1..<170 where ink[y] && !ink[y - 1] { runs += 1 }
      #expect(runs == 3)
      #expect(!ink[0] && !ink[169])
    }
  }

  @Test func `the picture grows with the sound`() throws {
    let peaks = Self.crescendo(channels: 1, frames: 256 * 300)
    let renderer = PictureRenderer(width: 300, height: 100, style: .bars, palette: .dark)
    let picture = try renderer.render(peaks, range: 0..<256 * 300)
    var last = 0
    for bar in 0..<100 {
      let rows = (0..<100).count { picture.pixel(bar * 3, $0) != Palette.dark.background.pixel }
      #expect(rows >= last)
      last = rows
    }
    #expect(last >= 88)
  }

  @Test func `no sound and no room give an empty picture`() throws {
    let peaks = Self.crescendo(channels: 2, frames: 1000)
    let nothing = Self.crescendo(channels: 2, frames: 0)
    for style in WaveformStyle.allCases {
      for (width, height) in [(0, 0), (100, 0), (0, 100), (1, 1), (100, 2), (100, 50)] {
        let renderer = PictureRenderer(width: width, height: height, style: style, palette: .light)
        for (source, range) in [(nothing, 0..<0), (peaks, 500..<500)] {
          let picture = try renderer.render(source, range: range)
          #expect(picture.width == width && picture.height == height)
          #expect(picture.pixels.allSatisfy { $0 == 0xffff_ffff })
        }
        _ = try renderer.render(peaks, range: 0..<1000)
      }
    }
  }

  @Test func `without a background it is transparent`() throws {
    var renderer = PictureRenderer(width: 60, height: 40, scale: 2, style: .bars, palette: .light)
    renderer.background = nil
    let picture = try renderer.render(Self.crescendo(channels: 1, frames: 9000), range: 0..<9000)
    #expect(picture.pixel(0, 0) == 0)
    #expect(picture.pixels.contains { $0 >> 24 == 255 })
  }

  @Test func `more channels than rows do no harm`() throws {
    let renderer = PictureRenderer(width: 30, height: 20, style: .envelope, palette: .light)
    _ = try renderer.render(Self.crescendo(channels: 64, frames: 3000), range: 0..<3000)
  }
}
