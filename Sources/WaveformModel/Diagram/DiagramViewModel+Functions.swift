// DiagramViewModel+Functions.swift
// Takes back a change of a function that was shown while it was typed.

import Functions

extension DiagramViewModel {
  /// Shows the function again that a lane showed before it was changed, as if nothing had been typed.
  public func takeBackFunction(of plot: PlotViewModel, to signal: FunctionSignal) {
    reloader.forgetChange(of: plot)
    guard plot.function != signal, lanes.undoChange == .reformulated(lane: plot.laneNumber) else { return }
    lanes.undo()
  }
}
