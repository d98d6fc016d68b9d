// FigureComposer.swift
// Turns a figure into the list of what is drawn: asks the layout for places, the renderer for waveforms, the rulers'
// values for ticks.

import Marks
import WaveformCore

/// Composes one figure.
struct FigureComposer {
  private(set) var elements: [FigureElement] = []
  private let figure: Figure
  private let scale: Int

  init(_ figure: Figure) {
    self.figure = figure
    scale = figure.size.scale
  }

  private func pixels(_ logical: Double) -> Double { logical * Double(scale) }

  mutating func compose() throws(DrawingError) {
    let size = figure.size
    let caption = figure.caption.flatMap(wrapped)
    var parts = FigureLayout.Parts(
      hasTitle: figure.title?.isEmpty == false, hasAxes: figure.axis != nil,
      captionLines: caption.count)
    parts.rows = figure.rows.map {
      ($0.name?.isEmpty == false, $0.marks.map(MarkStripPainter.height) ?? 0)
    }
    // Heights do not depend on the width of labels.
    guard let first = FigureLayout(parts, size: size, gutter: 0) else { throw noRoom }
    let gutter = parts.hasAxes ? gutter(first) : 0
    guard let layout = FigureLayout(parts, size: size, gutter: gutter) else { throw noRoom }
    if let background = figure.background {
      elements.append(.rects([PixelRect(x: 0, y: 0, width: size.width, height: size.height)], background))
    }
    if let title = figure.title, parts.hasTitle {
      add(
        title, x: layout.left, y: layout.title, FigureLayout.titleFont, isBold: true,
        room: layout.right - layout.left)
    }
    for (row, place) in zip(figure.rows, layout.rows) { add(row, place) }
    if let axis = figure.axis, let row = figure.rows.first, let last = layout.rows.last {
      addTime(axis, row, renderer(row, layout.rows[0].plot), last.plot, layout)
    }
    for (line, baseline) in zip(caption, layout.caption) {
      add(line, x: layout.left, y: baseline, FigureLayout.captionFont, room: layout.right - layout.left)
    }
  }

  private var noRoom: DrawingError {
    DrawingError(
      .impossibleSize, "There is no room for the waveform: choose a larger size, or fewer things around it.")
  }

  /// A line of a list, in as many lines as it needs: broken between its items.
  private func wrapped(_ line: String) -> [String] {
    let room = Double(figure.size.width) - 2 * pixels(FigureLayout.margin)
    var lines: [String] = []
    var rest = line.split(separator: Self.itemSeparator)[...]
    while let first = rest.popFirst() {
      var line = String(first)
      while let next = rest.first {
        let longer = line + Self.itemSeparator + next
        guard FigureText.width(longer, size: pixels(FigureLayout.captionFont)) <= room else { break }
        line = longer
        rest.removeFirst()
      }
      lines.append(line)
    }
    return lines
  }

  private static let itemSeparator = " · "

  // MARK: Rows

  private func renderer(_ row: Figure.Row, _ plot: PixelRect) -> PictureRenderer {
    var renderer = PictureRenderer(
      width: plot.width, height: plot.height, scale: scale, style: row.look.style, palette: row.palette)
    renderer.look = row.look
    renderer.state = row.state
    return renderer
  }

  private mutating func add(_ row: Figure.Row, _ place: FigureLayout.Row) {
    let renderer = renderer(row, place.plot)
    if let name = row.name, !name.isEmpty {
      add(name, x: place.plot.x, y: place.name, FigureLayout.font, room: place.plot.width)
    }
    if let marks = row.marks, !marks.isEmpty {
      let grid = renderer.grid(of: row.source, range: row.range)
      for (index, strip) in MarkStripPainter.rows(marks, grid: grid, width: place.plot.width, scale: scale)
        .enumerated()
      {
        let color = figure.palette.with(LaneColor(strip.color + 1)).playedPeak
        let top = place.strip + Int((Double(index) * MarkFigure.rowHeight + 2) * Double(scale))
        for shape in strip.figures { add(shape, color, x: place.plot.x, y: top, within: place.plot) }
      }
    }
    for strip in renderer.strips(of: row.source, range: row.range) {
      elements.append(
        .waveform(strip.tile, strip.painter, x: place.plot.x, y: place.plot.y + strip.top))
      if figure.axis != nil { addTicks(strip, place.plot) }
    }
    if figure.axis != nil { addName(row.look, place.plot) }
  }

  private mutating func add(
    _ shape: MarkFigure, _ color: Color, x: Int, y: Int, within plot: PixelRect
  ) {
    switch shape {
    case .area(let box, let radius, let opacity):
      // Of what reaches beyond the plot its part is drawn.
      let left = max(pixels(box.x), 0), right = min(pixels(box.x + box.width), Double(plot.width))
      guard right > left else { return }
      var ink = color
      ink.alpha *= opacity
      elements.append(
        .box(
          x: Double(x) + left, y: Double(y) + pixels(box.y), width: right - left,
          height: pixels(box.height), radius: min(pixels(radius), (right - left) / 2), ink))
    case .border: break
    case .name(let name, let place, let room):
      add(
        name, x: x + Int(pixels(place)), y: y + 13 * scale, FigureLayout.font,
        room: min(Int(pixels(room)), plot.width - Int(pixels(place))))
    }
  }

