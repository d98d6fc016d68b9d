// FigureLayout.swift
// Where the parts of a figure lie, in whole device pixels from its upper left corner. A pure value: it knows heights of
// text, which follow from the size of the font, and is told the width of what stands beside the waveforms.

import WaveformCore

/// The places in a figure.
struct FigureLayout: Equatable {
  /// What a figure has.
  struct Parts: Equatable {
    var hasTitle = false
    var hasAxes = false
    var captionLines = 0
    /// For each row, whether it has a name, and the logical height of its strip of marks.
    var rows: [(hasName: Bool, strip: Int)] = []
    /// The widths of the labels beside the lanes, and of those beside the bar of colours, in device pixels; nil where
    /// there is no axis on the right, or no bar.
    var left = 0
    var right: Int?
    var levels: Int?

    static func == (a: Parts, b: Parts) -> Bool {
      a.hasTitle == b.hasTitle && a.hasAxes == b.hasAxes && a.captionLines == b.captionLines
        && a.rows.elementsEqual(b.rows, by: ==) && a.left == b.left && a.right == b.right
        && a.levels == b.levels
    }

    /// True when waveforms fill the figure to its edges.
    var isBare: Bool { !hasTitle && !hasAxes && captionLines == 0 && rows.allSatisfy { !$0.hasName } }
  }

  struct Row: Equatable {
    /// The baseline of its name.
    let name: Int
    /// The first row of the strip of marks.
    let strip: Int
    /// The waveforms.
    let plot: PixelRect
  }

  /// Sizes of fonts in logical pixels.
  static let titleFont = 14.0, font = 11.0, tickFont = 10.0, captionFont = 10.0
  /// Logical pixels around everything.
  static let margin = 10.0
  /// Lengths of ticks in logical pixels.
  static let tick = 4, minorTick = 2
  /// The bar of colours: its width, and its distance from what stands left of it, in logical pixels.
  static let bar = 9, barGap = 12

  /// Baselines of the title and of the lines of the caption.
  let title: Int
  let caption: [Int]
  let rows: [Row]
  /// Baselines of the labels of the time axis, and of its name.
  let timeLabels: Int, timeName: Int
  /// The baselines of the names of the axes beside the lanes and beside the bar, which run upwards.
  let leftName: Int, rightName: Int, levelName: Int
  /// The left edge of the bar of colours.
  let bar: Int
  /// The left and right edge of what has text.
  let left: Int, right: Int

  /// - Returns: nil when there is no room for the waveforms.
  init?(_ parts: Parts, size: FigureSize) {
    let scale = size.scale
    let margin = parts.isBare ? 0 : Int(Self.margin) * scale
    var top = margin, bottom = size.height - margin
    var left = margin, right = size.width - margin
    title = top + 13 * scale
    if parts.hasTitle { top += 24 * scale }
    let lines = parts.captionLines
    caption = (0..<lines).map { [bottom] in bottom - (14 * (lines - 1 - $0) + 3) * scale }
    if lines > 0 { bottom -= (14 * lines + 6) * scale }
    (self.left, self.right) = (left, right)
    leftName = left + 9 * scale
    /// The width of an axis: ticks, labels and a name.
    func width(_ labels: Int) -> Int { (Self.tick + 4 + 16) * scale + labels }
    levelName = right - 2 * scale
    bar = right - (parts.levels.map { width($0) + Self.bar * scale } ?? 0)
    if parts.levels != nil { right = bar - Self.barGap * scale }
    rightName = right - 2 * scale
    if let labels = parts.right { right -= width(labels) }
    if parts.hasAxes {
      left += width(parts.left)
      // The label of the last tick is centred on it.
      if parts.right == nil, parts.levels == nil { right -= 16 * scale }
      bottom -= 34 * scale
    }
    timeLabels = bottom + (Self.tick + 13) * scale
    timeName = bottom + (Self.tick + 28) * scale
    // Rows share what is left.
    let gap = (parts.hasAxes ? 10 : parts.isBare ? 0 : 6) * scale
    let heads = parts.rows.map { (($0.hasName ? 17 : 0) + $0.strip) * scale }
    let count = parts.rows.count
    let room = bottom - top - heads.reduce(0, +) - gap * max(0, count - 1)
    let height = room / max(count, 1)
    guard
      count == 0
        || (height >= (parts.isBare ? 1 : 16 * scale) && right - left >= (parts.isBare ? 1 : 24 * scale))
    else { return nil }
    var places: [Row] = []
    for (index, row) in parts.rows.enumerated() {
      // The rest of the division belongs to the last row, so that its axis lies where it should.
      let own = index == count - 1 ? room - height * (count - 1) : height
      let strip = top + (row.hasName ? 17 : 0) * scale
      let plot = PixelRect(x: left, y: strip + row.strip * scale, width: right - left, height: own)
      places.append(Row(name: top + 12 * scale, strip: strip, plot: plot))
      top = plot.y + own + gap
    }
    rows = places
  }
}

extension PixelRect {
  /// The column behind its last one, and its rows.
  var maxX: Int { x + width }
  var rows: Range<Int> { y..<y + height }
}
