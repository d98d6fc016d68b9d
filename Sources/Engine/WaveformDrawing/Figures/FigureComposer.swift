// FigureComposer.swift
// Turns a figure into the list of what is drawn: asks the layout for places, the renderer for waveforms, the rulers'
// values for ticks.

import Localization
import Marks
import WaveformCore

/// Composes one figure.
struct FigureComposer {
  var elements: [FigureElement] = []
  let figure: Figure
  let scale: Int

  init(_ figure: Figure) {
    self.figure = figure
    scale = figure.size.scale
  }

  func pixels(_ logical: Double) -> Double { logical * Double(scale) }

  mutating func compose() throws(DrawingError) {
    let size = figure.size
    let caption = figure.caption.flatMap(wrapped)
    var parts = FigureLayout.Parts(
      hasTitle: figure.title?.isEmpty == false, hasAxes: figure.axis != nil,
      captionLines: caption.count)
    parts.rows = figure.rows.map {
      ($0.name?.isEmpty == false, $0.marks.map(MarkStripPainter.height) ?? 0)
    }
    guard var layout = FigureLayout(parts, size: size) else { throw noRoom }
    if parts.hasAxes {
      // Heights do not depend on the width of labels.
      measure(layout, into: &parts)
      guard let wide = FigureLayout(parts, size: size) else { throw noRoom }
      layout = wide
      if let barred = withBar(layout, &parts) { layout = barred }
    }
    if let background = figure.background {
      elements.append(.rects([PixelRect(x: 0, y: 0, width: size.width, height: size.height)], background))
    }
    if let title = figure.title, parts.hasTitle {
      add(
        title, x: layout.left, y: layout.title, FigureLayout.titleFont, isBold: true,
        room: layout.right - layout.left)
    }
    var spectra: (rows: Range<Int>, look: SpectrogramLook)?
    for (row, place) in zip(figure.rows, layout.rows) {
      let lanes = try add(row, place, layout)
      guard row.showsSpectra, let first = lanes.first, let last = lanes.last else { continue }
      let top = spectra?.rows.lowerBound ?? first.lowerBound
      spectra = (top..<max(top, last.upperBound), spectra?.look ?? row.look.spectrogram)
    }
    if parts.levels != nil, let (rows, look) = spectra { try addBar(rows, look, layout) }
    if let axis = figure.axis, let row = figure.rows.first, let last = layout.rows.last {
      addTime(axis, row, renderer(row, layout.rows[0].plot), last.plot, layout)
    }
    for (line, baseline) in zip(caption, layout.caption) {
      add(line, x: layout.left, y: baseline, FigureLayout.captionFont, room: layout.right - layout.left)
    }
  }

  private var noRoom: DrawingError {
    DrawingError(
      .impossibleSize,
      localized("There is no room for the waveform: choose a larger size, or fewer things around it."))
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

  func renderer(_ row: Figure.Row, _ plot: PixelRect) -> PictureRenderer {
    var renderer = PictureRenderer(
      width: plot.width, height: plot.height, scale: scale, style: row.look.style, palette: row.palette)
    renderer.look = row.look
    renderer.amplitudes = row.amplitudes
    return renderer
  }

  /// - Returns: the rows of pixels of its lanes.
  private mutating func add(
    _ row: Figure.Row, _ place: FigureLayout.Row, _ layout: FigureLayout
  ) throws(DrawingError) -> [Range<Int>] {
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
    let strips = renderer.strips(of: row.source, range: row.range, playedTo: row.playedTo)
    for strip in strips {
      elements += try shapes(strip, place.plot)
      guard figure.axis != nil else { continue }
      let axes = axes(
        row, strip.painter.look.amplitude, height: strip.painter.height, isMirrored: strip.isMirrored)
      let top = place.plot.y + strip.top
      addTicks(axes.left, x: place.plot.x, top: top, isLeft: true)
      if let right = axes.right { addTicks(right, x: place.plot.maxX, top: top, isLeft: false) }
    }
    for over in row.over {
      var renderer = self.renderer(over, place.plot)
      renderer.channelsBelow = row.source.channels
      var shapes: [FigureElement] = []
      for strip in renderer.strips(of: over.source, range: over.range, playedTo: over.playedTo) {
        shapes += try self.shapes(strip, place.plot)
      }
      elements += over.opacity < 1 ? [.group(shapes, opacity: over.opacity)] : shapes
    }
    if figure.axis != nil {
      let axes = axes(row, row.look.amplitude, height: place.plot.height)
      addName(axes.left.name, x: layout.leftName, place.plot.rows)
      if let right = axes.right { addName(right.name, x: layout.rightName, place.plot.rows) }
    }
    return strips.map { strip in
      let top = place.plot.y + strip.top
      return top..<top + strip.painter.height
    }
  }

  private func shapes(
    _ strip: PictureRenderer.Strip, _ plot: PixelRect
  ) throws(DrawingError) -> [FigureElement] {
    let image = try strip.spectra.flatMap { spectra throws(DrawingError) in
      try strip.painter.image(of: spectra)
    }
    return (image.map { [.image($0, x: plot.x, y: plot.y + strip.top)] } ?? [])
      + strip.elements(x: plot.x, y: plot.y)
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

  // MARK: Text

  /// Adds a line of text, cut where it has no room.
  mutating func add(
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
