// LaneMenu.swift
// The menu of one waveform, filled when it is opened with what can be done then. Its items call actions of
// the window; their target is the number of the waveform.

import GtkBridge
import Localization
import WaveformCore
import WaveformDrawing
import WaveformModel

/// The menu of one waveform.
@MainActor struct LaneMenu {
  private let plot: PlotViewModel
  private let diagram: DiagramViewModel
  /// The sections that are filled anew. Submenus stay, because GTK keeps the pages of removed ones.
  private let sight = Menu(), places = Menu(), end = Menu()
  /// The waveforms that it can be compared with, once there has been one.
  private let comparing = Menu(), others = Menu()

  init(_ menu: Menu, plot: PlotViewModel, diagram: DiagramViewModel) {
    self.plot = plot
    self.diagram = diagram
    let looks = Menu()
    looks.append(localized("Color"), submenu: colors)
    looks.append(localized("Height"), submenu: heights)
    looks.append(localized("Style"), submenu: styles)
    menu.append(section: looks)
    menu.append(section: sight)
    menu.append(section: places)
    menu.append(section: comparing)
    menu.append(section: end)
  }

  func fill() {
    sight.removeAll()
    if !plot.isFailed {
      let label = plot.settings.isHidden ? localized("Show Waveform") : localized("Hide Waveform")
      append(label, .laneHide, to: sight)
    }
    places.removeAll()
    if plot.isComputed {
      // A computed waveform always lies where what it is computed from does.
    } else if plot.settings.isOver {
      append(localized("Draw in a Lane of Its Own"), .laneAlone, to: places)
    } else if diagram.lanes.canDrawOver(plot) {
      append(localized("Draw Over the Lane Above"), .laneOver, to: places)
    }
    if !plot.isFailed { append(localized("Add a Waveform Over This One…"), .laneAddOver, to: places) }
    if diagram.lanes.canMove(plot, by: -1) { append(localized("Move Up"), .laneUp, to: places) }
    if diagram.lanes.canMove(plot, by: 1) { append(localized("Move Down"), .laneDown, to: places) }
    end.removeAll()
    fillOthers()
    if plot.function != nil, !plot.isComputed {
      append(localized("Change the Function…"), .laneFunction, to: end)
    }
    if !plot.isComputed, !plot.isFailed { append(localized("Reduce Noise…"), .laneNoise, to: end) }
    if diagram.lanes.canRemove(plot) { append(localized("Remove"), .laneRemove, to: end) }
  }

  private func fillOthers() {
    others.removeAll()
    for other in diagram.partners(of: plot) {
      others.append(
        other.laneName, action: Command.laneCompare.rawValue, target: "\(other.number):\(plot.number)")
    }
    if !others.isEmpty, comparing.isEmpty { comparing.append(localized("Compare With"), submenu: others) }
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
    for (height, name) in [
      (LaneHeight.low, localized("Low", context: "height")),
      (.medium, localized("Medium", context: "height")),
      (.tall, localized("Tall", context: "height")),
    ] {
      heights.append(name, action: Command.laneHeight.rawValue, target: "\(plot.number):\(height.rawValue)")
    }
    return heights
  }

  private var styles: Menu {
    let styles = Menu(), all = Menu(), own = Menu()
    all.append(localized("As All Lanes"), action: Command.laneStyle.rawValue, target: "\(plot.number):")
    for (style, name) in [
      (WaveformStyle.bars, localized("Bars")), (.tinted, localized("Tinted Bars")),
      (.envelope, localized("Envelope")), (.spectrogram, localized("Spectrogram")),
      (.both, localized("Waveform Over Spectrogram")),
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
