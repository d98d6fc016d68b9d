// InkLayer.swift
// The shapes of a tile, each of one ink, before they are painted. Both ways to paint, pixels and Cairo, get
// the same list, so that only the last step can differ.

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
    /// Any shape that consists of few rectangles.
    case rects([PixelRect])
    /// Columns side by side, within the lane: most of a tile.
    case columns(RowSpans, BarMetrics)
  }

  let ink: Ink
  let shape: Shape
  /// The colours of single columns, in place of `ink`; empty where all have the same.
  private(set) var columnColors: [Color] = []

  init(ink: Ink, rects: [PixelRect]) {
    self.ink = ink
    shape = .rects(rects)
  }

  init(ink: Ink, columns: RowSpans, metrics: BarMetrics = BarMetrics(width: 1, gap: 0)) {
    self.ink = ink
    shape = .columns(columns, metrics)
  }

  /// Columns that have colours of their own, one for each.
  init(colors: [Color], columns: RowSpans, metrics: BarMetrics) {
    precondition(colors.count == columns.count)
    self.init(ink: .flat(.clear), columns: columns, metrics: metrics)
    columnColors = colors
  }

  /// The same shapes with one ink each: columns of one colour together.
  var separated: [InkLayer] {
    guard case .columns(let spans, let metrics) = shape, !columnColors.isEmpty else { return [self] }
    return Set(columnColors).sorted { $0.pixel < $1.pixel }.map { color in
      var own = spans
      for column in columnColors.indices where columnColors[column] != color { own.clear(column) }
      return InkLayer(ink: .flat(color), columns: own, metrics: metrics)
    }
  }

  /// The shape as rectangles.
  var rects: [PixelRect] {
    switch shape {
    case .rects(let rects): rects
    case .columns(let spans, let metrics): spans.rects(width: metrics.width, pitch: metrics.pitch)
    }
  }

  /// Without the parts above or below a lane of `rows`: marks are taller than the lowest lanes.
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

  /// The pixel of each row of a tile of `width` after this layer has been painted over rows of a single
  /// colour; nil when a row gets several colours.
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
