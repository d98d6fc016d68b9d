// LaneList.swift
// The waveforms over one time axis, in lanes of their own or over each other. `insert`, `discard` and
// `replace` are for the program; what the user does can be undone. Main actor.

import Observation
import SystemPackage
import WaveformCore

/// The waveforms of a diagram, their order, and where they lie in time.
@Observable @MainActor public final class LaneList {
  /// From top to bottom.
  public private(set) var plots: [PlotViewModel] = []
  /// Frames per second of the time axis: the rate of the first recording, until all are gone; 0 before.
  public private(set) var sampleRate = 0
  /// How waveforms are drawn; undo puts back what of it is a `DocumentLook`.
  public var look = WaveformLook()
  /// How positions are written.
  public var timeFormat = TimeFormat.clock
  /// What is selected, in frames of the time axis: the diagram changes it, undo puts it back.
  var selection: Selection?
  private let history = DiagramHistory()
  @ObservationIgnored private var rest: Delay?
  /// After so long a drag or the wheel has come to its end.
  @ObservationIgnored var restTime = Duration.seconds(1)
  /// What a lane showed before somebody began to type another function, which is no step yet: it may come back.
  var setAside: PlotViewModel?
  /// What features have added: they follow the waveforms.
  let companions = LaneCompanions()
  package let events = ModelEvents<LaneEvent>()
  private let turn = OncePerTurn<News>()

  // MARK: Changed by the program

