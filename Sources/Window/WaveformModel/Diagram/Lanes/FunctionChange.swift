// FunctionChange.swift
// The function of one lane while it is typed: the lane shows what makes sense so far. Confirmed, the whole is one step
// of the history; given up, it leaves neither a step nor a trace in what can be redone. Main actor.

import Functions

/// A change of the function that one lane shows.
@MainActor public final class FunctionChange {
  private let lanes: LaneList
  private let reloader: Reloader
  /// What was shown when it began, and how.
  private let first: PlotViewModel
  private let past: DiagramDocument
  /// What the lane shows now.
  private var present: PlotViewModel
  /// What was typed last, whether it is shown yet or not.
  private var wanted: FunctionSignal?
  /// False when it is confirmed, or given up.
  private var isTyping = true

  /// - Returns: nil for a waveform that shows no function.
  public init?(of plot: PlotViewModel, in diagram: DiagramViewModel) {
    guard !plot.isComputed, plot.function != nil else { return nil }
    lanes = diagram.lanes
    reloader = diagram.reloader
    first = plot
    past = diagram.lanes.document
    present = plot
  }

  /// Shows another function; the old picture stays until there is one of the new.
  public func show(_ signal: FunctionSignal) {
    guard isTyping else { return }
    wanted = signal
    // The reading that has begun keeps this object until it is over.
    reloader.change(present, to: signal) { self.take($0) }
  }

  /// What was typed last stays: one step, that `undo` takes back.
  ///
  /// Where there is no picture of it yet it takes the place all the same, for a moment without one: undone, changed again
  /// or kept in a project it is what the lane shows.
  public func confirm() {
    guard isTyping else { return }
    // Who has typed what was there before has changed nothing.
    if wanted == first.function { return takeBack() }
    reloader.finishChange(of: present)
    isTyping = false
    if present !== first, isShown { lanes.record(exchangeOf: first, by: present, since: past) }
  }

  /// Shows the function again that was there first, as if nothing had been typed.
  public func takeBack() {
    guard isTyping else { return }
    isTyping = false
    reloader.forgetChange(of: present)
    guard present !== first, isShown else { return }
    lanes.takeBack(present, to: first, as: past)
    present.cancel()
    present = first
  }

  private var isShown: Bool { lanes.plots.contains { $0 === present } }

  /// The next function has something to show, or is wanted without.
  private func take(_ plot: PlotViewModel) {
    let replaced = present
    present = plot
    lanes.exchange(replaced, with: plot, since: first)
    if replaced !== first { replaced.cancel() }
  }
}
