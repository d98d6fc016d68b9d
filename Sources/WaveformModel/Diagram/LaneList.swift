// LaneList.swift
// The waveforms over one time axis, in lanes of their own or over each other. `insert`, `discard` and
// `replace` are for the program; what the user does can be undone. Main actor.

import Observation
import SystemPackage
import WaveformCore

/// What a list of lanes tells the models that depend on it.
enum LaneEvent {
  /// What is heard may have changed: the waveforms, their samples, their places in time, or mute and solo.
  case soundChanged
  /// The length of the time axis may have changed.
  ///
  /// - replacement: the waveform that has replaced another; nil when none has.
  case lengthChanged(replacement: PlotViewModel?)
  /// The file of a waveform must be read again, although nothing is wrong with it.
  case outdated(PlotViewModel)
  /// A waveform has been read to its end, or has failed.
  case completed
  /// More has been heard of what a window listens to.
  case advanced
  /// Undo has put back what was selected.
  case selectionRestored
}

/// The waveforms of a diagram, their order, and where they lie in time.
@Observable @MainActor public final class LaneList {
  /// From top to bottom.
  public private(set) var plots: [PlotViewModel] = []
  /// Frames per second of the time axis: the rate of the first recording, until all are gone; 0 before.
  public private(set) var sampleRate = 0
  /// How waveforms are drawn; of this, undo puts back the unit of amplitudes and the style.
  public var look = WaveformLook()
  /// What is selected, in frames of the time axis: the diagram changes it, undo puts it back.
  var selection: Selection?
  /// The user's changes, for undo and redo. Many of them only select something.
  private var history = UndoHistory<LaneArrangement, LaneChange>(limit: 500)
  @ObservationIgnored private weak var maker: (any CleanLaneMaker)?
  @ObservationIgnored private weak var comparer: (any LaneComparer)?
  @ObservationIgnored private weak var marks: (any MarkKeeper)?
  let events = ModelEvents<LaneEvent>()

  /// Asks `maker` for clean waveforms from now on, and tells it when their originals go or are replaced.
  func attach(_ maker: any CleanLaneMaker) { self.maker = maker }

  /// Tells `comparer` when what it compares moves, goes or is replaced.
  func attach(_ comparer: any LaneComparer) { self.comparer = comparer }

  /// Tells `marks` when a change of marks is taken back or made again.
  func attach(_ marks: any MarkKeeper) { self.marks = marks }

  // MARK: Changed by the program

  /// Adds a waveform below the others, or over `base` and in front of those already over it, and starts
  /// reading it.
  public func insert(_ plot: PlotViewModel, over base: PlotViewModel? = nil) {
    plot.settings.color = nextColor
    plot.settings.isOver = base != nil
    if plot.coversOriginal { plot.original = base }
    var next = plots
    let row = base.flatMap { base in rows.first { $0.contains { $0 === base } } }
    let index = row.flatMap { row in next.firstIndex { $0 === row.last } }.map { $0 + 1 } ?? next.count
    next.insert(plot, at: index)
    connect(plot)
    plot.start()
    arrange(next)
  }

  /// Shows waveforms with the settings that they have, in this order, and starts reading them.
  ///
  /// - Parameter sampleRate: frames per second of the time axis; 0: that of the first recording that is open.
  func restore(_ kept: [PlotViewModel], sampleRate: Int) {
    self.sampleRate = sampleRate
    for plot in kept {
      connect(plot)
      plot.start()
    }
    arrange(kept)
  }

  /// Removes a waveform for good. Cancels its reader without waiting for it.
  func discard(_ plot: PlotViewModel) {
    history.mapStates { $0.remove(plot) }
    guard plots.contains(where: { $0 === plot }) else { return }
    takeOut(plot)
    plot.cancel()
  }

  /// Replaces a waveform by another of the same file that is already being read. The replaced one is not
  /// cancelled.
  func replace(_ replaced: PlotViewModel, with plot: PlotViewModel) {
    guard plots.contains(where: { $0 === replaced }) else { return }
    history.mapStates { $0.replace(replaced, with: plot) }
    put(plot, inPlaceOf: replaced)
  }

