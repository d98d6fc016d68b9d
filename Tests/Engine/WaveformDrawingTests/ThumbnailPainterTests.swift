// ThumbnailPainterTests.swift
// Icons of recordings at all sizes.

import CCairo
import Testing
import WaveformCore

@testable import WaveformDrawing

@Suite struct ThumbnailPainterTests {
  @Test func `at every size there are bars, all of them in the picture and mirrored about its middle`() {
    for size in ThumbnailPainter.sizes {
      let painter = ThumbnailPainter(size: size)
      let bars = painter.bars((0..<painter.count).map { $0 % 2 == 0 ? 1 : 0 })
      #expect(bars.count == painter.count && (size < 64 ? 8...32 : 19...32).contains(bars.count), "\(size)")
      let isInside = bars.allSatisfy {
        $0.x >= 0 && $0.y >= 0 && $0.x + $0.width <= size && $0.y + $0.height <= size
          && $0.height >= $0.width && $0.y + $0.height / 2 == size / 2
      }
      #expect(isInside, "\(size)")
      let gaps = zip(bars, bars.dropFirst()).map { $1.x - $0.x - $0.width }
      #expect(Set(gaps) == [painter.gap] && painter.gap >= 1)
      let right = size - bars[bars.count - 1].x - bars[0].width
      #expect(abs(bars[0].x - right) <= 1, "in the middle: \(size)")
    }
  }

  @Test func `a quiet recording has the shape of a loud one, and silence is a row of dots`() {
    let painter = ThumbnailPainter(size: 128)
    let levels = (0..<painter.count).map { Float($0) / Float(painter.count) }
    #expect(painter.bars(levels) == painter.bars(levels.map { $0 / 64 }))
    #expect(painter.bars(levels).map(\.height).max() == 96)
    for silence: Float in [0, 0.00003] {
      let bars = painter.bars(Array(repeating: silence, count: painter.count))
      #expect(Set(bars.map(\.height)) == [painter.barWidth + painter.barWidth % 2])
    }
    #expect(painter.bars([]).isEmpty)
  }

  @Test func `its ink stands out from light and dark grounds, and its ground is transparent`() throws {
    for ground in [Palette.light.background, Palette.dark.background, Color(0xfafafa), Color(0x303030)] {
      #expect(ThumbnailPainter.ink.contrast(to: ground) >= 3)
    }
    let painter = ThumbnailPainter(size: 256)
    let picture = try painter.picture(of: Array(repeating: 1, count: painter.count))
    let bar = try #require(painter.bars([1]).first)
    #expect(picture.pixel(bar.x + bar.width / 2, 128) == ThumbnailPainter.ink.pixel)
    #expect(picture.pixel(bar.x + bar.width, 128) == 0 && picture.pixel(bar.x + bar.width / 2, 10) == 0)
    let corner = picture.pixel(bar.x, bar.y) >> 24
    #expect(corner < 160, "its ends are round")
  }

  @Test func `a strip has as many bars as there is room for, and joins levels where it has fewer`() throws {
    for width in 1...400 {
      let strip = ThumbnailPainter(width: width, height: 32, most: 128)
      #expect(strip.count <= 128 && strip.width == strip.count * 3 - 1 && (strip.width <= width || width < 2))
      let bars = strip.bars(strip.joined(Array(repeating: 0.5, count: 128)))
      #expect(bars.count == strip.count && bars.allSatisfy { $0.y == 0 && $0.height == 32 }, "\(width)")
    }
    let strip = ThumbnailPainter(width: 5, height: 32, most: 128)
    #expect(strip.joined([1, 0, 0, 0]).map { ($0 * $0 * 100).rounded() } == [50, 0])
  }

  @Test(arguments: [1.25, 4.0 / 3, 1.5, 1.75, 2.25])
  func `between whole scales the bars of a strip are whole device pixels`(factor: Double) throws {
    let metrics = BarMetrics(scaleFactor: 1).scaled(by: factor)
    for width in 4...200 {
      let strip = ThumbnailPainter(width: width, height: 32, most: 128, factor: factor)
      #expect(strip.size.width <= Double(width) + 1e-9 && strip.size.height <= 32)
      #expect(strip.size.height > 32 - 2 / factor && strip.height % 2 == 0)
      let bars = strip.bars(Array(repeating: 0.5, count: strip.count))
      #expect(bars.map(\.x) == (0..<strip.count).map { $0 * metrics.pitch })
      #expect(bars.allSatisfy { $0.width == metrics.width && $0.height == strip.height && $0.y == 0 })
    }
    let strip = ThumbnailPainter(width: 32, height: 8, most: 128, factor: factor), palette = Palette.light
    let picture = try ImageSurface(width: strip.width, height: strip.height, scale: factor)
    let context = cairo_create(picture.pointer)!
    strip.paint(Array(repeating: 1, count: strip.count), played: 1, palette, in: context)
    cairo_destroy(context)
    for bar in 0..<strip.count {
      let row = (0..<metrics.pitch).map {
        picture.pixel(min(bar * metrics.pitch + $0, strip.width - 1), strip.height / 2)
      }
      #expect(row.prefix(metrics.width).allSatisfy { $0 == palette.swatch(.plain).pixel }, "\(bar)")
      if bar < strip.count - 1 { #expect(row.dropFirst(metrics.width).allSatisfy { $0 == 0 }, "\(bar)") }
    }
  }

  @Test func `what has been played of a strip is in another ink`() throws {
    let strip = ThumbnailPainter(width: 32, height: 8, most: 128), palette = Palette.light
    let picture = try ImageSurface(width: strip.width, height: 8)
    picture.withContext {
      strip.paint(Array(repeating: 1, count: strip.count), played: 0.5, palette, in: $0)
    }
    #expect(picture.pixel(1, 4) == palette.swatch(.plain).pixel)
    #expect(picture.pixel(strip.width - 1, 4) == palette.unplayedBar.pixel)
  }
}