  // MARK: Amplitude axis

  private func ticks(_ look: WaveformLook, height: Int, isMirrored: Bool) -> AmplitudeTicks {
    AmplitudeTicks(
      height: height, amplitude: look.amplitude, labelHeight: 12 * scale,
      isMirrored: isMirrored)
  }

  private func gutter(_ layout: FigureLayout) -> Int {
    var widest = 0.0
    var seen: Set<String> = []
    for (row, place) in zip(figure.rows, layout.rows) {
      for lane in renderer(row, place.plot).laneHeights(channels: row.source.channels) {
        for label in ticks(row.look, height: lane, isMirrored: false).ticks.compactMap(\.label)
        where seen.insert(label).inserted {
          widest = max(widest, FigureText.width(label, size: pixels(FigureLayout.tickFont)))
        }
      }
    }
    return Int(widest.rounded(.up))
  }

  private mutating func addTicks(_ strip: PictureRenderer.Strip, _ plot: PixelRect) {
    let isMirrored = if case .mirrored = strip.content { true } else { false }
    let top = plot.y + strip.top
    let line = figure.palette.rulerMajorTick
    var rects: [PixelRect] = []
    for tick in ticks(strip.painter.look, height: strip.painter.height, isMirrored: isMirrored).ticks {
      let length = (tick.label == nil ? FigureLayout.minorTick : FigureLayout.tick) * scale
      // A tick lies on the row of its amplitude, and is a logical pixel thick.
      let y = min(max(top + tick.y - scale / 2, top), top + 2 * strip.painter.geometry.halfHeight - scale)
      rects.append(PixelRect(x: plot.x - length - scale, y: y, width: length, height: scale))
      guard let label = tick.label else { continue }
      add(
        label, x: plot.x - (FigureLayout.tick + 4) * scale, y: top + tick.labelTop + 10 * scale,
        FigureLayout.tickFont, anchor: .end)
    }
    rects.append(
      PixelRect(x: plot.x - scale, y: top, width: scale, height: 2 * strip.painter.geometry.halfHeight))
    elements.append(.rects(rects, line))
  }

  private mutating func addName(_ look: WaveformLook, _ plot: PixelRect) {
    let name = look.amplitude.unit == .decibels ? "Level (dBFS)" : "Amplitude"
    let size = pixels(FigureLayout.tickFont)
    guard FigureText.width(name, size: size) <= Double(plot.height) else { return }
    elements.append(
      .text(
        FigureLabel(
          text: name, x: pixels(19), y: Double(plot.y) + Double(plot.height) / 2, size: size,
          anchor: .middle, isBold: false, isTurned: true, color: figure.palette.rulerText)))
  }

  // MARK: Time axis

  private mutating func addTime(
    _ axis: Figure.TimeAxis, _ row: Figure.Row, _ renderer: PictureRenderer, _ plot: PixelRect,
    _ layout: FigureLayout
  ) {
    let grid = renderer.grid(of: row.source, range: row.range)
    let end = Double(row.range.upperBound + axis.origin) / Double(axis.sampleRate)
    let format = axis.format ?? (end <= 120 ? .seconds : .clock)
    let ticks = RulerTicks(
      grid: grid, width: plot.width, length: max(row.range.upperBound, 1), sampleRate: axis.sampleRate,
      labelSpacing: 64 * scale, format: format, origin: axis.origin)
    let bottom = plot.y + plot.height
    let palette = figure.palette
    var rects = [PixelRect(x: plot.x, y: bottom, width: plot.width, height: scale)]
    for tick in ticks.ticks where (0...plot.width).contains(tick.x) {
      let length = (tick.label == nil ? FigureLayout.minorTick : FigureLayout.tick) * scale
      let x = plot.x + min(tick.x, plot.width - scale)
      rects.append(PixelRect(x: x, y: bottom + scale, width: scale, height: length))
      guard let label = tick.label else { continue }
      let half = FigureText.width(label, size: pixels(FigureLayout.tickFont)) / 2
      guard Double(x) + half <= Double(figure.size.width), Double(x) - half >= 0 else { continue }
      add(label, x: x + scale / 2, y: layout.timeLabels, FigureLayout.tickFont, anchor: .middle)
    }
    elements.append(.rects(rects, palette.rulerMajorTick))
    let unit =
      switch format {
      case .seconds: "s"
      case .clock: end >= 3600 ? "h:min:s" : "min:s"
      case .frames: "frames"
      default: "h:min:s:frame"
      }
    add(
      "Time (\(unit))", x: plot.x + plot.width / 2, y: layout.timeName, FigureLayout.tickFont, anchor: .middle
    )
  }

  /// Adds a line of text, cut where it has no room.
  private mutating func add(
    _ text: String, x: Int, y: Int, _ font: Double, anchor: FigureLabel.Anchor = .start, isBold: Bool = false,
    room: Int? = nil
  ) {
    let size = pixels(font)
    let text = room.map { FigureText.fitting(text, room: Double($0), size: size, isBold: isBold) } ?? text
    elements.append(
      .text(
        FigureLabel(
          text: text, x: Double(x), y: Double(y), size: size, anchor: anchor, isBold: isBold, isTurned: false,
          color: figure.palette.rulerText)))
  }
}
