// PixelCanvas.swift
// The fast way to paint: whole pixels written straight into an image surface. A waveform needs nothing that
// Cairo's rasteriser is good at, and pays for it 30 times over (docs/performance.md).
// Unsafe: `base` is valid for `height` rows of `bytesPerRow` bytes while the canvas is in use; `fill` and
// `fillColumns` clip to that, the subscript is for callers that have checked.

import WaveformCore

/// The pixels of an image surface, 0xAARRGGBB.
struct PixelCanvas {
  let base: UnsafeMutableRawPointer?
  let width: Int, height: Int
  let bytesPerRow: Int

  subscript(x: Int, y: Int) -> UInt32 {
    row(y)[x]
  }

  @inline(__always)
  private func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
    (base! + y * bytesPerRow).assumingMemoryBound(to: UInt32.self)
  }

  /// Sets every pixel of `rect` that lies on the canvas.
  func fill(_ rect: PixelRect, _ pixel: UInt32) {
    let left = max(rect.x, 0)
    let right = min(rect.x + rect.width, width)
    guard left < right else { return }
    for y in max(rect.y, 0)..<max(max(rect.y, 0), min(rect.y + rect.height, height)) {
      (row(y) + left).update(repeating: pixel, count: right - left)
    }
  }

  /// Sets, in every column of `extents`, the rows from its top to its bottom.
  ///
  /// Row by row, eight columns at a time: memory is written in the order in which it lies, and no branch
  /// depends on the sound.
  ///
  /// - Parameters:
  ///   - x: where the first column stands; `y`: where row 0 of the extents and of `rowPixels` does.
  ///   - rowPixels: what to write in each row; rows beyond its count are left alone.
  func fillColumns(_ extents: ColumnExtents, x: Int, y: Int, rowPixels: [UInt32]) {
    let columns = max(0, -x)..<max(max(0, -x), min(extents.count, width - x))
    let rows =
      max(extents.top, -y, 0)..<max(max(extents.top, -y, 0), min(extents.bottom, height - y, rowPixels.count))
    guard !columns.isEmpty, !rows.isEmpty else { return }
    extents.withPointers { above, bottom in
      for index in rows {
        let pixel = rowPixels[index]
        let target = row(y + index) + x
        Self.fillRow(
          target + columns.lowerBound, above + columns.lowerBound, bottom + columns.lowerBound, columns.count,
          Int32(index), pixel)
      }
    }
  }

  @inline(__always)
  private static func fillRow(
    _ target: UnsafeMutablePointer<UInt32>, _ above: UnsafePointer<Int32>, _ bottom: UnsafePointer<Int32>,
    _ count: Int, _ index: Int32, _ pixel: UInt32
  ) {
    guard count >= 8 else {
      for column in 0..<count where above[column] < index && bottom[column] > index { target[column] = pixel }
      return
    }
    let here = SIMD8<Int32>(repeating: index)
    let ink = SIMD8<UInt32>(repeating: pixel)
    var column = 0
    while true {
      let from = UnsafeRawPointer(above + column).loadUnaligned(as: SIMD8<Int32>.self)
      let to = UnsafeRawPointer(bottom + column).loadUnaligned(as: SIMD8<Int32>.self)
      let place = UnsafeMutableRawPointer(target + column)
      var pixels = place.loadUnaligned(as: SIMD8<UInt32>.self)
      pixels.replace(with: ink, where: (here .> from) .& (to .> here))
      place.storeBytes(of: pixels, as: SIMD8<UInt32>.self)
      if column + 8 == count { break }
      // The last step goes over some columns again; writing them twice changes nothing.
      column = min(column + 8, count - 8)
    }
  }
}
