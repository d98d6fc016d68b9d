// RecordingMarks.swift
// The marks of the first recording of a diagram, as the user sees and changes them: which are selected, named or dragged.
// The documents are in `MarkStore`; changes stand in the one history of the lanes. Main actor.

import AudioExport
import HostIO
import Localization
import Marks
import Observation
import SystemPackage
import WaveformCore

/// The marks of a recording, and which of them is selected or being named.
@Observable @MainActor public final class RecordingMarks: LaneCompanion {
  /// What is being typed for a mark.
  public struct Naming: Equatable, Sendable {
    public let id: Mark.ID
    /// True for a mark that goes again when nothing is typed.
    public let isNew: Bool
    public let place: Place

    /// Where it is typed.
    public enum Place: Sendable { case strip, list }
  }

  /// Which marks are selected.
  public struct Selected: Equatable, Sendable {
    public var all: Set<Mark.ID> = []
    /// The one that was clicked or added last; nil: none.
    public var last: Mark.ID?
  }

  /// Counts the changes of what is drawn: documents are too long to be compared.
  public private(set) var version = 0
  /// The marks that are selected.
  public private(set) var selection = Selected()
  /// The mark whose name is being typed; nil: none.
  public private(set) var naming: Naming?
  /// A mark that is being dragged, with the place it has now.
  public private(set) var draft: Mark?
  /// What the user should know: a sentence; and how many there were.
  public private(set) var notice: (text: String, count: Int) = ("", 0)
  /// How many cue points or chapters the recording has itself, while it has no marks yet; 0: none are known.
  public package(set) var offer = 0
  /// Counts the documents that were written: for the trace.
  public var savings: Int { store.savings }

  private let lanes: LaneList
  /// Of all recordings that have been the first one.
  @ObservationIgnored private lazy var store = MarkStore(
    length: { [weak self] in self?.plot?.path == $0 ? self?.plot?.report?.frames : nil },
    told: { [weak self] in self?.take($0) })
  /// The tier that new marks go to; nil: the first one.
  @ObservationIgnored package private(set) var tier: MarkTier.ID?
  @ObservationIgnored private weak var plot: PlotViewModel?
  /// Gets the marks of what is heard from a source, with each change: no file is beside them.
  @ObservationIgnored package var onLiveChange: ((MarkDocument) -> Void)?
  init(_ lanes: LaneList) { self.lanes = lanes }

  /// The marks of the recording that is shown; nil while they are not known.
  public var document: MarkDocument? {
    _ = version
    return plot.flatMap { store.document(of: $0.path) }
  }

  /// The recording whose marks are shown; nil: none.
  public var recording: FilePath? { plot?.path }

  /// Frames of the recording; nil while they are not known.
  public var length: Int? { plot?.report?.frames }

  /// The mark that was clicked or added last; nil: none.
  public var selected: Mark.ID? { selection.last }

  /// That mark itself.
  public var selectedMark: Mark? { selected.flatMap { document?.mark($0)?.mark } }

  public var tiers: [MarkTier] { document?.tiers ?? [] }
  public var isEmpty: Bool { document?.isEmpty ?? true }

  /// Where the recording lies on the time axis.
  public var placement: LanePlacement { plot.map { lanes.placement(of: $0) } ?? LanePlacement() }

  // MARK: Recordings

  /// Follows the lanes: another recording may be the first one.
  func adopt() {
    // A function has no file beside which marks could lie.
    let first = lanes.plots.first { !$0.isComputed && !$0.isFailed && $0.function == nil }
    if first == nil, plot != nil, lanes.plots.contains(where: { $0.function != nil }) { leave() }
    guard let first, first.sampleRate > 0 else { return }
    let isOther = plot?.path != first.path
    plot = first
    if isOther {
      (selection, naming, draft, tier) = (Selected(), nil, nil, nil)
      offer = 0
      version += 1
    }
    store.open(first.path, rate: first.sampleRate, isKept: !first.isHeard)
  }

