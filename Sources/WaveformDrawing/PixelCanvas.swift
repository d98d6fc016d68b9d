// PixelCanvas.swift
// The fast way to paint: whole pixels written straight into an image surface. A waveform needs nothing that
// Cairo's rasteriser is good at, and pays for it ten times over.
// Unsafe: `base` is valid for `height` rows of `bytesPerRow` bytes while the canvas is in use, and is nil only
// when there are no pixels; everything is clipped to that before it is written.

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

  /// Sets every pixel of `rects` that lies on the canvas.
  ///
  /// From left to right and downwards: the bars or columns of a few pixels share their cache lines, and only
  /// ink costs time. (Row by row with vector compares took 1.5 to 3 times as long.)
  ///
  /// - Parameters:
  ///   - x: where column 0 of the rectangles stands; `y`: where row 0 does.
  ///   - rowPixels: the colour of each row, from row 0 on; rows beyond are left alone.
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
        // The usual widths of bars and columns, written with one store for each row.
        switch right &- left {
        case 1: fillRows(place, rowPixels + top, bottom &- top) { $0 }
        case 2: fillRows(place, rowPixels + top, bottom &- top) { SIMD2(repeating: $0) }
        case 4: fillRows(place, rowPixels + top, bottom &- top) { SIMD4(repeating: $0) }
        case let count: fillWideRows(place, rowPixels + top, bottom &- top, count)
        }
      }
    }
  }

  @inline(__always)
  private func fillRows<Run>(
    _ place: UnsafeMutableRawPointer, _ pixels: UnsafePointer<UInt32>, _ rows: Int, _ run: (UInt32) -> Run
  ) where Run: BitwiseCopyable {
    var place = place
    for row in 0..<rows {
      place.storeBytes(of: run(pixels[row]), as: Run.self)
      place += bytesPerRow
    }
  }

  private func fillWideRows(
    _ place: UnsafeMutableRawPointer, _ pixels: UnsafePointer<UInt32>, _ rows: Int, _ count: Int
  ) {
    for row in 0..<rows {
      (place + row * bytesPerRow).assumingMemoryBound(to: UInt32.self)
        .update(repeating: pixels[row], count: count)
    }
  }
}
