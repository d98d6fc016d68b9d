// PixelCanvas.swift
// The fast way to paint: whole pixels written straight into an image surface, columns side by side in blocks
// of 16 pixels, or pixels that a curve covers in part. Cairo's rasteriser takes ten times as long for the
// same.
// Unsafe: `base` is valid for `height` rows of `bytesPerRow` bytes while the canvas is in use, and is nil
// only when there are no pixels. Everything is clipped to that before it is written.

import WaveformCore

/// The pixels of an image surface, 0xAARRGGBB.
struct PixelCanvas {
  let base: UnsafeMutableRawPointer?
  let width: Int, height: Int
  let bytesPerRow: Int

  /// The pixel at (`x`, `y`), which must lie on the canvas.
  subscript(x: Int, y: Int) -> UInt32 {
    (base! + y * bytesPerRow + x * 4).load(as: UInt32.self)
  }

  /// The part of the canvas within some columns; its first column is 0.
  func part(_ columns: Range<Int>) -> PixelCanvas {
    let columns = columns.clamped(to: 0..<width)
    return PixelCanvas(
      base: base.map { $0 + columns.lowerBound * 4 }, width: columns.count, height: height,
      bytesPerRow: bytesPerRow)
  }

  /// Sets every pixel of `rects` that lies on the canvas.
  ///
  /// For a few rectangles; columns side by side are faster with `fill(_:x:y:rowPixels:over:)` and spans.
  ///
  /// - Parameters:
  ///   - x, y: the place of column 0 and row 0 of the rectangles.
  ///   - rowPixels: the colour of each row, from row 0 on; rows beyond are not changed.
  func fill(_ rects: [PixelRect], x: Int, y: Int, rowPixels: [UInt32]) {
    guard let base else { return }
    let rowLimit = min(height - y, rowPixels.count)
    let firstRow = max(-y, 0)
    rowPixels.withUnsafeBufferPointer { rowPixels in
      guard let rowPixels = rowPixels.baseAddress else { return }
      for rect in rects {
        let left = max(rect.x &+ x, 0)
        let right = min(rect.x &+ x &+ rect.width, width)
        let top = max(rect.y, firstRow)
        let bottom = min(rect.y &+ rect.height, rowLimit)
        guard left < right, top < bottom else { continue }
        let place = base + ((y &+ top) &* bytesPerRow &+ left &* 4)
        for row in 0..<bottom &- top {
          (place + row &* bytesPerRow).assumingMemoryBound(to: UInt32.self)
            .update(repeating: rowPixels[top &+ row], count: right &- left)
        }
      }
    }
  }

  // MARK: Columns