  /// No recording is left that could have marks; those that were read are kept, for undo.
  private func leave() {
    plot = nil
    (selection, naming, draft, tier) = (Selected(), nil, nil, nil)
    offer = 0
    version += 1
  }

  private func take(_ event: MarkStore.Event) {
    switch event {
    case .known: version += 1
    case .bare: lookForOwn()
    case .adopted(let change, let path, let isOwn): adopt(change, path, isOwn: isOwn)
    case .said(let text): say(text)
    }
  }

  /// Shows what somebody else did to the marks.
  private func adopt(_ change: MarkChange, _ path: FilePath, isOwn: Bool) {
    version += 1
    // Numbers are those of each document.
    if path == plot?.path { deselect(change.lostMarks) }
    if let id = naming?.id, document?.mark(id) == nil { naming = nil }
    // What another window does is undone there.
    guard !isOwn else { return }
    lanes.record(.marks(MarkStep(path: path, change: change, kind: .adopted)))
    // Translators: “2 added, 1 changed”, or “their tiers”
    say(localized("Another program changed the marks: \(change.summary)."))
  }

  // MARK: Marks in the recording itself

  /// Looks for cue points or chapters of a recording without marks.
  private func lookForOwn() {
    guard let plot, let description = plot.description, let target = MarkTarget(named: plot.path),
      target.isCopy
    else { return }
    let path = plot.path
    _ = BackgroundThread.start { [weak self] in
      guard let found = RecordingInformation(path: path, description: description, asksFFmpeg: true),
        !found.places.isEmpty
      else { return }
      Task { @MainActor in
        if let self, self.recording == path, self.isEmpty { self.offer = found.places.count }
      }
    }
  }

  /// Forgets all recordings. Waits until their marks are written, but not for long.
  package func forget() {
    store.forget()
    leave()
  }

  /// Waits until all is written, but not for long.
  public func finish() { store.finish() }

  /// Why marks that were changed lie on no disk: sentences; nil while all are kept.
  public var unkept: String? {
    store.unkept.isEmpty ? nil : Set(store.unkept.values).sorted().joined(separator: " ")
  }

  /// Lets go of changes that could not be written.
  public func giveUpUnkept() { store.giveUpUnkept() }

  /// Writes marks that could not be written into files beside theirs.
  ///
  /// - Parameter ended: called once.
  package func keepCopies(_ ended: @escaping @MainActor (MarkFileOutcome) -> Void) {
    store.keepCopies { result in
      switch result {
      case .success(let copies):
        let names = copies.map { localized("“\($0.displayName)”") }.sorted().joined(separator: ", ")
        ended(
          MarkFileOutcome(
            text: copies.isEmpty ? "" : localized("The marks are kept in \(names)."), isDone: true,
            isIncomplete: false))
      case .failure(let error):
        ended(.failed(localized("The copy could not be written: \(error.message)")))
      }
    }
  }

  func say(_ text: String) { notice = (text, notice.count + 1) }

  // MARK: Changes

  /// Makes a change, as the user wants it.
  @discardableResult package func make(_ change: MarkChange?, _ kind: MarkStep.Kind) -> Bool {
    guard let change, !change.isEmpty, let path = plot?.path, store.document(of: path) != nil else {
      return false
    }
    lanes.record(.marks(MarkStep(path: path, change: change, kind: kind)))
    apply(change, to: path)
    return true
  }

  package func replay(_ change: any FeatureChange, isBack: Bool) -> Bool {
    guard let made = change as? MarkStep else { return false }
    let step = isBack ? made.inverted : made
    naming = nil
    apply(step.change, to: step.path)
    if step.path == plot?.path { deselect(step.change.lostMarks) }
    return true
  }

  private func deselect(_ lost: Set<Mark.ID>) {
    guard !selection.all.isDisjoint(with: lost) else { return }
    let left = selection.all.subtracting(lost)
    selection = Selected(all: left, last: selected.flatMap { left.contains($0) ? $0 : nil } ?? left.min())
  }

