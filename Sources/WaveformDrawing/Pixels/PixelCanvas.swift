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
  /// For few of them: columns side by side have a way of their own, `fill(_:x:y:rowPixels:over:)` with spans.
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
        for row in 0..<bottom &- top {
          (place + row &* bytesPerRow).assumingMemoryBound(to: UInt32.self)
            .update(repeating: rowPixels[top &+ row], count: right &- left)
        }
      }
    }
  }
}
