// DiagramDocument.swift
// What a diagram holds, in one value: undo is a stack of them, and a project keeps what stands in it.

import WaveformCore

/// The waveforms of a diagram with all that the user has chosen for them: what undo restores.
///
/// How the time axis is looked at is not in it: that is a `KeptView`.
struct DiagramDocument {
  /// A waveform, and what the user has chosen for it.
  struct Lane {
    fileprivate(set) var plot: PlotViewModel
    let settings: LaneSettings
    fileprivate(set) var gains: LaneGains

    @MainActor init(_ plot: PlotViewModel) {
      (self.plot, settings, gains) = (plot, plot.settings, plot.gains)
    }
  }

  /// From top to bottom.
  private(set) var lanes: [Lane]
  /// How they are drawn that have no look of their own.
  let look: DocumentLook
  /// What is selected.
  private(set) var selection: Selection?
  /// What features keep of them.
  private(set) var memories: LaneMemories

  var plots: [PlotViewModel] { lanes.map(\.plot) }

  /// The gains that a waveform had; nil when it is not among them.
  func gains(of plot: PlotViewModel) -> LaneGains? { lanes.first { $0.plot === plot }?.gains }

  /// Removes a waveform, so that undo does not bring it back.
  mutating func remove(_ plot: PlotViewModel) { lanes.removeAll { $0.plot === plot } }

  /// Replaces a waveform by another of the same file.
  mutating func replace(_ replaced: PlotViewModel, with plot: PlotViewModel) {
    for index in lanes.indices where lanes[index].plot === replaced { lanes[index].plot = plot }
    memories.replace(replaced, by: plot)
  }

  /// Takes over from an earlier document of the same waveforms what their change has cost: what features
  /// computed of them, gains of single lanes, a part of the selection.
  mutating func adoptWhatWasLost(since past: DiagramDocument) {
    for index in lanes.indices {
      if let gains = past.gains(of: lanes[index].plot) { lanes[index].gains = gains }
    }
    memories.adopt(whatWasLostSince: past.memories)
    selection = past.selection
  }
}

/// How the waveforms of a diagram are drawn, and how its times are written, as far as that belongs to what is shown. What
/// belongs to the user, such as the widths of bars, is in preferences.
package struct DocumentLook: Hashable, Sendable {
  /// Of waveforms that have no style of their own.
  package var style: WaveformStyle
  package var channels: ChannelMode
  package var amplitudeUnit: AmplitudeScale.Unit
  package var isNormalized: Bool
  package var spectrogram: SpectrogramLook
  package var timeFormat: TimeFormat
}