  private func put(_ plot: PlotViewModel, inPlaceOf replaced: PlotViewModel) {
    guard let index = plots.firstIndex(where: { $0 === replaced }) else { return }
    plot.adoptLook(of: replaced)
    plots[index] = plot
    for computed in plots where computed.original === replaced { computed.original = plot }
    // A single recording decides the rate of the axis, whatever it was before.
    if plots.count == 1 { sampleRate = plot.sampleRate }
    connect(plot)
    adoptRate()
    events.send(.lengthChanged(replacement: plot))
    maker?.adopt(plots)
    comparer?.replace(replaced, with: plot)
    events.send(.soundChanged)
  }

  /// Shows another function in place of one: a step that `undo` takes back. Successive ones of a lane are one step.
  func exchange(_ replaced: PlotViewModel, with plot: PlotViewModel) {
    guard plots.contains(where: { $0 === replaced }) else { return }
    record(.reformulated(lane: replaced.laneNumber))
    put(plot, inPlaceOf: replaced)
    // Of successive changes only the first leaves a state behind.
    if !history.states.contains(where: { $0.plots.contains { $0 === replaced } }) { replaced.cancel() }
  }

  /// Removes all waveforms, including those that undo could restore. Cancels their readers without waiting
  /// for them.
  func removeAll() {
    for plot in plots + history.states.flatMap(\.plots) { plot.cancel() }
    history = UndoHistory(limit: 500)
    plots = []
    sampleRate = 0
  }

  // MARK: Changed by the user

  /// Adds a waveform below the others, or over one of them.
  public func add(_ plot: PlotViewModel, over base: PlotViewModel? = nil) {
    record(.added)
    insert(plot, over: base)
  }

  /// Removes a waveform, which `undo` restores; a clean one is computed again for that. The last recording
  /// stays.
  public func remove(_ plot: PlotViewModel) {
    guard canRemove(plot) else { return }
    if maker?.isClean(plot) == true {
      record(.clean(.removed))
      maker?.discard(plot)
    } else if plot === comparer?.plot {
      record(.compared(.ended))
      comparer?.discard()
    } else if plot.isComputed {
      discard(plot)
    } else {
      record(.removed)
      takeOut(plot)
    }
  }

  /// Moves a lane, with everything drawn over it, up (−1) or down (1).
  public func move(_ plot: PlotViewModel, by steps: Int) {
    var rows = rows
    guard let from = rows.firstIndex(where: { $0.contains { $0 === plot } }) else { return }
    let to = min(max(from + steps, 0), rows.count - 1)
    guard to != from else { return }
    record(.reordered(lane: plot.number))
    rows.insert(rows.remove(at: from), at: to)
    arrange(rows.flatMap(\.self))
  }

  /// Draws a waveform over the lane above, or moves it to a lane of its own below the one it lies over.
  public func setOver(_ isOver: Bool, _ plot: PlotViewModel) {
    guard plot !== plots.first, !plot.isComputed, plot.settings.isOver != isOver,
      let row = rows.first(where: { $0.contains { $0 === plot } })
    else { return }
    record(isOver ? .drawnOver : .drawnAlone)
    plot.settings.isOver = isOver
    if isOver {
      arrange(plots)
    } else {
      // It goes behind all waveforms that stay over the lane it leaves.
      var next = plots.filter { $0 !== plot }
      let last = row.last { $0 !== plot }!
      next.insert(plot, at: next.firstIndex { $0 === last }! + 1)
      arrange(next)
    }
  }

  /// Changes the settings of a waveform.
  ///
  /// - Parameter change: how undo names it. Successive moves of one waveform in time are undone together, up
  ///   to `endChange`.
  public func change(_ plot: PlotViewModel, _ change: LaneChange, _ body: (inout LaneSettings) -> Void) {
    var next = plot.settings
    body(&next)
    // A computed waveform always lies where what it is computed from does.
    next.offset = plot.isComputed ? plot.settings.offset : LaneSettings.limited(offset: next.offset)
    guard next != plot.settings else { return }
    record(change)
    let offset = next.offset
    next.offset = plot.settings.offset
    plot.settings = next
    place(plot, at: offset)
    // A dragged waveform is heard at its new place when the drag ends: otherwise playback would restart with
    // every step.
    if !change.isDrag { events.send(.soundChanged) }
  }

