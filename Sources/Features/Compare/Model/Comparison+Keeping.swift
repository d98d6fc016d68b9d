// Comparison+Keeping.swift
// What a project keeps of a comparison, and how it comes back.

import Projects
import WaveformModel

extension Comparison {
  /// - Parameter recordings: the lanes of the project.
  /// - Returns: nil while nothing is compared that is among them.
  func kept(among recordings: [PlotViewModel]) -> KeptComparison? {
    guard let pair, let first = recordings.firstIndex(where: { $0 === pair.first }),
      let second = recordings.firstIndex(where: { $0 === pair.second })
    else { return nil }
    var kept = KeptComparison(first: first, second: second)
    kept.gain = adjustment.gain
    kept.isInverted = adjustment.isInverted
    kept.fraction = adjustment.fraction
    kept.driftPpm = adjustment.driftPpm
    kept.channels = adjustment.channels.map {
      KeptComparison.Channel(source: $0.source, gain: $0.gain, isInverted: $0.isInverted)
    }
    return kept
  }

  /// Compares as it was kept; that is no step that could be undone.
  func restore(_ kept: KeptComparison, _ first: PlotViewModel, _ second: PlotViewModel) {
    var adjustment = PairAdjustment()
    adjustment.gain = kept.gain
    adjustment.isInverted = kept.isInverted
    adjustment.fraction = kept.fraction
    adjustment.driftPpm = kept.driftPpm
    adjustment.channels = kept.channels.map {
      PairAdjustment.Channel(source: $0.source, gain: $0.gain, isInverted: $0.isInverted)
    }
    let pair = ComparedPair(first: first, second: second)
    restore(ComparedLanes(pair: pair, adjustment: adjustment, look: nil))
  }
}
