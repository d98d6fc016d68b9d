// LaneList+Look.swift
// How the waveforms of a list are drawn, as far as undo puts it back.

import WaveformCore

extension LaneList {
  /// How all are drawn, and how times are written.
  package var documentLook: DocumentLook {
    DocumentLook(
      style: look.style, channels: look.channels, amplitudeUnit: look.amplitude.unit,
      isNormalized: look.isNormalized, spectrogram: look.spectrogram, timeFormat: timeFormat)
  }

  /// Draws all as a document says, which is no step.
  package func adopt(_ next: DocumentLook) {
    guard next != documentLook else { return }
    look.style = next.style
    look.channels = next.channels
    look.amplitude.unit = next.amplitudeUnit
    look.isNormalized = next.isNormalized
    look.spectrogram = next.spectrogram
    timeFormat = next.timeFormat
  }

  /// Changes how all are drawn, or how times are written.
  private func draw(_ change: LaneChange, _ body: (inout DocumentLook) -> Void) {
    var next = documentLook
    body(&next)
    guard next != documentLook else { return }
    // Without waveforms it is a choice for those to come.
    if !plots.isEmpty { record(change) }
    adopt(next)
  }

  /// Draws and writes amplitudes in another unit.
  public func measure(in unit: AmplitudeScale.Unit) { draw(.measured) { $0.amplitudeUnit = unit } }

  /// Raises each recording to full height, or draws it as it is.
  public func normalize(_ isNormalized: Bool) { draw(.normalized) { $0.isNormalized = isNormalized } }

  /// Writes times in another format.
  public func writeTimes(_ format: TimeFormat) { draw(.timesWritten) { $0.timeFormat = format } }

  /// Lets channels share lanes in another way. Gains of single lanes go: they would be those of other channels.
  public func show(_ channels: ChannelMode) {
    guard channels != look.channels else { return }
    draw(.channelsShared) { $0.channels = channels }
    for plot in plots { plot.gains.forgetLanes() }
  }

  /// Makes or draws spectra in another way.
  public func drawSpectra(_ body: (inout SpectrogramLook) -> Void) {
    var next = look.spectrogram
    body(&next)
    draw(.spectra(SpectrogramPart(from: look.spectrogram, to: next))) { $0.spectrogram = next }
  }

  /// Shows all frequencies, which is a step of its own.
  public func showAllFrequencies() {
    endStep()
    drawSpectra { $0.range = nil }
    endStep()
  }

  /// Draws all waveforms in one style.
  public func draw(_ style: WaveformStyle) {
    guard style != look.style || plots.contains(where: { $0.settings.style != nil }) else { return }
    if !plots.isEmpty { record(.restyled(lane: nil)) }
    look.style = style
    for plot in plots { plot.settings.style = nil }
  }

  /// Draws one waveform in a style of its own; nil: like all others.
  public func draw(_ style: WaveformStyle?, _ plot: PlotViewModel) {
    guard style != plot.settings.style else { return }
    record(.restyled(lane: plot.laneNumber))
    plot.settings.style = style
  }

  /// Raises a lane, or all lanes, by `decibels` dB; of one waveform and what covers it, or of all. Successive raises of the
  /// same are one step.
  public func raise(lane: Int? = nil, of plot: PlotViewModel? = nil, by decibels: Double) {
    let raised = plots.filter { each in
      plot == nil || each === plot || (each.coversOriginal && base(of: each) === plot)
    }
    let next = raised.map { plot in
      var gains = plot.gains
      gains.change(lane: lane, by: decibels)
      return gains
    }
    guard next != raised.map(\.gains) else { return }
    record(.raised(waveform: plot?.laneNumber, lane: lane))
    for (plot, gains) in zip(raised, next) { plot.gains = gains }
  }

  /// Resets the gains of all lanes to 0 dB.
  public func resetGains() {
    guard canResetGains else { return }
    record(.gainsReset)
    for plot in plots where !plot.gains.isUnchanged { plot.gains = LaneGains() }
  }

  /// True when `resetGains` would change something.
  public var canResetGains: Bool { plots.contains { !$0.gains.isUnchanged } }

  /// How a waveform is drawn. One that lies over another must not hide it, but what was computed from a recording takes
  /// its place.
  public func style(of plot: PlotViewModel) -> WaveformStyle {
    if plot.isComputed, let original = plot.original { return style(of: original) }
    let style = plot.settings.style ?? look.style
    return plot.settings.isOver ? style.over : style
  }

  /// Draws as a document says: nothing is heard differently, so nothing is told of the lanes.
  func restoreLook(_ past: DiagramDocument) {
    adopt(past.look)
    for lane in past.lanes {
      if lane.plot.settings.style != lane.settings.style { lane.plot.settings.style = lane.settings.style }
      if lane.plot.gains != lane.gains { lane.plot.gains = lane.gains }
    }
    // What covers a waveform may be another one by now than then, and is as tall.
    for plot in plots where plot.coversOriginal {
      if let original = base(of: plot), plot.gains != original.gains { plot.gains = original.gains }
    }
  }
}
