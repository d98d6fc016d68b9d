// CleanChange.swift
// The steps of the history that are about noise, and what undo needs to go back.

import Localization
import WaveformCore
import WaveformModel

/// What happened to a clean waveform, or to how it is computed.
enum CleanChange: FeatureChange {
  case added, removed
  /// It was given another profile.
  case profiled
  /// The settings for the lane with this number were changed; successive changes of a slider are undone together, up to
  /// `endChange`.
  case adjusted(lane: Int, NoiseSettingsPart)

  var title: String {
    switch self {
    case .added: localized("noise reduced")
    case .removed: localized("clean waveform removed")
    case .profiled: localized("noise profile")
    case .adjusted: localized("noise settings")
    }
  }

  var joinsEqual: Bool { if case .adjusted(_, let part) = self { part.isSlider } else { false } }
}

extension LaneChange {
  /// What was chosen about the noise of a waveform changed: undo computes the earlier clean one again, or removes it.
  static func clean(_ change: CleanChange) -> LaneChange { .feature(FeatureStep(change)) }
}

/// What was chosen about the noise of a waveform.
struct TreatedLane {
  /// The number of its lane.
  let lane: Int
  let recipe: NoiseRecipe
  /// True when there was a clean waveform.
  let isClean: Bool
  /// Of the clean waveform; nil: those of a new one.
  let look: LaneSettings?
}

/// What was chosen about the noise of all waveforms.
struct TreatedLanes: LaneMemory {
  let lanes: [TreatedLane]

  /// A clean waveform that went with the change comes back.
  func adopting(whatWasLostSince past: TreatedLanes) -> TreatedLanes {
    let kept = lanes.filter(\.isClean).map(\.lane)
    let lost = past.lanes.filter { $0.isClean && !kept.contains($0.lane) }
    return TreatedLanes(lanes: lanes.filter { lane in !lost.contains { $0.lane == lane.lane } } + lost)
  }
}
