// LaneList+Functions.swift
// One function in place of another: while it is typed, as a step of the history, and taken back. See `FunctionChange`.

extension LaneList {
  /// Shows another function in place of one, which is no step yet. The replaced one is not cancelled.
  ///
  /// - Parameter first: what the lane showed before the first exchange.
  func exchange(_ replaced: PlotViewModel, with plot: PlotViewModel, since first: PlotViewModel) {
    setAside = first
    put(plot, inPlaceOf: replaced)
  }

  /// Makes a step of what `exchange` has done.
  ///
  /// - Parameters:
  ///   - first, plot: what the lane showed before the first exchange, and shows after the last one.
  ///   - past: the document before the first one.
  func record(exchangeOf first: PlotViewModel, by plot: PlotViewModel, since past: DiagramDocument) {
    setAside = nil
    // Other waveforms may have been read again since.
    var state = document
    state.replace(plot, with: first)
    state.adoptWhatWasLost(since: past)
    record(.reformulated(lane: first.laneNumber), since: state)
  }

  /// Undoes what `exchange` has done, when it is no step.
  func takeBack(_ plot: PlotViewModel, to first: PlotViewModel, as past: DiagramDocument) {
    setAside = nil
    put(first, inPlaceOf: plot)
    if let gains = past.gains(of: first) { first.gains = gains }
    companions.restore(past.memories, across: .reformulated(lane: first.laneNumber))
    if selection != past.selection { select(again: past.selection) }
  }

  /// Puts the function of a document in the place of the present one, so that what is computed of it stays.
  func restoreFunction(of lane: Int, from past: DiagramDocument) {
    guard let plot = past.plots.first(where: { $0.isFunction(ofLane: lane) }),
      let present = plots.first(where: { $0.isFunction(ofLane: lane) }), plot !== present
    else { return }
    plot.reopenSamples()
    put(plot, inPlaceOf: present)
  }
}

extension PlotViewModel {
  fileprivate func isFunction(ofLane lane: Int) -> Bool {
    laneNumber == lane && !isComputed && function != nil
  }
}