  /// Sets the pixels of `spans` that lie on the canvas.
  ///
  /// - Parameters:
  ///   - metrics: the width of a column, and of the gap behind it.
  ///   - x, y: the place of column 0 and row 0.
  ///   - rowPixels: the colour of each row, from row 0 on; rows beyond are not changed.
  ///   - columnPixels: the colours of single columns, in place of those of rows; empty where all are the same.
  ///   - ground: the present pixel of each row, equal in all columns; nil when they are not known. Known
  ///     pixels need not be read.
  func fill(
    _ spans: RowSpans, _ metrics: BarMetrics, x: Int, y: Int, rowPixels: [UInt32],
    columnPixels: [UInt32] = [], over ground: [UInt32]? = nil
  ) {
    guard let base else { return }
    precondition(ground == nil || ground!.count >= rowPixels.count)
    precondition(columnPixels.isEmpty || columnPixels.count == spans.count)
    let left = max(x, 0)
    let count = min(x + spans.count * metrics.pitch, width) - left
    let first = max(-y, 0)
    let end = min(height - y, rowPixels.count)
    guard count > 0, first < end else { return }
    guard count >= SpanBlock.width else {
      let rects = spans.rects(width: metrics.width, pitch: metrics.pitch)
      guard !columnPixels.isEmpty else { return fill(rects, x: x, y: y, rowPixels: rowPixels) }
      for rect in rects {
        let pixel = columnPixels[rect.x / metrics.pitch]
        fill([rect], x: x, y: y, rowPixels: Array(repeating: pixel, count: rowPixels.count))
      }
      return
    }
    let place = base + (y * bytesPerRow + left * 4)
    let pixels = left - x..<left - x + count
    if !columnPixels.isEmpty {
      let inks = RowSpans.expanded(columnPixels, metrics)
      return spans.withPixels(pixels, metrics) { tops, bottoms in
        inks.withUnsafeBufferPointer { inks in
          // What is known of no row is read.
          let known = ground ?? rowPixels
          known.withUnsafeBufferPointer { known in
            let inks = inks.baseAddress! + pixels.lowerBound, known = known.baseAddress!
            Self.eachBlock(count) {
              SpanBlock(tops + $0, bottoms + $0)
                .fill(
                  place + $0 &* 4, bytesPerRow, columnInks: inks + $0, rows: first..<end, over: known,
                  isKnown: ground != nil)
            }
          }
        }
      }
    }
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

  /// The first pixel of each block. The last block overlaps the one before it, because filling pixels twice
  /// changes nothing.
  @inline(__always)
  private static func eachBlock(_ count: Int, _ body: (_ pixel: Int) -> Void) {
    var pixel = 0
    while pixel < count {
      body(min(pixel, count &- SpanBlock.width))
      pixel &+= SpanBlock.width
    }
  }

  // MARK: Coverage

  /// Blends spans of one colour over the present pixels.
  ///
  /// - Parameters:
  ///   - x, y: the place of column 0 and row 0 of the spans.
  ///   - rows: the height of the lane; pixels below it are not changed.
  func blend(_ layer: CoverageLayer, x: Int, y: Int, rows: Int) {
    guard let base else { return }
    let pixels = layer.pixels
    let rowLimit = min(height - y, rows)
    for span in layer.spans {
      let column = span.x + x
      let top = max(span.y, -y, 0)
      let bottom = min(span.y + span.height, rowLimit)
      guard column >= 0, column < width, top < bottom else { continue }
      let above = pixels[Int(span.coverage)]
      var place = base + ((y + top) * bytesPerRow + column * 4)
      for _ in top..<bottom {
        let below = place.load(as: UInt32.self)
        place.storeBytes(of: above &+ Self.scaled(below, by: 255 - above >> 24), as: UInt32.self)
        place += bytesPerRow
      }
    }
  }

  /// All four components times `factor`/255, rounded to the nearest; two at a time. With it, Porter and
  /// Duff's "over" of premultiplied pixels is a sum.
  private static func scaled(_ pixel: UInt32, by factor: UInt32) -> UInt32 {
    func pair(_ values: UInt32) -> UInt32 {
      let product = values &* factor &+ 0x80_0080
      return (product &+ (product >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
    }
    return pair(pixel & 0xFF_00FF) | pair(pixel >> 8 & 0xFF_00FF) << 8
  }
}

extension RowSpans {
  /// Lends the tops and bottoms of single pixels: the pixels of a column have its rows, those of a gap have
  /// none.
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

  /// The values of single pixels: those of a column, and 0 in the gap behind it, which is the rows 0..<0.
  fileprivate static func expanded<Value: FixedWidthInteger>(
    _ rows: [Value], _ metrics: BarMetrics
  ) -> [Value] {
    let (width, pitch) = (metrics.width, metrics.pitch)
    return Array(unsafeUninitializedCapacity: rows.count * pitch) { out, initialized in
      initialized = rows.count * pitch
      guard var place = out.baseAddress else { return }
      // The default bars of two pixels and a gap of one, without an inner loop.
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

/// Colours from the top of a lane to its bottom, rounded to one per row: filling a row is then as simple as
/// with a flat colour, and both ways to paint give the same pixels.
struct RowGradient {
  /// The colours of the gradient, at equal distances.
  let stops: [Color]
  /// One opaque pixel per row.
  let pixels: [UInt32]

  init(stops: [Color], rows: Int) {
    precondition(stops.count > 1)
    self.stops = stops
    pixels = (0..<max(rows, 0)).map { row in
      let position = (Double(row) + 0.5) / Double(rows) * Double(stops.count - 1)
      let index = min(Int(position), stops.count - 2)
      return stops[index].mixed(with: stops[index + 1], at: position - Double(index)).pixel
    }
  }
}