  /// Adds a waveform below the others, or over `base` and in front of those already over it, and starts
  /// reading it.
  public func insert(_ plot: PlotViewModel, over base: PlotViewModel? = nil) {
    plot.settings.color = order.freeColor
    plot.settings.isOver = base != nil
    if plot.coversOriginal { plot.original = base }
    connect(plot)
    plot.start()
    arrange(order.adding(plot, over: base))
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
  package func discard(_ plot: PlotViewModel) {
    history.forget(plot)
    guard plots.contains(where: { $0 === plot }) else { return }
    takeOut(plot)
    plot.cancel()
  }

  /// Replaces a waveform by another of the same file that is already being read. The replaced one is not
  /// cancelled.
  func replace(_ replaced: PlotViewModel, with plot: PlotViewModel) {
    guard plots.contains(where: { $0 === replaced }) else { return }
    history.replace(replaced, with: plot)
    put(plot, inPlaceOf: replaced)
  }

  /// Shows a waveform where another one was, with all that belongs to it there.
  func put(_ plot: PlotViewModel, inPlaceOf replaced: PlotViewModel) {
    guard let index = plots.firstIndex(where: { $0 === replaced }) else { return }
    plot.adoptLook(of: replaced)
    plots[index] = plot
    for computed in plots where computed.original === replaced { computed.original = plot }
    // A single recording decides the rate of the axis, whatever it was before.
    if plots.count == 1 { sampleRate = plot.sampleRate }
    connect(plot)
    adoptRate()
    events.send(.lengthChanged(replacement: plot))
    for companion in companions.all { companion.replaced(replaced, by: plot, among: plots) }
    events.send(.soundChanged)
  }

  /// Removes all waveforms, including those that undo could restore. Cancels their readers without waiting
  /// for them.
  func removeAll() {
    for plot in plots + history.plots { plot.cancel() }
    setAside?.cancel()
    setAside = nil
    history.clear()
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
    if let removal = companions.removal(of: plot) {
      record(removal.change)
      removal.run()
    } else if plot.isComputed {
      discard(plot)
    } else {
      record(.removed)
      takeOut(plot)
    }
  }

  /// Moves a lane, with everything drawn over it, up (−1) or down (1).
  public func move(_ plot: PlotViewModel, by steps: Int) {
    guard let next = order.moving(plot, by: steps) else { return }
    record(.reordered(lane: plot.number))
    arrange(next)
  }

  /// Draws a waveform over the lane above, or moves it to a lane of its own below the one it lies over.
  public func setOver(_ isOver: Bool, _ plot: PlotViewModel) {
    guard plot !== plots.first, !plot.isComputed, plot.settings.isOver != isOver,
      plots.contains(where: { $0 === plot }), let next = isOver ? plots : order.leavingLane(plot)
    else { return }
    record(isOver ? .drawnOver : .drawnAlone)
    plot.settings.isOver = isOver
    arrange(next)
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
  package func place(_ plot: PlotViewModel, at offset: Int) {
    let offset = LaneSettings.limited(offset: offset)
    let way = offset - plot.settings.offset
    guard way != 0 else { return }
    plot.settings.offset = offset
    for computed in plots where computed.isComputed && computed.original === plot {
      computed.settings.offset = offset
    }
    for companion in companions.all { companion.moved(plot, by: way) }
    events.send(.lengthChanged(replacement: nil))
  }

  /// Ends a drag: the next change is undone separately.
  public func endChange() {
    endStep()
    events.send(.soundChanged)
  }

  /// Ends a step of drawing: the next change is undone separately.
  public func endStep() {
    rest = nil
    history.endStep()
  }

  // MARK: Undo

  /// What `undo` would undo; nil when there is nothing to undo.
  public var undoChange: LaneChange? { history.undoChange }
  /// What `redo` would do again; nil when there is nothing to redo.
  public var redoChange: LaneChange? { history.redoChange }

  public func undo() {
    if let (past, change) = history.undo(from: document) { restore(past, across: change, isBack: true) }
  }

  public func redo() {
    if let (next, change) = history.redo(from: document) { restore(next, across: change, isBack: false) }
  }

  /// Remembers the document before a change.
  package func record(_ change: LaneChange) {
    history.record(document, change)
    rest = change.endsAtRest ? Delay(restTime) { [weak self] in self?.endStep() } : nil
  }

  /// Remembers a document as that before a change.
  func record(_ change: LaneChange, since past: DiagramDocument) { history.record(past, change) }

  /// Remembers what was selected before it changed.
  func record(_ change: LaneChange.SelectionChange, since past: Selection?) {
    history.record(document(selecting: past), .selection(change))
  }

  /// Lets the last change be another one, which includes it.
  package func amend(_ change: LaneChange) { history.amend(change) }

  /// The files of all waveforms, including those that undo could restore.
  public var openPaths: [FilePath] {
    // A formula is no path.
    (plots + history.plots).filter { $0.function == nil }.map(\.path)
  }

  // MARK: Inner parts

  /// What there is now.
  var document: DiagramDocument { document(selecting: selection) }

  private func document(selecting selection: Selection?) -> DiagramDocument {
    DiagramDocument(
      lanes: plots.map(DiagramDocument.Lane.init), look: documentLook, selection: selection,
      memories: companions.memories)
  }

  /// The program itself adds and removes computed waveforms: undo changes only how they are shown. Whether there is one
  /// is the business of the feature that has computed it.
  private func restore(_ past: DiagramDocument, across change: LaneChange, isBack: Bool) {
    if case .feature(let step) = change, companions.replay(step.change, isBack: isBack) { return }
    if case .selection = change { return select(again: past.selection) }
    restoreLook(past)
    guard !change.isDrawing else { return companions.restore(past.memories, across: change) }
    // What was cut off with a waveform comes back with it.
    let isCut = selection == past.selection?.part(ofLength: length)
    defer { if isCut { select(again: past.selection) } }
    if case .reformulated(let lane) = change { restoreFunction(of: lane, from: past) }
    let back = restoreLanes(past)
    companions.restore(past.memories, across: change, back: back)
    for companion in companions.all { companion.moved(nil, by: 0) }
  }

  /// - Returns: the numbers of lanes that come back.
  private func restoreLanes(_ past: DiagramDocument) -> Set<Int> {
    func isShown(_ plot: PlotViewModel) -> Bool { plots.contains { $0 === plot } }
    let next = past.plots.filter { !$0.isComputed || !$0.coversOriginal && isShown($0) }
    let all = LaneOrder(next + plots.filter { plot in plot.isComputed && !next.contains { $0 === plot } })
      .covered
    // Whoever hears them is not interrupted for what changes nothing of them.
    guard
      !all.elementsEqual(plots, by: ===) || past.lanes.contains(where: { $0.plot.settings != $0.settings })
    else { return [] }
    let back = Set(next.filter { !$0.isComputed }.map(\.laneNumber)).subtracting(plots.map(\.laneNumber))
    for plot in next where !isShown(plot) { plot.reopenSamples() }
    for lane in past.lanes { lane.plot.settings = lane.settings }
    arrange(all)
    return back
  }

  /// Selects what was selected once, as far as it is there.
  func select(again past: Selection?) {
    let next = past?.part(ofLength: length)
    guard next != selection else { return }
    selection = next
    events.send(.selectionRestored)
  }

  /// Shows these waveforms, in this order.
  private func arrange(_ next: [PlotViewModel]) {
    let next = LaneOrder(next).covered
    // The topmost waveform has no lane above to lie over.
    if next.first?.settings.isOver == true { next[0].settings.isOver = false }
    plots = next
    adoptRate()
    events.send(.soundChanged)
    events.send(.lengthChanged(replacement: nil))
    for companion in companions.all { companion.keepOnly(next) }
  }

  /// A waveform that lay over it takes its place, in a lane of its own.
  private func takeOut(_ plot: PlotViewModel) {
    order.heir(of: plot)?.settings.isOver = false
    arrange(plots.filter { $0 !== plot })
  }

  private func connect(_ plot: PlotViewModel) {
    plot.events.listen(self) { [weak plot] lanes, event in
      lanes.adoptRate()
      switch event {
      case .lengthChanged:
        lanes.tell(.lengthChanged(replacement: nil), as: .length)
        // Reading may have failed. What is heard now becomes longer many times a second.
        if plot?.isHeard != true || plot?.isFollowing != true { lanes.tell(.soundChanged, as: .sound) }
      case .sourceChanged: lanes.tell(.soundChanged, as: .sound)
      case .outdated: if let plot { lanes.events.send(.outdated(plot)) }
      case .advanced:
        if plot?.isComplete == true { lanes.tell(.completed, as: .completion) }
        if plot?.isHeard == true, plot?.isFollowing == true { lanes.events.send(.advanced) }
      case .completed: break
      }
    }
  }

  private enum News { case length, sound, completion }

  /// Tells what a waveform has told: at once, but of many that are opened in one turn the later ones together, because who
  /// listens looks at all of them each time.
  private func tell(_ event: LaneEvent, as news: News) {
    guard plots.count > Self.few else { return events.send(event) }
    turn.run(news) { [weak self] in self?.events.send(event) }
  }

  /// So many waveforms are looked at faster than it can be seen.
  private static let few = 16

  /// The axis takes its rate from the first recording whose rate is known.
  private func adoptRate() {
    if sampleRate == 0, let plot = plots.first(where: { $0.sampleRate > 0 }) { sampleRate = plot.sampleRate }
  }

  /// Where each waveform lies among the others.
  var order: LaneOrder { LaneOrder(plots) }
}
