// LaneList+Look.swift
// How the waveforms of a list are drawn, as far as undo puts it back: the unit of amplitudes, and styles.

import WaveformCore

extension LaneList {
  /// Draws and writes amplitudes in another unit.
  public func measure(in unit: AmplitudeScale.Unit) {
    guard unit != look.amplitude.unit else { return }
    record(.measured)
    look.amplitude.unit = unit
  }

  /// Draws all waveforms in one style.
  public func draw(_ style: WaveformStyle) {
    guard style != look.style || plots.contains(where: { $0.settings.style != nil }) else { return }
    record(.restyled(lane: nil))
    look.style = style
    for plot in plots { plot.settings.style = nil }
  }

  /// Draws one waveform in a style of its own; nil: like all others.
  public func draw(_ style: WaveformStyle?, _ plot: PlotViewModel) {
    guard style != plot.settings.style else { return }
    record(.restyled(lane: plot.laneNumber))
    plot.settings.style = style
  }

  /// How a waveform is drawn. One that lies over another must not hide it, but what was computed from a recording takes
  /// its place.
  public func style(of plot: PlotViewModel) -> WaveformStyle {
    if plot.isComputed, let original = plot.original { return style(of: original) }
    let style = plot.settings.style ?? look.style
    return plot.settings.isOver ? style.over : style
  }

  /// Draws again as an arrangement was drawn.
  func restoreLook(_ past: LaneArrangement) {
    look.style = past.style
    for (plot, settings) in zip(past.plots, past.settings) { plot.settings.style = settings.style }
  }
}
