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
  private let past: LaneArrangement
  /// What the lane shows now.
  private var present: PlotViewModel
  /// What was typed last, whether it is shown yet or not.
  private var wanted: FunctionSignal?
  private enum State { case typing, confirmed, recorded, takenBack }
  private var state = State.typing

  /// - Returns: nil for a waveform that shows no function.
  public init?(of plot: PlotViewModel, in diagram: DiagramViewModel) {
    guard !plot.isComputed, plot.function != nil else { return nil }
    lanes = diagram.lanes
    reloader = diagram.reloader
    first = plot
    past = diagram.lanes.arrangement
    present = plot
  }

  /// Shows another function; the old picture stays until there is one of the new.
  public func show(_ signal: FunctionSignal) {
    guard state == .typing else { return }
    wanted = signal
    // The reading that has begun keeps this object until it is over.
    reloader.change(present, to: signal) { self.take($0) }
  }

  /// What was shown last stays, or comes as soon as there is a picture of it: one step, that `undo` takes back.
  public func confirm() {
    guard state == .typing else { return }
    // Who has typed what was there before has changed nothing.
    if wanted == first.function { return takeBack() }
    state = .confirmed
    record()
  }

  /// Shows the function again that was there first, as if nothing had been typed.
  public func takeBack() {
    guard state == .typing else { return }
    state = .takenBack
    reloader.forgetChange(of: present)
    guard present !== first, isShown else { return }
    lanes.takeBack(present, to: first, as: past)
    present.cancel()
    present = first
  }

  private var isShown: Bool { lanes.plots.contains { $0 === present } }

  /// The next function has something to show.
  private func take(_ plot: PlotViewModel) {
    let replaced = present
    present = plot
    // What has been recorded already is the step of this one as well.
    if state == .recorded {
      lanes.replace(replaced, with: plot)
    } else {
      lanes.exchange(replaced, with: plot)
    }
    if replaced !== first { replaced.cancel() }
    if state == .confirmed { record() }
  }

  private func record() {
    guard present !== first, isShown else { return }
    state = .recorded
    lanes.record(exchangeOf: first, by: present, since: past)
  }
}
