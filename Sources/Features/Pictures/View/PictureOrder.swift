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
    title = model.title
    caption = model.caption
    let rate = lanes.first?.description.sampleRate ?? 0
    axis =
      choices.hasAxes
      ? Figure.TimeAxis(
        sampleRate: rate, format: model.timeFormat == .clock ? nil : model.timeFormat, origin: model.origin)
      : nil
    size = FigureSize(
      millimetres: choices.width, choices.height,
      scale: choices.format == .png || model.showsSpectra ? choices.scale : 2)
  }

  /// Reads and lays out on the calling thread.
  ///
  /// - Parameter told: gets sentences about what is missing in the picture.
  func picture(_ told: (String) -> Void = { _ in }) throws(DrawingError) -> FigurePicture {
    var warnings: [() -> [String]] = []
    func makeRow(_ lane: PictureLane) -> Figure.Row {
      let source = lane.picture()
      warnings.append { source.warnings }
      let own = palette.inks == nil ? palette.with(LaneColor(lane.color)) : palette
      var row = Figure.Row(
        source, range: lane.range, name: lane.name, look: lane.look, palette: lane.isFaded ? own.faded : own)
      row.marks = lane.marks
      row.amplitudes = lane.amplitudes
      row.playedTo = lane.playedTo
      row.over = lane.over.map { over in
        var row = makeRow(over)
        // As in the window.
        row.opacity = over.isComputed ? 1 : 0.8
        return row
      }
      return row
    }
    let rows = lanes.map(makeRow)
    var figure = Figure(size: size, rows: rows, palette: palette)
    figure.title = title.isEmpty ? nil : title
    figure.caption = caption
    figure.axis = axis
    let picture = try figure.picture()
    warnings.flatMap { $0() }.forEach(told)
    return picture
  }
}
