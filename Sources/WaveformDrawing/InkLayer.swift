// InkLayer.swift
// Between deciding what a tile looks like and putting it somewhere: rectangles of one ink. The two ways to
// paint, pixels and Cairo, get the same list, so they cannot come to differ in more than the last step.

import WaveformCore

/// What rectangles are filled with.
enum Ink {
  case flat(Color)
  /// A colour for every row of the lane.
  case rows(RowGradient)

  /// The pixel of each row of a lane.
  func pixels(rows: Int) -> [UInt32] {
    switch self {
    case .flat(let color): Array(repeating: color.pixel, count: rows)
    case .rows(let gradient): gradient.pixels
    }
  }
}

/// Rectangles that are filled together; relative to the tile's origin.
struct InkLayer {
  let ink: Ink
  let rects: [PixelRect]

  /// Without what lies above or below a lane of `rows`: marks are taller than the lowest lanes.
  func cropped(toRows rows: Int) -> InkLayer {
    guard rects.contains(where: { $0.y < 0 || $0.y + $0.height > rows }) else { return self }
    let cropped = rects.map { rect in
      let top = min(max(rect.y, 0), rows)
      let bottom = min(max(rect.y + rect.height, top), rows)
      return PixelRect(x: rect.x, y: top, width: rect.width, height: bottom - top)
    }
    return InkLayer(ink: ink, rects: cropped)
  }
}