  private func apply(_ change: MarkChange, to path: FilePath) {
    guard store.apply(change, to: path) else { return }
    version += 1
    if let plot, plot.isHeard, plot.path == path, let document { onLiveChange?(document) }
  }

  // MARK: What the user does

  /// Adds a mark, which can be named at once.
  ///
  /// - Parameters:
  ///   - range: of the time axis; empty for a point.
  ///   - band: the frequencies that it is about; nil: all.
  /// - Returns: false when marks cannot be added now; a notice says why.
  @discardableResult public func add(over range: FrameRange, band: FrequencyBand? = nil) -> Bool {
    guard let document else {
      if let path = plot?.path { say(reason(of: path)) }
      return false
    }
    // The tier may have been removed.
    let tier = tier.flatMap { document.tier($0)?.id }
    guard let (change, id) = document.adding(frames(ofAxis: range), band: band, to: tier),
      make(change, .added)
    else { return false }
    select(id)
    naming = Naming(id: id, isNew: true, place: .strip)
    return true
  }

  /// True for the recording whose marks these are.
  package func isOf(_ plot: PlotViewModel) -> Bool { self.plot === plot }

  /// Why marks cannot be added now: a sentence.
  func reason(of path: FilePath?) -> String {
    path.flatMap(store.problem) ?? localized("The marks of the recording are still being read.")
  }

  /// Selects one mark, or none. New marks go to its tier from now on.
  public func select(_ id: Mark.ID?) { select(id.map { [$0] } ?? [], last: id) }

  /// Selects marks.
  ///
  /// - Parameter last: the one of them that was chosen last.
  public func select(_ ids: Set<Mark.ID>, last: Mark.ID?) {
    let next = Selected(all: ids, last: last)
    guard next != selection else { return }
    selection = next
    if let last, let found = document?.mark(last) { tier = found.tier }
  }

  /// Lets new marks go to a tier.
  public func choose(_ tier: MarkTier.ID) { self.tier = tier }

  /// Lets the name of a mark be typed.
  public func beginNaming(_ id: Mark.ID, in place: Naming.Place = .strip) {
    guard document?.mark(id) != nil else { return }
    select(id)
    naming = Naming(id: id, isNew: false, place: place)
  }

  /// Ends typing.
  ///
  /// - Parameter name: nil: what was typed does not count, and a new mark goes again.
  public func endNaming(_ name: String?) {
    guard let naming, let document, let path = plot?.path else { return }
    self.naming = nil
    let last = lanes.undoChange?.own(MarkStep.self)
    guard let name else {
      guard naming.isNew else { return }
      if let last, last.adds(naming.id) {
        lanes.undo()
      } else if make(document.removing([naming.id]), .removed) {
        // Another program has changed the marks meanwhile.
        deselect([naming.id])
      }
      return
    }
    guard let change = document.renaming(naming.id, to: name) else { return }
    // A mark and its first name are undone together.
    if naming.isNew, var step = last, step.path == path, step.adds(naming.id) {
      step.change = step.change.renamed(name)
      lanes.amend(.marks(step))
      apply(change, to: path)
    } else {
      make(change, .renamed)
    }
  }

  /// Removes the selected marks.
  public func removeSelected() {
    guard let document else { return }
    naming = nil
    if make(document.removing(selection.all), .removed) { select(nil) }
  }

  /// Shows a mark at another place while it is dragged.
  ///
  /// - Parameter frames: of the recording.
  public func drag(_ mark: Mark, to frames: FrameRange) {
    var mark = mark
    mark.range = frames
    if draft != mark { draft = mark }
  }

  /// Ends a drag.
  ///
  /// - Parameter isTaken: false: the mark goes back.
  public func endDrag(isTaken: Bool) {
    guard let mark = draft else { return }
    draft = nil
    if isTaken { make(document?.resizing(mark.id, to: mark.range), .moved) }
  }
}

extension MarkStep {
  fileprivate func adds(_ id: Mark.ID) -> Bool { kind == .added && change.newMarks.map(\.id) == [id] }
}
