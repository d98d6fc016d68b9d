// DiagramViewModel+Lanes.swift
// Several waveforms over one time axis: in lanes of their own, or over each other. The program adds and discards
// waveforms as it needs them; what the user does can be undone.

import Spectral
import WaveformCore

/// Which waveforms there are, in which order, and what was decided about each: what undo puts back.
struct LaneArrangement {
  var plots: [PlotViewModel]
  var settings: [LaneSettings]
  /// What is needed to compute the clean waveform again; nil where there was none.
  var clean: Clean?

  struct Clean {
    var original: PlotViewModel
    let profile: NoiseProfile
    let settings: LaneSettings
  }

  @MainActor init(_ diagram: DiagramViewModel) {
    plots = diagram.plots
    settings = plots.map(\.settings)
    if let plot = diagram.noise.plot, let original = plot.original, let profile = diagram.noise.profile {
      clean = Clean(original: original, profile: profile, settings: plot.settings)
    }
  }
}

extension DiagramViewModel {
  // MARK: What there is

  /// The lanes from top to bottom: a waveform, and those that are drawn over it, from back to front.
  public var lanes: [[PlotViewModel]] {
    plots.reduce(into: []) { lanes, plot in
      if plot.settings.isOver, !lanes.isEmpty {
        lanes[lanes.count - 1].append(plot)
      } else {
        lanes.append([plot])
      }
    }
  }

  /// The waveform that `plot` is drawn over; nil for one in a lane of its own.
  public func base(of plot: PlotViewModel) -> PlotViewModel? {
    if plot.isComputed { return plots.first { $0 === plot.original } }
    let lane = lanes.first { $0.contains { $0 === plot } }
    return lane?.first === plot ? nil : lane?.first
  }

  /// Where a waveform lies on the time axis.
  public func placement(of plot: PlotViewModel) -> LanePlacement {
    LanePlacement(offset: plot.settings.offset, rate: plot.sampleRate, axisRate: sampleRate)
  }

  /// True when there are waveforms to tell from each other.
  public var hasSeveralLanes: Bool { plots.count > 1 }

  /// The waveforms of files.
  private var recordings: [PlotViewModel] { plots.filter { !$0.isComputed } }

  /// True when there are recordings that can be moved against each other.
  public var hasSeveralRecordings: Bool { recordings.count > 1 }

  // MARK: Changed by the program

  /// Adds a waveform over `base`, in front of those that are over it already, and begins to read it.
  public func add(_ plot: PlotViewModel, over base: PlotViewModel?) {
    plot.settings.color = nextColor
    plot.settings.isOver = base != nil
    if plot.isComputed { plot.original = base }
    var next = plots
    let lane = base.flatMap { base in lanes.first { $0.contains { $0 === base } } }
    let index = lane.flatMap { lane in next.firstIndex { $0 === lane.last } }.map { $0 + 1 } ?? next.count
    next.insert(plot, at: index)
    begin(plot)
    arrange(next)
  }

  /// Takes a waveform out for good; its reader is cancelled, never waited for.
  public func discard(_ plot: PlotViewModel) {
    laneHistory.mapStates { state in
      guard let index = state.plots.firstIndex(where: { $0 === plot }) else { return }
      state.plots.remove(at: index)
      state.settings.remove(at: index)
    }
    guard plots.contains(where: { $0 === plot }) else { return }
    takeOut(plot)
    plot.cancel()
  }

  // MARK: Changed by the user

  /// Adds a waveform below the others, or over one of them.
  public func addLane(_ plot: PlotViewModel, over base: PlotViewModel? = nil) {
    record(.added)
    add(plot, over: base)
  }

  /// Takes a waveform out. It is kept for `undo`; a clean one is computed again then. The last recording stays.
  public func removeLane(_ plot: PlotViewModel) {
    guard canRemoveLane(plot) else { return }
    if plot === noise.plot {
      record(.clean(.removed))
      return noise.discard()
    }
    if plot.isComputed { return discard(plot) }
    record(.removed)
    takeOut(plot)
  }

  /// True when `removeLane` would take it out.
  public func canRemoveLane(_ plot: PlotViewModel) -> Bool {
    plots.contains { $0 === plot } && (plot.isComputed || hasSeveralRecordings)
  }

  /// Moves a lane, with all that is drawn over it, up (−1) or down (1).
  public func moveLane(of plot: PlotViewModel, by steps: Int) {
    var lanes = lanes
    guard let from = lanes.firstIndex(where: { $0.contains { $0 === plot } }) else { return }
    let to = min(max(from + steps, 0), lanes.count - 1)
    guard to != from else { return }
    record(.reordered(lane: plot.number))
    lanes.insert(lanes.remove(at: from), at: to)
    arrange(lanes.flatMap(\.self))
  }

