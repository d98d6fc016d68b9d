// DiagramPart.swift
// The parts of a diagram that have menus of their own.

import GtkBridge

/// A part of a diagram that has a menu.
@MainActor enum DiagramPart {
  case waveform(PlotView)
  case header(LaneHeader)
  case amplitudes(LaneLabelsView)
  case time(RulerView)
  case overview(OverviewView)

  /// Where it is in the window.
  var widget: Widget {
    switch self {
    case .waveform(let view): view
    case .header(let header): header.widget
    case .amplitudes(let view): view
    case .time(let view): view
    case .overview(let view): view
    }
  }
}
