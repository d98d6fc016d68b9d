// PixelCanvas+Spans.swift
// The fast way to fill columns side by side, block by block of 16 pixels.
// Unsafe: as PixelCanvas; pixels and rows are cut to the canvas before anything is written.

import WaveformCore

extension PixelCanvas {
  /// Sets the pixels of `spans` that lie on the canvas.
  ///
  /// - Parameters:
  ///   - metrics: what a column is wide.
  ///   - x: where column 0 stands; `y`: where row 0 does.
  ///   - rowPixels: the colour of each row, from row 0 on; rows beyond are left alone.
  ///   - ground: the pixel of each row that is there in all of the columns; nil when they are not known. Known
  ///     ones need not be read.
  func fill(
    _ spans: RowSpans, _ metrics: BarMetrics, x: Int, y: Int, rowPixels: [UInt32],
    over ground: [UInt32]? = nil
  ) {
    guard let base else { return }
    precondition(ground == nil || ground!.count >= rowPixels.count)
    let left = max(x, 0)
    let count = min(x + spans.count * metrics.pitch, width) - left
    let first = max(-y, 0)
    let end = min(height - y, rowPixels.count)
    guard count > 0, first < end else { return }
    guard count >= SpanBlock.width else {
      return fill(spans.rects(width: metrics.width, pitch: metrics.pitch), x: x, y: y, rowPixels: rowPixels)
    }
    let place = base + (y * bytesPerRow + left * 4)
    let pixels = left - x..<left - x + count
    spans.withPixels(pixels, metrics) { tops, bottoms in
      rowPixels.withUnsafeBufferPointer { inks in
        let inks = inks.baseAddress!
        guard let ground else {
          return Self.eachBlock(count) {
            SpanBlock(tops + $0, bottoms + $0)
              .fill(place + $0 &* 4, bytesPerRow, inks, rows: first..<end, over: inks, isKnown: false)
          }
        }
        ground.withUnsafeBufferPointer { ground in
          let ground = ground.baseAddress!
          Self.eachBlock(count) {
            SpanBlock(tops + $0, bottoms + $0)
              .fill(place + $0 &* 4, bytesPerRow, inks, rows: first..<end, over: ground, isKnown: true)
          }
        }
      }
    }
  }

  /// The first pixel of each block. The last one overlaps the one before it: what is filled twice is the same.
  @inline(__always)
  private static func eachBlock(_ count: Int, _ body: (_ pixel: Int) -> Void) {
    var pixel = 0
    while pixel < count {
      body(min(pixel, count &- SpanBlock.width))
      pixel &+= SpanBlock.width
    }
  }
}

extension RowSpans {
  /// Lends the tops and bottoms of single pixels: those of the columns for their ink, none for the gaps.
  @inline(__always)
  fileprivate func withPixels(
    _ pixels: Range<Int>, _ metrics: BarMetrics,
    _ body: (UnsafePointer<Int16>, UnsafePointer<Int16>) -> Void
  ) {
    let isPlain = metrics.pitch == 1
    let tops = isPlain ? self.tops : Self.expanded(self.tops, metrics)
    let bottoms = isPlain ? self.bottoms : Self.expanded(self.bottoms, metrics)
    tops.withUnsafeBufferPointer { tops in
      bottoms.withUnsafeBufferPointer { bottoms in
        body(tops.baseAddress! + pixels.lowerBound, bottoms.baseAddress! + pixels.lowerBound)
      }
    }
  }

  /// A gap has the rows 0..<0.
  private static func expanded(_ rows: [Int16], _ metrics: BarMetrics) -> [Int16] {
    let (width, pitch) = (metrics.width, metrics.pitch)
    return Array(unsafeUninitializedCapacity: rows.count * pitch) { out, initialized in
      initialized = rows.count * pitch
      guard var place = out.baseAddress else { return }
      // The usual bars, two pixels and one of gap, without a loop for each.
      if width == 2, pitch == 3 {
        for row in rows {
          (place[0], place[1], place[2]) = (row, row, 0)
          place += 3
        }
        return
      }
      for row in rows {
        for pixel in 0..<pitch { place[pixel] = pixel < width ? row : 0 }
        place += pitch
      }
    }
  }
}
