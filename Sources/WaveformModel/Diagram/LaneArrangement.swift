// LaneArrangement.swift
// What undo of a diagram's lanes puts back, and who computes a clean waveform again for it.

import Spectral
import WaveformCore

/// Which waveforms there are, in which order, and what was decided about each.
struct LaneArrangement {
  var plots: [PlotViewModel]
  var settings: [LaneSettings]
  /// What is needed to compute the clean waveform again; nil where there was none.
  var clean: CleanLane?

  /// The place of a waveform; nil where it is not among them.
  func index(of plot: PlotViewModel) -> Int? { plots.firstIndex { $0 === plot } }

  /// Leaves a waveform out for good.
  mutating func remove(_ plot: PlotViewModel) {
    guard let index = index(of: plot) else { return }
    plots.remove(at: index)
    settings.remove(at: index)
  }

  /// Puts a waveform in the place of another of the same file.
  mutating func replace(_ replaced: PlotViewModel, with plot: PlotViewModel) {
    for index in plots.indices where plots[index] === replaced { plots[index] = plot }
    if clean?.original === replaced { clean?.original = plot }
  }
}

/// How a clean waveform was made.
struct CleanLane {
  var original: PlotViewModel
  let profile: NoiseProfile
  let settings: LaneSettings
}

/// Computes a clean waveform and puts it into a list of lanes, which tells it what becomes of those.
@MainActor protocol CleanLaneMaker: AnyObject {
  /// The waveform that it has put among the others.
  var plot: PlotViewModel? { get }
  /// What is needed to compute it again; nil where there is none.
  var cleanLane: CleanLane? { get }
  /// Computes a clean waveform that there was, as a part of undoing; nil: there was none.
  func restore(_ clean: CleanLane?)
  /// Takes the clean waveform away: its original is gone.
  func discard()
  /// The list has another waveform in the place of `replaced`: the same file, read again.
  func replace(_ replaced: PlotViewModel, with next: PlotViewModel)
}
