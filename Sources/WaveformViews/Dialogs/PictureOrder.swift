// PictureOrder.swift
// From what was chosen to a figure: everything that is needed to draw it on another thread. A value.

import GtkBridge
import HostIO
import WaveformCore
import WaveformDrawing
import WaveformModel

/// A picture that is to be drawn.
struct PictureOrder: Sendable {
  private let lanes: [PictureLane]
  private let palettes: [Palette]
  private let palette: Palette
  private let title: String
  private let caption: [String]
  private let axis: Figure.TimeAxis?
  var size: FigureSize

  @MainActor init(_ model: PictureViewModel) {
    let choices = model.choices
    let style = StyleManager.shared
    let palette: Palette =
      switch choices.colors {
      case .window: .matching(isDark: style.isDark, isHighContrast: style.isHighContrast)
      case .light: .light
      case .dark: .dark
      case .print: .print
      case .chosen:
        Palette(
          Palette.Inks(
            played: Color(choices.ink),
            unplayed: Color(choices.ink).mixed(with: Color(choices.ground), at: 0.5),
            background: Color(choices.ground)))
      }
    self.palette = palette
    lanes = model.lanes
    palettes = lanes.map { palette.inks == nil ? palette.with(LaneColor($0.color)) : palette }
    title = model.title
    caption = model.caption
    let rate = lanes.first?.description.sampleRate ?? 0
    axis =
      choices.hasAxes
      ? Figure.TimeAxis(
        sampleRate: rate, format: model.timeFormat == .clock ? nil : model.timeFormat, origin: model.origin)
      : nil
    size = FigureSize(
      millimetres: choices.width, choices.height, scale: choices.format == .png ? choices.scale : 2)
  }

  /// Reads and lays out on the calling thread.
  ///
  /// - Parameter told: gets sentences about what is missing in the picture.
  func picture(_ told: (String) -> Void = { _ in }) throws(DrawingError) -> FigurePicture {
    let sources = lanes.map { $0.picture() }
    let rows = zip(lanes, zip(palettes, sources)).map { lane, drawn in
      let (palette, source) = drawn
      var row = Figure.Row(
        source, range: lane.range, name: lane.name, look: lane.look, palette: palette)
      row.marks = lane.marks
      return row
    }
    var figure = Figure(size: size, rows: rows, palette: palette)
    figure.title = title.isEmpty ? nil : title
    figure.caption = caption
    figure.axis = axis
    let picture = try figure.picture()
    sources.flatMap(\.warnings).forEach(told)
    return picture
  }
}
