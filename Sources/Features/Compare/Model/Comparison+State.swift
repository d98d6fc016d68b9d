// Comparison+State.swift
// What can be compared, and how far a comparison is.

import AudioFormats
import HostIO
import WaveformModel

extension Comparison {
  /// The waveforms that can be compared, from top to bottom.
  var choices: [PlotViewModel] {
    lanes.plots.filter { !$0.coversOriginal && $0 !== plot && !$0.isFailed }
  }

  /// The two that there are, where there are exactly two.
  var onlyPair: (PlotViewModel, PlotViewModel)? {
    let choices = choices
    return choices.count == 2 ? (choices[0], choices[1]) : nil
  }

  /// The share of the difference that is there, 0…1; nil when nothing is being computed.
  var progress: Double? { plot?.isComplete == false ? plot?.progress ?? 0 : nil }

  /// Where B begins, in frames of A.
  var offset: Double? { pair.map { LaidPair($0, adjustment, lanes).offset } }

  /// Why the difference could not be computed, in sentences.
  var failure: String? {
    guard case .failed(let error) = plot?.state else { return nil }
    return "\(error.message) \(error.advice)"
  }
}

extension Comparison: LanePartners {
  func partners(of plot: PlotViewModel) -> [PlotViewModel] {
    let choices = choices
    return choices.contains { $0 === plot } ? choices.filter { $0 !== plot } : []
  }
}
