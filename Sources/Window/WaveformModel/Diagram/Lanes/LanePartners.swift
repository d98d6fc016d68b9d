// LanePartners.swift
// What the menu of a waveform asks whoever follows the lanes: with which other ones something can be done.

/// A companion of the lanes that does something with two waveforms: it compares them.
@MainActor package protocol LanePartners: LaneCompanion {
  /// The waveforms with which one can be compared, from top to bottom.
  func partners(of plot: PlotViewModel) -> [PlotViewModel]
}

extension DiagramViewModel {
  /// See `LanePartners.partners`.
  package func partners(of plot: PlotViewModel) -> [PlotViewModel] {
    lanes.companions.all.compactMap { $0 as? any LanePartners }.flatMap { $0.partners(of: plot) }
  }
}
