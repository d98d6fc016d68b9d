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
}
