// LaneList.swift
// Several waveforms over one time axis: in lanes of their own, or over each other. The program inserts and discards
// waveforms as it needs them; what the user does can be undone. Main actor.

import Observation
import SystemPackage
import WaveformCore

/// What the waveforms of a diagram tell the models that depend on them.
enum LaneEvent {
  /// What is heard may be something else: waveforms, their samples, where they lie, or what was decided about them.
  case soundChanged
  /// The time axis may have another length.
  ///
  /// - replacement: the waveform that has taken the place of another; nil when there is none.
  case lengthChanged(replacement: PlotViewModel?)
  /// The file of a waveform has to be read again though nothing is wrong with it.
  case outdated(PlotViewModel)
}

/// The waveforms of a diagram, their order, and where they lie in time.
@Observable @MainActor public final class LaneList {
  /// From top to bottom.
  public private(set) var plots: [PlotViewModel] = []
  /// Frames per second of the time axis: the rate of the first waveform that came, until all are gone. 0 before.
  public private(set) var sampleRate = 0
  /// What was done to the lanes.
  private var history = UndoHistory<LaneArrangement, LaneChange>()
  @ObservationIgnored private weak var maker: (any CleanLaneMaker)?
  let events = ModelEvents<LaneEvent>()

  /// From now on `maker` is asked for clean waveforms, and told of what becomes of their originals.
  func attach(_ maker: any CleanLaneMaker) { self.maker = maker }

  // MARK: Changed by the program

  /// Adds a waveform below the others, or over `base` and in front of those that are over it already, and begins to
  /// read it.
  public func insert(_ plot: PlotViewModel, over base: PlotViewModel? = nil) {
    plot.settings.color = nextColor
    plot.settings.isOver = base != nil
    if plot.isComputed { plot.original = base }
    var next = plots
    let row = base.flatMap { base in rows.first { $0.contains { $0 === base } } }
    let index = row.flatMap { row in next.firstIndex { $0 === row.last } }.map { $0 + 1 } ?? next.count
    next.insert(plot, at: index)
    connect(plot)
    plot.start()
    arrange(next)
  }

  /// Takes a waveform out for good; its reader is cancelled, never waited for.
  func discard(_ plot: PlotViewModel) {
    history.mapStates { $0.remove(plot) }
    guard plots.contains(where: { $0 === plot }) else { return }
    takeOut(plot)
    plot.cancel()
  }

  /// Puts a waveform that is being read in the place of another of the same file, which is not cancelled.
  func replace(_ replaced: PlotViewModel, with plot: PlotViewModel) {
    guard let index = plots.firstIndex(where: { $0 === replaced }) else { return }
    plot.adoptLook(of: replaced)
    plots[index] = plot
    for computed in plots where computed.original === replaced { computed.original = plot }
    history.mapStates { $0.replace(replaced, with: plot) }
    // The axis of a single recording is its own, whatever it was taken for before.
    if plots.count == 1 { sampleRate = plot.sampleRate }
    connect(plot)
    adoptRate()
    events.send(.lengthChanged(replacement: plot))
    maker?.replace(replaced, with: plot)
    events.send(.soundChanged)
  }

  /// Takes all waveforms out, also those that undoing would bring back; their readers are cancelled, never waited for.
  func removeAll() {
    for plot in plots + history.states.flatMap(\.plots) { plot.cancel() }
    history = UndoHistory()
    plots = []
    sampleRate = 0
  }

  // MARK: Changed by the user

  /// Adds a waveform below the others, or over one of them.
  public func add(_ plot: PlotViewModel, over base: PlotViewModel? = nil) {
    record(.added)
    insert(plot, over: base)
  }

  /// Takes a waveform out. It is kept for `undo`; a clean one is computed again then. The last recording stays.
  public func remove(_ plot: PlotViewModel) {
    guard canRemove(plot) else { return }
    if plot === maker?.plot {
      record(.clean(.removed))
      maker?.discard()
    } else if plot.isComputed {
      discard(plot)
    } else {
      record(.removed)
      takeOut(plot)
    }
  }

  /// Moves a lane, with all that is drawn over it, up (−1) or down (1).
  public func move(_ plot: PlotViewModel, by steps: Int) {
    var rows = rows
    guard let from = rows.firstIndex(where: { $0.contains { $0 === plot } }) else { return }
    let to = min(max(from + steps, 0), rows.count - 1)
    guard to != from else { return }
    record(.reordered(lane: plot.number))
    rows.insert(rows.remove(at: from), at: to)
    arrange(rows.flatMap(\.self))
  }

