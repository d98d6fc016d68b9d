// PixelCanvas+Coverage.swift
// Pixels that a curve covers in part, blended over what is there.
// Unsafe: as in PixelCanvas.swift: everything is clipped to the pixels that there are before it is written.

extension PixelCanvas {
  /// Blends spans of one colour over what is there.
  ///
  /// - Parameters:
  ///   - x: where column 0 of the spans stands; `y`: where row 0 does.
  ///   - rows: of the lane; what lies below is left alone.
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

  /// All four components times `factor`/255, rounded to the nearest; two at a time. With it Porter and Duff's
  /// "over" of premultiplied pixels is a sum.
  private static func scaled(_ pixel: UInt32, by factor: UInt32) -> UInt32 {
    func pair(_ values: UInt32) -> UInt32 {
      let product = values &* factor &+ 0x80_0080
      return (product &+ (product >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
    }
    return pair(pixel & 0xFF_00FF) | pair(pixel >> 8 & 0xFF_00FF) << 8
  }
}
