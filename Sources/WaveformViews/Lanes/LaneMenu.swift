// LaneMenu.swift
// The menu of one waveform, filled when it is opened with what can be done then. Its items call actions of
// the window; their target is the number of the waveform.

import GtkBridge
import WaveformCore
import WaveformDrawing
import WaveformModel

/// The menu of one waveform.
@MainActor struct LaneMenu {
  private let plot: PlotViewModel
  private let diagram: DiagramViewModel
  /// The sections that are filled anew. Submenus stay, because GTK keeps the pages of removed ones.
  private let sight = Menu(), places = Menu(), end = Menu()

  init(_ menu: Menu, plot: PlotViewModel, diagram: DiagramViewModel) {
    self.plot = plot
    self.diagram = diagram
    let looks = Menu()
    looks.append("Color", submenu: colors)
    looks.append("Height", submenu: heights)
    looks.append("Style", submenu: styles)
    menu.append(section: looks)
    menu.append(section: sight)
    menu.append(section: places)
    menu.append(section: end)
  }

  func fill() {
    sight.removeAll()
    if !plot.isFailed {
      append(plot.settings.isHidden ? "Show Waveform" : "Hide Waveform", .laneHide, to: sight)
    }
    places.removeAll()
    if plot.isComputed {
      // A computed waveform always lies over its original.
    } else if plot.settings.isOver {
      append("Draw in a Lane of Its Own", .laneAlone, to: places)
    } else if diagram.lanes.canDrawOver(plot) {
      append("Draw Over the Lane Above", .laneOver, to: places)
    }
    if !plot.isFailed { append("Add a Waveform Over This One…", .laneAddOver, to: places) }
    if diagram.lanes.canMove(plot, by: -1) { append("Move Up", .laneUp, to: places) }
    if diagram.lanes.canMove(plot, by: 1) { append("Move Down", .laneDown, to: places) }
    end.removeAll()
    if !plot.isComputed, !plot.isFailed { append("Reduce Noise…", .laneNoise, to: end) }
    if diagram.lanes.canRemove(plot) { append("Remove", .laneRemove, to: end) }
  }

  private var colors: Menu {
    let colors = Menu()
    for color in LaneColor.allCases {
      colors.append(
        color.name, action: Command.laneColor.rawValue, target: "\(plot.number):\(color.rawValue)")
    }
    return colors
  }

  private var heights: Menu {
    let heights = Menu()
    for (height, name) in [(LaneHeight.low, "Low"), (.medium, "Medium"), (.tall, "Tall")] {
      heights.append(name, action: Command.laneHeight.rawValue, target: "\(plot.number):\(height.rawValue)")
    }
    return heights
  }

  private var styles: Menu {
    let styles = Menu(), all = Menu(), own = Menu()
    all.append("As All Lanes", action: Command.laneStyle.rawValue, target: "\(plot.number):")
    for (style, name) in [
      (WaveformStyle.bars, "Bars"), (.tinted, "Tinted Bars"), (.envelope, "Envelope"),
      (.spectrogram, "Spectrogram"),
      (.both, "Waveform Over Spectrogram"),
    ] {
      own.append(name, action: Command.laneStyle.rawValue, target: "\(plot.number):\(style.rawValue)")
    }
    styles.append(section: all)
    styles.append(section: own)
    return styles
  }

  private func append(_ label: String, _ command: Command, to menu: Menu) {
    menu.append(label, action: command.rawValue, target: "\(plot.number)")
  }
}