  /// True when `moveLane` would change something.
  public func canMoveLane(of plot: PlotViewModel, by steps: Int) -> Bool {
    let lanes = lanes
    guard let from = lanes.firstIndex(where: { $0.contains { $0 === plot } }) else { return false }
    return lanes.indices.contains(from + steps)
  }

  /// True when there is a lane above that a waveform can be drawn over: not one that could not be read.
  public func canDrawOver(_ plot: PlotViewModel) -> Bool {
    guard let index = lanes.firstIndex(where: { $0[0] === plot }), index > 0 else { return false }
    return !plot.isFailed && !lanes[index - 1][0].isFailed
  }

  /// Draws a waveform over the lane above, or in a lane of its own below the one that it lies over.
  public func setOver(_ isOver: Bool, _ plot: PlotViewModel) {
    guard plot !== plots.first, !plot.isComputed, plot.settings.isOver != isOver,
      let lane = lanes.first(where: { $0.contains { $0 === plot } })
    else { return }
    record(isOver ? .drawnOver : .drawnAlone)
    plot.settings.isOver = isOver
    if isOver {
      arrange(plots)
    } else {
      // Behind all that stay over the lane that it leaves.
      var next = plots.filter { $0 !== plot }
      let last = lane.last { $0 !== plot }!
      next.insert(plot, at: next.firstIndex { $0 === last }! + 1)
      arrange(next)
    }
  }

  /// Changes what is decided about a waveform.
  ///
  /// - Parameter change: what it is, for undo. Changes in time of one waveform are undone as one, up to
  ///   `endLaneChange`.
  public func change(_ plot: PlotViewModel, _ change: LaneChange, _ body: (inout LaneSettings) -> Void) {
    var next = plot.settings
    body(&next)
    // What was made of a waveform lies over it, wherever that is.
    next.offset = plot.isComputed ? plot.settings.offset : LaneSettings.limited(offset: next.offset)
    guard next != plot.settings else { return }
    record(change)
    let hasMoved = next.offset != plot.settings.offset
    plot.settings = next
    if hasMoved {
      for computed in plots where computed.isComputed && computed.original === plot {
        computed.settings.offset = next.offset
      }
      adoptLength()
    }
    // What is dragged is heard at its new place when it is let go, rather than begun anew with every step.
    if !change.isDrag { adoptSource() }
  }

  /// A drag is over: the next change is undone by itself.
  public func endLaneChange() {
    laneHistory.endStep()
    adoptSource()
  }

  /// What `undo` would undo; nil when there is nothing.
  public var undoChange: LaneChange? { laneHistory.undoChange }
  /// What `redo` would do again; nil when there is nothing.
  public var redoChange: LaneChange? { laneHistory.redoChange }

  public func undo() {
    let change = undoChange
    if let past = laneHistory.undo(from: LaneArrangement(self)) { restore(past, across: change) }
  }

  public func redo() {
    let change = redoChange
    if let next = laneHistory.redo(from: LaneArrangement(self)) { restore(next, across: change) }
  }

  /// Remembers what there is before a change.
  func record(_ change: LaneChange) {
    laneHistory.record(LaneArrangement(self), change, joinsEqual: change.joinsEqual)
  }

  // MARK: Inner parts

  /// What lay over it lies in a lane of its own then, at its place.
  private func takeOut(_ plot: PlotViewModel) {
    if let lane = lanes.first(where: { $0.first === plot }) {
      lane.dropFirst().first { !$0.isComputed }?.settings.isOver = false
    }
    arrange(plots.filter { $0 !== plot })
  }

  /// What is computed comes and goes by the program: undo changes how it is shown; only a `CleanChange` is about whether
  /// it is there.
  private func restore(_ arrangement: LaneArrangement, across change: LaneChange?) {
    let next = arrangement.plots.filter { !$0.isComputed }
    for plot in next where !plots.contains(where: { $0 === plot }) { plot.reopenSamples() }
    for (plot, settings) in zip(arrangement.plots, arrangement.settings) { plot.settings = settings }
    arrange(next + plots.filter(\.isComputed))
    if case .clean = change { noise.restore(arrangement.clean) }
  }

  /// What is computed lies where its original lies, right before it; what has lost its original is left out.
  func ordered(_ plots: [PlotViewModel]) -> [PlotViewModel] {
    var result = plots.filter { !$0.isComputed }
    for plot in plots where plot.isComputed {
      guard let original = plot.original, let index = result.firstIndex(where: { $0 === original }) else {
        continue
      }
      var settings = plot.settings
      settings.isOver = true
      settings.offset = original.settings.offset
      if settings != plot.settings { plot.settings = settings }
      result.insert(plot, at: index + 1)
    }
    return result
  }

  /// The least color that no other waveform has.
  private var nextColor: Int {
    let used = Set(plots.map(\.settings.color))
    return (0...plots.count).first { !used.contains($0) } ?? 0
  }
}
