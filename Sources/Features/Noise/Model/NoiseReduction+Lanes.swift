// NoiseReduction+Lanes.swift
// What becomes of noise reduction when a step is undone, and when lanes come and go.

import Projects
import WaveformCore
import WaveformModel

extension DiagramViewModel {
  /// The noise reduction of the waveforms.
  var noise: NoiseReduction {
    model { NoiseReduction($0.lanes, $0.voices, $0.navigation, $0.events) }
  }

  /// Looks for noise in what has been read so far of the waveform whose noise is reduced: selects and shows a stretch of
  /// nothing else, as soon as it is found; where there is none, the noise is guessed and taken away.
  func selectNoise() {
    noise.suggest { [weak self] found in
      guard let self else { return }
      select(Selection(found))
      settleSelection()
      for end in [found.upperBound, found.lowerBound] { navigation.reveal(Double(end)) }
    }
  }
}

extension NoiseReduction: LaneCompanion {
  private var treatedLanes: [TreatedLane] { treatments.treatedLanes(since: standard) }

  var memory: (any LaneMemory)? { TreatedLanes(lanes: treatedLanes) }

  func removal(of plot: PlotViewModel) -> LaneRemoval? {
    treatments.treatment(of: plot).map { treatment in
      LaneRemoval(.clean(.removed)) { [weak self] in
        treatment.discard()
        self?.settle()
      }
    }
  }

  /// Only a `CleanChange` decides whether there is a clean waveform; one that went with its lane, or because a function got
  /// another rate, comes back with them.
  func restore(_ past: (any LaneMemory)?, across change: LaneChange, back: Set<Int>) {
    let past = (past as? TreatedLanes)?.lanes ?? []
    switch change {
    case _ where change.own(CleanChange.self) != nil: restore(past, of: nil)
    case .reformulated(let lane): restore(past, of: back.union([lane]))
    default: if !back.isEmpty { restore(past, of: back) }
    }
  }

  /// - Parameter numbers: of the lanes that it is about; nil: all.
  private func restore(_ past: [TreatedLane], of numbers: Set<Int>?) {
    report(nil)
    let present = treatedLanes
    let changed = (numbers ?? Set((past + present).map(\.lane))).sorted().filter { lane in
      let (before, now) = (past.first { $0.lane == lane }, present.first { $0.lane == lane })
      return before?.recipe != now?.recipe || before?.isClean != now?.isClean
    }
    for lane in changed { restore(past.first { $0.lane == lane }, lane) }
    // What is undone is to be seen.
    if numbers == nil, let first = changed.first, !changed.contains(where: { $0 == target?.laneNumber }) {
      show(lane: first)
    }
    settle()
  }

  /// - Parameter past: nil: nobody had chosen anything.
  private func restore(_ past: TreatedLane?, _ lane: Int) {
    guard let past else { return treatments.drop(lane) }
    guard let plot = lanes.plots.first(where: { !$0.isComputed && $0.laneNumber == lane }) else { return }
    restore(past.recipe, isClean: past.isClean, look: past.look, for: plot)
  }

  func keepOnly(_ plots: [PlotViewModel]) {
    treatments.adopt(plots)
    settle()
  }

  func replaced(_ plot: PlotViewModel, by next: PlotViewModel, among plots: [PlotViewModel]) {
    keepOnly(plots)
  }

  func keep(_ recordings: [PlotViewModel], in project: inout Project) {
    let kept = recordings.enumerated().map { ($0, self.kept(of: $1)) }.filter { !$1.isUnchanged }
    project.noise = Dictionary(uniqueKeysWithValues: kept)
  }

  func restore(_ project: Project, _ plots: [PlotViewModel?]) {
    // The first is shown.
    for (lane, kept) in project.noise.sorted(by: { $0.key > $1.key }) {
      if let plot = plots[lane] { restore(kept, for: plot) }
    }
  }

  func keep(_ plot: PlotViewModel, in kept: inout KeptRecording) { kept.noise = self.kept(of: plot) }

  func restore(_ kept: KeptRecording, _ plot: PlotViewModel) { restore(kept.noise, for: plot) }
}
