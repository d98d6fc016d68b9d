// FigureComposer+Axes.swift
// The axes of a figure: amplitudes and frequencies beside lanes, levels beside a bar of colours, and time below.

import Localization
import WaveformCore

extension FigureComposer {
  // MARK: Axes beside lanes

  /// Frequencies stand where amplitudes stand otherwise; those of a waveform over its spectra are on the right then.
  func axes(
    _ row: Figure.Row, _ amplitude: AmplitudeScale, height: Int, isMirrored: Bool = false
  ) -> (left: FigureAxis, right: FigureAxis?) {
    let amplitudes = FigureAxis.amplitudes(amplitude, height: height, scale: scale, isMirrored: isMirrored)
    guard row.showsSpectra else { return (amplitudes, nil) }
    let frequencies = FigureAxis.frequencies(
      row.look.spectrogram, height: height, sampleRate: row.source.sampleRate, scale: scale)
    return (frequencies, row.look.style.showsWaveform ? amplitudes : nil)
  }

  private func width(_ axis: FigureAxis) -> Int {
    let labels = Set(axis.ticks.compactMap(\.label))
    let widest = labels.map { FigureText.width($0, size: pixels(FigureLayout.tickFont)) }.max() ?? 0
    return Int(widest.rounded(.up))
  }

  /// Measures the labels beside the lanes.
  func measure(_ layout: FigureLayout, into parts: inout FigureLayout.Parts) {
    for (row, place) in zip(figure.rows, layout.rows) {
      for lane in renderer(row, place.plot).laneScales(channels: row.source.channels) {
        let axes = axes(row, lane.amplitude, height: lane.height)
        parts.left = max(parts.left, width(axes.left))
        if let right = axes.right { parts.right = max(parts.right ?? 0, width(right)) }
      }
    }
  }

  mutating func addTicks(_ axis: FigureAxis, x: Int, top: Int, isLeft: Bool) {
    var rects = [PixelRect(x: isLeft ? x - scale : x, y: top, width: scale, height: axis.height)]
    for tick in axis.ticks {
      let length = (tick.label == nil ? FigureLayout.minorTick : FigureLayout.tick) * scale
      // A tick lies on the row of its value, and is a logical pixel thick.
      let y = min(max(top + tick.y - scale / 2, top), top + axis.height - scale)
      rects.append(
        PixelRect(x: isLeft ? x - length - scale : x + scale, y: y, width: length, height: scale))
      guard let label = tick.label else { continue }
      let distance = (FigureLayout.tick + 4) * scale
      add(
        label, x: isLeft ? x - distance : x + distance, y: top + tick.labelTop + 10 * scale,
        FigureLayout.tickFont, anchor: isLeft ? .end : .start)
    }
    elements.append(.rects(rects, figure.palette.rulerMajorTick))
  }

  /// - Parameter rows: beside which it stands, if it has room there.
  mutating func addName(_ name: String, x: Int, _ rows: Range<Int>) {
    let size = pixels(FigureLayout.tickFont)
    guard FigureText.width(name, size: size) <= Double(rows.count) else { return }
    elements.append(
      .text(
        FigureLabel(
          text: name, x: Double(x), y: Double(rows.lowerBound) + Double(rows.count) / 2, size: size,
          anchor: .middle, isBold: false, isTurned: true, color: figure.palette.rulerText)))
  }

  // MARK: Bar of colours

  /// The layout with a bar of colours; nil where there is no room for one, or nothing that it would explain.
  func withBar(_ layout: FigureLayout, _ parts: inout FigureLayout.Parts) -> FigureLayout? {
    guard let index = figure.rows.firstIndex(where: \.showsSpectra),
      layout.rows[index].plot.height >= Self.leastBar * scale
    else { return nil }
    var wider = parts
    wider.levels = width(
      FigureAxis.levels(
        figure.rows[index].look.spectrogram, height: layout.rows[index].plot.height, scale: scale))
    guard let barred = FigureLayout(wider, size: figure.size),
      barred.rows[index].plot.width >= Self.leastPlot * scale
    else { return nil }
    parts = wider
    return barred
  }

  /// Logical pixels: the height of the lowest bar of colours, and the width of the narrowest plot beside one.
  private static let leastBar = 40, leastPlot = 160

  mutating func addBar(
    _ rows: Range<Int>, _ look: SpectrogramLook, _ layout: FigureLayout
  ) throws(DrawingError) {
    let width = FigureLayout.bar * scale, x = layout.bar
    let bar = try ImageSurface(width: width, height: rows.count, scale: scale)
    let colors = SpectrumColors.gradient(look.colors)
    let pixels = (0..<rows.count).map { row in
      // The loudest colour is the uppermost.
      colors[(rows.count - 1 - row) * (colors.count - 1) / max(rows.count - 1, 1)]
    }
    bar.fill(rowPixels: pixels)
    elements.append(.image(bar, x: x, y: rows.lowerBound))
    let line = figure.palette.rulerMajorTick
    elements.append(
      .rects(
        [
          PixelRect(x: x - scale, y: rows.lowerBound, width: scale, height: rows.count),
          PixelRect(x: x - scale, y: rows.lowerBound - scale, width: width + 2 * scale, height: scale),
          PixelRect(x: x - scale, y: rows.upperBound, width: width + 2 * scale, height: scale),
        ], line))
    let axis = FigureAxis.levels(look, height: rows.count, scale: scale)
    addTicks(axis, x: x + width, top: rows.lowerBound, isLeft: false)
    addName(axis.name, x: layout.levelName, rows)
  }

  // MARK: Time axis

  mutating func addTime(
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
    let name =
      switch format {
      case .seconds: localized("Time (s)")
      case .clock: end >= 3600 ? localized("Time (h:min:s)") : localized("Time (min:s)")
      case .frames: localized("Time (frames)")
      default: localized("Time (h:min:s:frame)")
      }
    add(name, x: plot.x + plot.width / 2, y: layout.timeName, FigureLayout.tickFont, anchor: .middle)
  }
}
