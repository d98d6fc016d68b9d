// NoiseReduction+Lanes.swift
// What the list of lanes asks of noise reduction: what undo needs to go back, and what follows when lanes come and go.

extension NoiseReduction: CleanLaneMaker {
  var treatedLanes: [TreatedLane] { treatments.treatedLanes(since: standard) }

  func isClean(_ plot: PlotViewModel) -> Bool { treatments.treatment(of: plot) != nil }

  func discard(_ plot: PlotViewModel) {
    treatments.treatment(of: plot)?.discard()
    settle()
  }

  func restore(_ past: [TreatedLane], of numbers: Set<Int>?) {
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

  func adopt(_ plots: [PlotViewModel]) {
    treatments.adopt(plots)
    settle()
  }
}
