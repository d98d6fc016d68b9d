// LaneArrangement.swift
// The waveforms of a diagram as undo puts them back.

import WaveformCore

/// The waveforms of a diagram in their order, with their settings: what undo restores.
struct LaneArrangement {
  var plots: [PlotViewModel]
  var settings: [LaneSettings]
  /// What features keep of them.
  private(set) var memories: LaneMemories
  /// The unit in which amplitudes are drawn.
  let unit: AmplitudeScale.Unit
  /// How waveforms are drawn that have no style of their own.
  let style: WaveformStyle
  /// What is selected.
  private(set) var selection: Selection?

  /// The place of a waveform; nil when it is not among them.
  func index(of plot: PlotViewModel) -> Int? { plots.firstIndex { $0 === plot } }

  /// Removes a waveform, so that undo does not bring it back.
  mutating func remove(_ plot: PlotViewModel) {
    guard let index = index(of: plot) else { return }
    plots.remove(at: index)
    settings.remove(at: index)
  }

  /// Replaces a waveform by another of the same file.
  mutating func replace(_ replaced: PlotViewModel, with plot: PlotViewModel) {
    for index in plots.indices where plots[index] === replaced { plots[index] = plot }
    memories.replace(replaced, by: plot)
  }

  /// Takes over from an earlier arrangement of the same waveforms what their change has cost: what features
  /// computed of them, a part of the selection.
  mutating func adoptWhatWasLost(since past: LaneArrangement) {
    memories.adopt(whatWasLostSince: past.memories)
    selection = past.selection
  }
}
