// RecordingMarks.swift
// The marks of the first recording of a diagram: loaded when it is opened, and on the disk again a moment after each
// change. Changes stand in the one history of the lanes. The disk is touched by other threads only. Main actor.

import AudioExport
import HostIO
import Localization
import Marks
import Observation
import SystemPackage
import WaveformCore

/// The marks of a recording, and which of them is selected or being named.
@Observable @MainActor public final class RecordingMarks: MarkKeeper {
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
  public internal(set) var offer = 0
  /// Counts the documents that were written: for the trace.
  public private(set) var savings = 0

  private let lanes: LaneList
  /// The recordings whose marks are loaded, or being loaded.
  @ObservationIgnored private var kept: [FilePath: Kept] = [:]
  /// The tier that new marks go to; nil: the first one.
  @ObservationIgnored private(set) var tier: MarkTier.ID?
  @ObservationIgnored private weak var plot: PlotViewModel?
  @ObservationIgnored private let writer = BackgroundWorker()
  @ObservationIgnored private let unwritten = UnwrittenMarks()
  @ObservationIgnored private var toldElsewhere: Set<FilePath> = []

  private struct Kept {
    let files: KeptMarks
    /// Nil while they are being read, and where that failed: what is there is not written over.
    var document: MarkDocument?
    var problem: String?
    /// How much of what others did is in the document: see `KeptMarks.Saving.merges`.
    var adopted = 0
  }

  init(_ lanes: LaneList) { self.lanes = lanes }

  /// The marks of the recording that is shown; nil while they are not known.
  public var document: MarkDocument? {
    _ = version
    return plot.flatMap { kept[$0.path]?.document }
  }

  /// The recording whose marks are shown; nil: none.
  public var recording: FilePath? { plot?.path }

  /// Frames of the recording; nil while they are not known.
  public var length: Int? { plot?.report?.frames }

