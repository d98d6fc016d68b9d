// InkLayer.swift
// Between deciding what a tile looks like and putting it somewhere: shapes of one ink. The two ways to paint,
// pixels and Cairo, get the same list, so they cannot come to differ in more than the last step.

import WaveformCore

/// What shapes are filled with.
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

/// Shapes that are filled together; relative to the tile's origin.
struct InkLayer {
  enum Shape {
    /// Anything that is made of few rectangles.
    case rects([PixelRect])
    /// Columns side by side, within the lane: what most of a tile is.
    case columns(RowSpans, BarMetrics)
  }

  let ink: Ink
  let shape: Shape

  init(ink: Ink, rects: [PixelRect]) {
    self.ink = ink
    shape = .rects(rects)
  }

  init(ink: Ink, columns: RowSpans, metrics: BarMetrics = BarMetrics(width: 1, gap: 0)) {
    self.ink = ink
    shape = .columns(columns, metrics)
  }

  /// The shape as rectangles.
  var rects: [PixelRect] {
    switch shape {
    case .rects(let rects): rects
    case .columns(let spans, let metrics): spans.rects(width: metrics.width, pitch: metrics.pitch)
    }
  }

  /// Without what lies above or below a lane of `rows`: marks are taller than the lowest lanes.
  func cropped(toRows rows: Int) -> InkLayer {
    guard case .rects(let rects) = shape, rects.contains(where: { $0.y < 0 || $0.y + $0.height > rows })
    else {
      return self
    }
    let cropped = rects.map { rect in
      let top = min(max(rect.y, 0), rows)
      let bottom = min(max(rect.y + rect.height, top), rows)
      return PixelRect(x: rect.x, y: top, width: rect.width, height: bottom - top)
    }
    return InkLayer(ink: ink, rects: cropped)
  }

  /// The pixel of each row of a tile of `width` after this layer has been painted over rows of one colour each;
  /// nil where a row has several then.
  func ground(over ground: [UInt32]?, width: Int) -> [UInt32]? {
    guard var ground, case .rects(let rects) = shape else { return nil }
    let pixels = ink.pixels(rows: ground.count)
    for rect in rects {
      guard rect.x == 0, rect.width >= width else { return nil }
      for row in rect.y..<rect.y + rect.height { ground[row] = pixels[row] }
    }
    return ground
  }
}
