// Pictures.swift
// Comparing pictures, and saying where they differ.

import CCairo
import WaveformCore
@testable import WaveformDrawing

extension ImageSurface {
  /// All pixels, row by row.
  var pixels: [UInt32] {
    (0..<height).flatMap { y in (0..<width).map { pixel($0, y) } }
  }

  /// Copies the pixels of `range` columns from another picture of the same size.
  func copyColumns(_ range: Range<Int>, from other: ImageSurface) {
    withContext { context in
      cairo_rectangle(context, Double(range.lowerBound), 0, Double(range.count), Double(height))
      cairo_clip(context)
      cairo_scale(context, Double(scale), Double(scale))
      cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
      cairo_set_source_surface(context, other.pointer, 0, 0)
      cairo_paint(context)
    }
  }
}

/// Where two pictures differ first, in words; nil when they do not.
///
/// - Parameter tolerance: how far each part of a pixel may be off.
func difference(_ a: ImageSurface, _ b: ImageSurface, tolerance: Int = 0) -> String? {
  guard a.width == b.width, a.height == b.height else {
    return "\(a.width) × \(a.height) against \(b.width) × \(b.height)"
  }
  for y in 0..<a.height {
    for x in 0..<a.width where a.pixel(x, y) != b.pixel(x, y) {
      let (one, other) = (a.pixel(x, y), b.pixel(x, y))
      let parts = stride(from: UInt32(0), to: 32, by: 8)
      if parts.allSatisfy({ abs(Int(one >> $0 & 255) - Int(other >> $0 & 255)) <= tolerance }) { continue }
      return "(\(x), \(y)): \(String(a.pixel(x, y), radix: 16)) against \(String(b.pixel(x, y), radix: 16))"
    }
  }
  return nil
}
