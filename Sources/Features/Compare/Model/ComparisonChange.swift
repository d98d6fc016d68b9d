// ComparisonChange.swift
// The steps of the history that are about a comparison, and what undo needs to compare again.

import Localization
import WaveformCore
import WaveformModel

/// What happened to the comparison.
enum ComparisonChange: FeatureChange {
  case begun, ended
  /// Other waveforms are compared, or the same two the other way round.
  case exchanged
  /// One was aligned to the other: its place, gain and polarity in one step.
  case aligned
  /// Gain or polarity was changed by hand; successive changes are undone together.
  case adjusted

  var title: String {
    switch self {
    case .begun: localized("compared")
    case .ended: localized("difference removed")
    case .exchanged: localized("others compared")
    case .aligned: localized("aligned")
    case .adjusted: localized("gain or polarity")
    }
  }

  var joinsEqual: Bool { self == .adjusted }
}

extension LaneChange {
  /// What is compared, or how, changed: undo compares as before, or removes the difference.
  static func compared(_ change: ComparisonChange) -> LaneChange { .feature(FeatureStep(change)) }
}

/// The waveforms that were compared, and how.
struct ComparedLanes: LaneMemory {
  var pair: ComparedPair
  let adjustment: PairAdjustment
  /// Of their difference; nil: that of a new lane.
  let look: DifferenceLook?

  /// Takes another waveform of the same file.
  mutating func replace(_ plot: PlotViewModel, by next: PlotViewModel) {
    pair = pair.replacing(plot, by: next)
  }

  func adopting(whatWasLostSince past: ComparedLanes) -> ComparedLanes { self }
}

/// What the user has chosen for the lane of a difference.
struct DifferenceLook {
  let settings: LaneSettings
  var gains = LaneGains()
}