  /// Draws a waveform over the lane above, or in a lane of its own below the one that it lies over.
  public func setOver(_ isOver: Bool, _ plot: PlotViewModel) {
    guard plot !== plots.first, !plot.isComputed, plot.settings.isOver != isOver,
      let row = rows.first(where: { $0.contains { $0 === plot } })
    else { return }
    record(isOver ? .drawnOver : .drawnAlone)
    plot.settings.isOver = isOver
    if isOver {
      arrange(plots)
    } else {
      // Behind all that stay over the lane that it leaves.
      var next = plots.filter { $0 !== plot }
      let last = row.last { $0 !== plot }!
      next.insert(plot, at: next.firstIndex { $0 === last }! + 1)
      arrange(next)
    }
  }

  /// Changes what is decided about a waveform.
  ///
  /// - Parameter change: what it is, for undo. Changes in time of one waveform are undone as one, up to `endChange`.
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
      events.send(.lengthChanged(replacement: nil))
    }
    // What is dragged is heard at its new place when it is let go, rather than begun anew with every step.
    if !change.isDrag { events.send(.soundChanged) }
  }

  /// A drag is over: the next change is undone by itself.
  public func endChange() {
    history.endStep()
    events.send(.soundChanged)
  }

  // MARK: Undo

  /// What `undo` would undo; nil when there is nothing.
  public var undoChange: LaneChange? { history.undoChange }
  /// What `redo` would do again; nil when there is nothing.
  public var redoChange: LaneChange? { history.redoChange }

  public func undo() {
    let change = undoChange
    if let past = history.undo(from: arrangement) { restore(past, across: change) }
  }

  public func redo() {
    let change = redoChange
    if let next = history.redo(from: arrangement) { restore(next, across: change) }
  }

  /// Remembers what there is before a change.
  func record(_ change: LaneChange) { history.record(arrangement, change, joinsEqual: change.joinsEqual) }

  /// The files of all waveforms, also of those that undoing would bring back.
  public var openPaths: [FilePath] { (plots + history.states.flatMap(\.plots)).map(\.path) }

  // MARK: Inner parts

  private var arrangement: LaneArrangement {
    LaneArrangement(plots: plots, settings: plots.map(\.settings), clean: maker?.cleanLane)
  }

  /// What is computed comes and goes by the program: undo changes how it is shown; only a `CleanChange` is about whether
  /// it is there.
  private func restore(_ arrangement: LaneArrangement, across change: LaneChange?) {
    let next = arrangement.plots.filter { !$0.isComputed }
    for plot in next where !plots.contains(where: { $0 === plot }) { plot.reopenSamples() }
    for (plot, settings) in zip(arrangement.plots, arrangement.settings) { plot.settings = settings }
    arrange(next + plots.filter(\.isComputed))
    if case .clean = change { maker?.restore(arrangement.clean) }
  }

  /// Shows these waveforms, in this order.
  private func arrange(_ next: [PlotViewModel]) {
    let next = Self.ordered(next)
    // There is nothing above it.
    if next.first?.settings.isOver == true { next[0].settings.isOver = false }
    plots = next
    adoptRate()
    events.send(.soundChanged)
    events.send(.lengthChanged(replacement: nil))
    // Its original is gone.
    if let clean = maker?.plot, !next.contains(where: { $0 === clean }) { maker?.discard() }
  }

  /// What lay over it lies in a lane of its own then, at its place.
  private func takeOut(_ plot: PlotViewModel) {
    if let row = rows.first(where: { $0.first === plot }) {
      row.dropFirst().first { !$0.isComputed }?.settings.isOver = false
    }
    arrange(plots.filter { $0 !== plot })
  }

  private func connect(_ plot: PlotViewModel) {
    plot.events.listen(self) { [weak plot] lanes, event in
      lanes.adoptRate()
      switch event {
      case .lengthChanged:
        lanes.events.send(.lengthChanged(replacement: nil))
        // It may have come to nothing.
        lanes.events.send(.soundChanged)
      case .sourceChanged: lanes.events.send(.soundChanged)
      case .outdated: if let plot { lanes.events.send(.outdated(plot)) }
      case .advanced, .completed: break
      }
    }
  }

  /// The axis takes the rate of the first recording whose rate is known.
  private func adoptRate() {
    if sampleRate == 0, let plot = plots.first(where: { $0.sampleRate > 0 }) { sampleRate = plot.sampleRate }
  }

  /// What is computed lies where its original lies, right before it; what has lost its original is left out.
  private static func ordered(_ plots: [PlotViewModel]) -> [PlotViewModel] {
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