  /// Moves a waveform in time, as a part of a step that has been recorded.
  ///
  /// - Parameter offset: in frames of the time axis.
  func place(_ plot: PlotViewModel, at offset: Int) {
    let offset = LaneSettings.limited(offset: offset)
    let way = offset - plot.settings.offset
    guard way != 0 else { return }
    plot.settings.offset = offset
    for computed in plots where computed.isComputed && computed.original === plot {
      computed.settings.offset = offset
    }
    comparer?.moved(plot, by: way)
    events.send(.lengthChanged(replacement: nil))
  }

  /// Draws and writes amplitudes in another unit.
  public func measure(in unit: AmplitudeScale.Unit) {
    guard unit != look.amplitude.unit else { return }
    record(.measured)
    look.amplitude.unit = unit
  }

  /// Draws all waveforms in one style.
  public func draw(_ style: WaveformStyle) {
    guard style != look.style || plots.contains(where: { $0.settings.style != nil }) else { return }
    record(.restyled(lane: nil))
    look.style = style
    for plot in plots { plot.settings.style = nil }
  }

  /// Draws one waveform in a style of its own; nil: like all others.
  public func draw(_ style: WaveformStyle?, _ plot: PlotViewModel) {
    guard style != plot.settings.style else { return }
    record(.restyled(lane: plot.laneNumber))
    plot.settings.style = style
  }

  /// How a waveform is drawn. One that lies over another must not hide it, but what was computed from a recording takes
  /// its place.
  public func style(of plot: PlotViewModel) -> WaveformStyle {
    if plot.isComputed, let original = plot.original { return style(of: original) }
    let style = plot.settings.style ?? look.style
    return plot.settings.isOver ? style.over : style
  }

  /// Ends a drag: the next change is undone separately.
  public func endChange() {
    history.endStep()
    events.send(.soundChanged)
  }

  // MARK: Undo

  /// What `undo` would undo; nil when there is nothing to undo.
  public var undoChange: LaneChange? { history.undoChange }
  /// What `redo` would do again; nil when there is nothing to redo.
  public var redoChange: LaneChange? { history.redoChange }

  public func undo() {
    let change = undoChange
    if let past = history.undo(from: arrangement(selecting: selection)) {
      restore(past, across: change, isBack: true)
    }
  }

  public func redo() {
    let change = redoChange
    if let next = history.redo(from: arrangement(selecting: selection)) {
      restore(next, across: change, isBack: false)
    }
  }

  /// Remembers the arrangement before a change.
  func record(_ change: LaneChange) {
    history.record(arrangement(selecting: selection), change, joinsEqual: change.joinsEqual)
  }

  /// Remembers what was selected before it changed.
  func record(_ change: LaneChange.SelectionChange, since past: Selection?) {
    let change = LaneChange.selection(change)
    history.record(arrangement(selecting: past), change, joinsEqual: change.joinsEqual)
  }

  /// Lets the last change be another one, which includes it.
  func amend(_ change: LaneChange) { history.amend(change) }

  /// The files of all waveforms, including those that undo could restore.
  public var openPaths: [FilePath] { (plots + history.states.flatMap(\.plots)).map(\.path) }

  // MARK: Inner parts

  private func arrangement(selecting selection: Selection?) -> LaneArrangement {
    LaneArrangement(
      plots: plots, settings: plots.map(\.settings), noise: maker?.treatedLanes ?? [],
      comparison: comparer?.comparedLanes, unit: look.amplitude.unit, style: look.style, selection: selection)
  }