  /// The mark that was clicked or added last; nil: none.
  public var selected: Mark.ID? { selection.last }

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
    guard kept[first.path] == nil else { return }
    let path = first.path, rate = first.sampleRate, files = KeptMarks(of: path)
    kept[path] = Kept(files: files)
    let isStarted = BackgroundThread.start { [weak self] in
      let result = Result { () throws(MarkError) in try files.load(rate: rate) }
      Task { @MainActor in self?.loaded(result, of: files, rate: rate) }
    }
    if !isStarted { kept[path]?.problem = localized("There is no memory to read the marks.") }
  }

  /// No recording is left that could have marks; those that were read are kept, for undo.
  private func leave() {
    plot = nil
    (selection, naming, draft, tier) = (Selected(), nil, nil, nil)
    offer = 0
    version += 1
  }

  private func loaded(_ result: Result<MarkReading?, MarkError>, of files: KeptMarks, rate: Int) {
    guard kept[files.recording]?.files === files else { return }
    switch result {
    case .success(let reading):
      kept[files.recording]?.document = reading?.document ?? MarkDocument(sampleRate: rate)
      for remark in reading?.remarks ?? [] { say(localized("Marks: \(remark)")) }
    case .failure(let error):
      let name = files.recording.displayName
      let text = localized(
        "The marks of “\(name)” could not be read: \(error.reason). The file stays as it is.")
      kept[files.recording]?.problem = text
      say(text)
    }
    version += 1
    files.watch { [weak self, weak files] in
      Task { @MainActor in if let self, let files { self.look(again: files, rate: rate) } }
    }
    if case .success(nil) = result { lookForOwn() }
  }

  /// Somebody else may have changed the file.
  private func look(again files: KeptMarks, rate: Int) {
    guard let kept = kept[files.recording], kept.files === files else { return }
    let isReading = kept.document == nil
    writer.run { [weak self] in
      if isReading {
        let result = Result { () throws(MarkError) in try files.load(rate: rate) }
        Task { @MainActor in self?.loaded(result, of: files, rate: rate) }
      } else {
        let result = Result { () throws(MarkError) in try files.look(rate: rate) }
        Task { @MainActor in self?.took(result, from: files) }
      }
    }
  }

  private func took(_ result: Result<KeptMarks.Foreign?, MarkError>, from files: KeptMarks) {
    guard let now = kept[files.recording], now.files === files, let document = now.document else { return }
    switch result {
    case .failure(let error):
      let name = files.recording.displayName
      say(
        localized(
          """
          Another program changed the marks of “\(name)”, and they cannot be read: \(error.reason). What is shown stays.
          """))
    case .success(nil): break
    case .success(let foreign?):
      guard foreign.merges > now.adopted else { return }
      kept[files.recording]?.adopted = foreign.merges
      adopt(document.adoption(of: foreign.document, since: foreign.base), files, isOwn: foreign.isOwn)
      // What was changed here and not there.
      if kept[files.recording]?.document?.hasContent(of: foreign.document) == false { save(files.recording) }
    }
  }

  /// Takes what somebody else did to the marks.
  private func adopt(_ change: MarkChange?, _ files: KeptMarks, isOwn: Bool) {
    guard let change else { return }
    kept[files.recording]?.document?.apply(change)
    version += 1
    // Numbers are those of each document.
    if files.recording == plot?.path { deselect(change.lostMarks) }
    if let id = naming?.id, document?.mark(id) == nil { naming = nil }
    // What another window does is undone there.
    guard !isOwn else { return }
    lanes.record(.marks(MarkStep(path: files.recording, change: change, kind: .adopted)))
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
  func forget() {
    finish()
    offer = 0
    kept = [:]
    plot = nil
    (selection, naming, draft, tier) = (Selected(), nil, nil, nil)
    version += 1
  }

  /// Waits until all is written, but not for long.
  public func finish() { unwritten.waitForNone(seconds: 1) }

  func say(_ text: String) { notice = (text, notice.count + 1) }

  // MARK: Changes

  /// Makes a change, as the user wants it.
  @discardableResult func make(_ change: MarkChange?, _ kind: MarkStep.Kind) -> Bool {
    guard let change, !change.isEmpty, let path = plot?.path, kept[path]?.document != nil else {
      return false
    }
    lanes.record(.marks(MarkStep(path: path, change: change, kind: kind)))
    apply(change, to: path)
    return true
  }

  func replay(_ step: MarkStep) {
    naming = nil
    apply(step.change, to: step.path)
    if step.path == plot?.path { deselect(step.change.lostMarks) }
  }

  private func deselect(_ lost: Set<Mark.ID>) {
    guard !selection.all.isDisjoint(with: lost) else { return }
    let left = selection.all.subtracting(lost)
    selection = Selected(all: left, last: selected.flatMap { left.contains($0) ? $0 : nil } ?? left.min())
  }

  private func apply(_ change: MarkChange, to path: FilePath) {
    guard kept[path]?.document != nil else { return }
    kept[path]?.document?.apply(change)
    version += 1
    save(path)
  }

  private func save(_ path: FilePath) {
    guard let kept = kept[path], var document = kept.document else { return }
    document.length = plot?.path == path ? plot?.report?.frames : document.length
    let files = kept.files, adopted = kept.adopted
    let turn = unwritten.begin(path)
    let isQueued = writer.run { [weak self, unwritten, document] in
      // A later one of the same recording waits already.
      let isLatest = unwritten.isLatest(turn, path)
      let result =
        isLatest ? Result { () throws(AudioFileError) in try files.save(document, adopted: adopted) } : nil
      unwritten.end()
      if let result { Task { @MainActor in self?.saved(result, document, files) } }
    }
    if !isQueued {
      unwritten.end()
      say(localized("There is no memory to keep the marks."))
    }
  }

  private func saved(
    _ result: Result<KeptMarks.Saving, AudioFileError>, _ document: MarkDocument, _ files: KeptMarks
  ) {
    savings += 1
    switch result {
    case .success(let saving):
      if saving.isElsewhere, toldElsewhere.insert(files.recording).inserted {
        say(
          localized(
            "The folder of the recording cannot be written: its marks are kept in “\(saving.path.displayPath)”."
          )
        )
      }
      guard let now = kept[files.recording], now.files === files, saving.merges > now.adopted else { return }
      // What was changed here since the writing began stays as well.
      kept[files.recording]?.adopted = saving.merges
      adopt(now.document?.adoption(of: saving.document, since: document), files, isOwn: saving.isOwn)
    case .failure(let error):
      say(localized("The marks are not kept: \(error.message)"))
    }
  }

  // MARK: What the user does

  /// Adds a mark, which can be named at once.
  ///
  /// - Parameters:
  ///   - range: of the time axis; empty for a point.
  ///   - band: the frequencies that it is about; nil: all.
  /// - Returns: false when marks cannot be added now; a notice says why.
  @discardableResult public func add(over range: FrameRange, band: FrequencyBand? = nil) -> Bool {
    guard let path = plot?.path, let document = kept[path]?.document else {
      if let path = plot?.path {
        say(kept[path]?.problem ?? localized("The marks of the recording are still being read."))
      }
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

  /// What became of places that were to be marked.
  enum Adding {
    case added
    /// A tier of the name holds the same places.
    case present
    /// Why not: a sentence.
    case refused(String)
  }

  /// True for the recording whose marks these are.
  func isOf(_ plot: PlotViewModel) -> Bool { self.plot === plot }

  /// Adds a tier of places that were found, as one step.
  ///
  /// - Parameter places: frames of the recording; empty for points.
  func add(_ places: [FrameRange], toTier name: String) -> Adding {
    guard let path = plot?.path, let document = kept[path]?.document else {
      let problem = plot.flatMap { kept[$0.path]?.problem }
      return .refused(problem ?? localized("The marks of the recording are still being read."))
    }
    let twin = document.tiers.first { $0.name == name && $0.marks.lazy.map(\.range).elementsEqual(places) }
    if twin != nil { return .present }
    return make(document.adding(places, toNewTier: name), .found)
      ? .added : .refused(localized("The marks of the recording are still being read."))
  }

  /// Frames of the recording for a stretch of the time axis; a point stays one.
  private func frames(ofAxis range: FrameRange) -> FrameRange {
    let placement = placement
    func frame(_ axis: Int) -> Int {
      let place = placement.position(ofAxis: Double(axis)).rounded()
      return Int(min(max(place, -Double(Mark.furthest)), Double(Mark.furthest)))
    }
    let start = frame(range.lowerBound)
    return start..<(range.isEmpty ? start : max(start + 1, frame(range.upperBound)))
  }

  /// Where a mark lies on the time axis.
  public func axisRange(of mark: Mark) -> FrameRange { placement.axisFrames(nearest: mark.range) }

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
    let last = lanes.undoChange
    guard let name else {
      guard naming.isNew else { return }
      if case .marks(let step) = last, step.adds(naming.id) {
        lanes.undo()
      } else if make(document.removing([naming.id]), .removed) {
        // Another program has changed the marks meanwhile.
        deselect([naming.id])
      }
      return
    }
    guard let change = document.renaming(naming.id, to: name) else { return }
    // A mark and its first name are undone together.
    if naming.isNew, case .marks(var step) = last, step.path == path, step.adds(naming.id) {
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

extension MarkChange {
  /// What happens to how many marks.
  fileprivate var summary: String {
    let counts = counts
    let (added, removed, changed) = (counts.added, counts.removed, counts.changed)
    let parts = [
      (added, Sentence("\(added) added", plural: "\(added) added", count: added, context: "marks")),
      (
        removed,
        Sentence("\(removed) removed", plural: "\(removed) removed", count: removed, context: "marks")
      ),
      (
        changed,
        Sentence("\(changed) changed", plural: "\(changed) changed", count: changed, context: "marks")
      ),
    ]
    let texts = parts.filter { $0.0 > 0 }.map(\.1.localized)
    return texts.isEmpty ? localized("their tiers") : texts.joined(separator: ", ")
  }
}

extension MarkError {
  /// What is wrong, as a part of a sentence.
  public var reason: String {
    switch self {
    case .file(let error): error.message
    case .content(let error, _): error.reason
    }
  }
}
