// LaneCompanions.swift
// The models that compute waveforms for a list of lanes, and the one that keeps marks: the list tells them what becomes of
// the waveforms, and what undo brings back. Holds them weakly; they hold the list. Main actor.

/// Who follows a list of lanes: noise reduction, comparison, and marks.
@MainActor final class LaneCompanions {
  private weak var maker: (any CleanLaneMaker)?
  private weak var comparer: (any LaneComparer)?
  private weak var marks: (any MarkKeeper)?

  /// Asks `maker` for clean waveforms from now on, and tells it when their originals go or are replaced.
  func attach(_ maker: any CleanLaneMaker) { self.maker = maker }

  /// Tells `comparer` when what it compares moves, goes or is replaced.
  func attach(_ comparer: any LaneComparer) { self.comparer = comparer }

  /// Tells `marks` when a change of marks is taken back or made again.
  func attach(_ marks: any MarkKeeper) { self.marks = marks }

  /// What was chosen about the noise of waveforms, and which are cleaned.
  var noise: [TreatedLane] { maker?.treatedLanes ?? [] }
  /// What is needed to compare again; nil while nothing is compared.
  var comparison: ComparedLanes? { comparer?.comparedLanes }

  /// How to take away what was computed, and what that is called; nil for any other waveform.
  func removal(of plot: PlotViewModel) -> (change: LaneChange, run: @MainActor () -> Void)? {
    if let maker, maker.isClean(plot) { return (.clean(.removed), { maker.discard(plot) }) }
    if let comparer, plot === comparer.plot { return (.compared(.ended), { comparer.discard() }) }
    return nil
  }

  /// A waveform stands where another one stood.
  ///
  /// - Parameter plots: all that there are now.
  func replace(_ replaced: PlotViewModel, with plot: PlotViewModel, among plots: [PlotViewModel]) {
    maker?.adopt(plots)
    comparer?.replace(replaced, with: plot)
  }

  /// The file of a waveform could not be read again: it stays as it was read before.
  func lost(_ plot: PlotViewModel) { comparer?.lost(plot) }

  /// A waveform has been moved in time; nil: all are where undo has put them.
  func moved(_ plot: PlotViewModel?, by frames: Int) { comparer?.moved(plot, by: frames) }

  /// Only these waveforms are left: what was computed of others goes with them.
  func keepOnly(_ plots: [PlotViewModel]) {
    maker?.adopt(plots)
    if comparer?.pair?.isWithin(plots) == false { comparer?.discard() }
  }

  // MARK: Undo

  /// Takes a change of marks back, or makes it again.
  func replay(_ step: MarkStep) { marks?.replay(step) }

  /// Computes again what an arrangement had. Only a `CleanChange` decides whether there is a clean waveform; one that
  /// went with its lane, or because a function got another rate, comes back with them.
  ///
  /// - Parameter back: the numbers of lanes that undo has brought back.
  func restore(_ past: LaneArrangement, across change: LaneChange?, back: Set<Int> = []) {
    switch change {
    case .clean: maker?.restore(past.noise, of: nil)
    case .reformulated(let lane): maker?.restore(past.noise, of: back.union([lane]))
    default: if !back.isEmpty { maker?.restore(past.noise, of: back) }
    }
    comparer?.restore(past.comparison)
  }
}