  /// The program itself adds and removes computed waveforms: undo changes only how they are shown. Only a
  /// `CleanChange` or a `ComparisonChange` decides whether there is one, and the lanes that come back, with what was
  /// computed of them.
  private func restore(_ arrangement: LaneArrangement, across change: LaneChange?, isBack: Bool) {
    if case .marks(let step) = change { marks?.replay(isBack ? step.inverted : step); return }
    // Nothing is heard differently, so nothing is told of the lanes.
    if change == .measured { return look.amplitude.unit = arrangement.unit }
    if case .restyled = change {
      look.style = arrangement.style
      for (plot, settings) in zip(arrangement.plots, arrangement.settings) {
        plot.settings.style = settings.style
      }
      return
    }
    if case .selection = change { return select(again: arrangement.selection) }
    // What was cut off with a waveform comes back with it.
    let isCut = selection == arrangement.selection?.part(ofLength: length)
    defer { if isCut { select(again: arrangement.selection) } }
    func isShown(_ plot: PlotViewModel) -> Bool { plots.contains { $0 === plot } }
    let next = arrangement.plots.filter { !$0.isComputed || !$0.coversOriginal && isShown($0) }
    let back = Set(next.filter { !$0.isComputed }.map(\.laneNumber)).subtracting(plots.map(\.laneNumber))
    for plot in next where !isShown(plot) { plot.reopenSamples() }
    // Where a formula comes back its lane stays, and the clean waveform over it.
    for clean in plots where clean.coversOriginal {
      clean.original = next.first { $0.laneNumber == clean.laneNumber } ?? clean.original
    }
    for (plot, settings) in zip(arrangement.plots, arrangement.settings) { plot.settings = settings }
    arrange(next + plots.filter { plot in plot.isComputed && !next.contains { $0 === plot } })
    if case .clean = change {
      maker?.restore(arrangement.noise, of: nil)
    } else if !back.isEmpty {
      maker?.restore(arrangement.noise, of: back)
    }
    comparer?.restore(arrangement.comparison)
    comparer?.moved(nil, by: 0)
  }

  private func select(again past: Selection?) {
    let next = past?.part(ofLength: length)
    guard next != selection else { return }
    selection = next
    events.send(.selectionRestored)
  }

  /// Shows these waveforms, in this order.
  private func arrange(_ next: [PlotViewModel]) {
    let next = Self.ordered(next)
    // The topmost waveform has no lane above to lie over.
    if next.first?.settings.isOver == true { next[0].settings.isOver = false }
    plots = next
    adoptRate()
    events.send(.soundChanged)
    events.send(.lengthChanged(replacement: nil))
    // A clean waveform goes with its original.
    maker?.adopt(next)
    if comparer?.pair?.isWithin(next) == false { comparer?.discard() }
  }

  /// A waveform that lay over it takes its place, in a lane of its own.
  private func takeOut(_ plot: PlotViewModel) {
    if let row = rows.first(where: { $0.first === plot }) {
      row.dropFirst().first { !$0.coversOriginal }?.settings.isOver = false
    }
    arrange(plots.filter { $0 !== plot })
  }

  private func connect(_ plot: PlotViewModel) {
    plot.events.listen(self) { [weak plot] lanes, event in
      lanes.adoptRate()
      switch event {
      case .lengthChanged:
        lanes.events.send(.lengthChanged(replacement: nil))
        // Reading may have failed. What is heard now becomes longer many times a second.
        if plot?.isHeard != true || plot?.isFollowing != true { lanes.events.send(.soundChanged) }
      case .sourceChanged: lanes.events.send(.soundChanged)
      case .outdated: if let plot { lanes.events.send(.outdated(plot)) }
      case .advanced:
        if plot?.isComplete == true { lanes.events.send(.completed) }
        if plot?.isHeard == true, plot?.isFollowing == true { lanes.events.send(.advanced) }
      case .completed: break
      }
    }
  }

  /// The axis takes its rate from the first recording whose rate is known.
  private func adoptRate() {
    if sampleRate == 0, let plot = plots.first(where: { $0.sampleRate > 0 }) { sampleRate = plot.sampleRate }
  }

  /// Moves waveforms that cover their original right behind it; leaves out those whose original is gone.
  private static func ordered(_ plots: [PlotViewModel]) -> [PlotViewModel] {
    var result = plots.filter { !$0.coversOriginal }
    for plot in plots where plot.coversOriginal {
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

  /// The smallest color number that no other waveform has.
  private var nextColor: Int {
    let used = Set(plots.map(\.settings.color))
    return (0...plots.count).first { !used.contains($0) } ?? 0
  }
}
