// FolderModel.swift
// The recordings of a folder as a list: sorted, filtered, and filled while it is looked at. Main actor; listing and
// reading run on threads that nobody waits for. Keeps nothing on the disk: what is known of a recording stands in the
// peak cache, and its label in its marks.

import AudioFormats
import HostIO
import Localization
import Observation
import Recording
import SystemPackage
import WaveformCore
import WaveformModel

/// The rows of a folder.
///
/// Every file is looked into once, at a glance. All of a file is read only when its row is in view, or when the list is
/// sorted by what only that tells.
@Observable @MainActor public final class FolderModel {
  /// By what the list is sorted.
  public enum Column: Int, CaseIterable, Sendable { case name, length, format, loudness, flags, label }

  /// How the list is sorted. Equal rows stand in the order of their names, and what is unknown at the end.
  public struct Order: Hashable, Sendable {
    public var column: Column, isAscending: Bool

    public init(_ column: Column = .name, isAscending: Bool = true) {
      self.column = column
      self.isAscending = isAscending
    }
  }

  public let source: FolderSource
  public var order = Order() {
    didSet { if order != oldValue { readOn() } }
  }
  /// Words that all must be in a name, whatever the case is; empty: all files.
  public var filter = ""
  /// Why there is no list.
  public private(set) var problem: AudioFileError?
  /// False until the folder was listed for the first time.
  public private(set) var isListed = false
  /// Counts what was found out of single files; `FolderRow.revision` tells of which.
  public private(set) var revision = 0
  /// Counts changes of what rows there are, and in which order.
  private var version = 0

  @ObservationIgnored private var inventory = FolderInventory()
  /// Files of which something was found out while the folder is being listed.
  @ObservationIgnored private var changed: Set<FolderRow.ID> = []
  @ObservationIgnored private var made: (version: Int, order: Order, filter: String, ids: [FolderRow.ID])?
  /// The files whose rows are in view.
  @ObservationIgnored private var seen: [FolderRow.ID] = []
  @ObservationIgnored private let lister = BackgroundWorker()
  @ObservationIgnored private var listing = (isRunning: false, isDue: false)
  @ObservationIgnored private var reader: FolderReader!
  @ObservationIgnored private let labels = FolderLabels()
  /// Nil until the folder was listed, and where it is not watched.
  @ObservationIgnored private var watch: FolderWatch?
  @ObservationIgnored private let isWatched: Bool
  /// Wait until more is known before rows change their places, and for more answers.
  @ObservationIgnored private var waiting: (settling: Delay?, taking: Delay?)

  /// How many levels a small waveform has, where there is room for all.
  public nonisolated static let parts = 128
  /// What is found out changes the places of rows this often at most: nobody could read faster.
  private static let pace = Duration.milliseconds(250)
  /// About the time of a frame.
  private static let frame = Duration.milliseconds(15)

  /// - Parameter cache: nil: none.
  public convenience init(_ source: FolderSource, cache: PeakCache?) {
    self.init(source, isWatched: true) { job, goesOn in
      let result = Result { () throws(AudioFileError) in
        try job.depth == .head
          ? RecordingSummary.glance(job.path, parts: FolderModel.parts, cache: cache)
          : RecordingSummary.read(job.path, parts: FolderModel.parts, cache: cache, goesOn: goesOn)
      }
      return switch result {
      case .success(let summary?): .success(summary)
      case .success(nil): nil
      case .failure(let error): .failure(error)
      }
    }
  }

  /// - Parameters:
  ///   - isWatched: true when files that come and go are noticed; else `refresh` looks for them.
  ///   - threads: the most files that are looked into at once; each reading may use more threads.
  ///   - read: how that is done.
  init(
    _ source: FolderSource, isWatched: Bool = false, threads: Int = 2, read: @escaping FolderReader.Read
  ) {
    self.source = source
    self.isWatched = isWatched
    reader = FolderReader(limit: threads, read: read) { [weak self] in
      Task { @MainActor in self?.takeSoon() }
    }
    labels.onLabels = { [weak self] in self?.take($0) }
    refresh()
  }

  isolated deinit { reader.end() }

  // MARK: Rows

  /// The files that are shown, from top to bottom.
  ///
  /// - Complexity: O(n log n) after a change, else O(1)
  public var ids: [FolderRow.ID] {
    let (version, order, filter) = (version, order, filter)
    if let made, made.version == version, made.order == order, made.filter == filter { return made.ids }
    let words = filter.lowercased().split(separator: " ").map { Array($0.utf8) }
    let found = inventory.listed.compactMap { id in
      known[id].flatMap { row in !row.isForeign && words.allSatisfy { row.has($0) } ? row : nil }
    }
    let ids = Self.sorted(found, order).map(\.id)
    made = (version, order, filter, ids)
    return ids
  }

  /// What is known of a file; nil when it is gone.
  public func row(_ id: FolderRow.ID) -> FolderRow? {
    _ = (version, revision)
    return known[id]
  }

  /// All rows that are shown.
  ///
  /// - Complexity: O(n)
  public var rows: [FolderRow] { ids.compactMap(row) }

  /// How many recordings there are without the filter.
  public var total: Int {
    _ = version
    return known.values.count { !$0.isForeign }
  }

  /// How many files there are, and how many of them are shown.
  public var summary: String {
    let shown = ids.count, all = total
    if all == 0 { return localized("No files") }
    return shown == all
      ? localized("\(grouped(all)) file", plural: "\(grouped(all)) files", count: all)
      : localized(
        "\(grouped(shown)) of \(grouped(all)) file", plural: "\(grouped(shown)) of \(grouped(all)) files",
        count: all)
  }

  /// - Parameter rows: by name.
  private static func sorted(_ rows: [FolderRow], _ order: Order) -> [FolderRow] {
    switch order.column {
    case .name: order.isAscending ? rows : rows.reversed()
    case .length: sorted(rows, order) { $0.summary?.seconds }
    case .format: sorted(rows, order) { $0.summary?.format }
    case .loudness: sorted(rows, order) { $0.summary?.loudness }
    case .flags: sorted(rows, order) { $0.summary.map { 16 - $0.flags.rawValue } }
    case .label: sorted(rows, order) { $0.label }
    }
  }

  private static func sorted<Key: Comparable>(
    _ rows: [FolderRow], _ order: Order, by key: (FolderRow) -> Key?
  ) -> [FolderRow] {
    let keys = rows.indices.map { (key: key(rows[$0]), place: rows[$0].place, row: $0) }
    let sorted = keys.sorted { a, b in
      switch (a.key, b.key) {
      case (let one?, let other?) where one != other: order.isAscending ? one < other : other < one
      case (.some, nil): true
      case (nil, .some): false
      default: a.place < b.place
      }
    }
    return sorted.map { rows[$0.row] }
  }

  private var known: [FolderRow.ID: FolderRow] { inventory.rows }

  /// Changes a row that there is.
  private func change(_ id: FolderRow.ID, _ body: (inout FolderRow) -> Void) {
    inventory.change(id, body)
    revision = inventory.revision
    if listing.isRunning { changed.insert(id) }
  }

  /// Lets rows change their places soon, once for all that is found out until then.
  private func settleSoon() {
    guard waiting.settling == nil else { return }
    waiting.settling = Delay(Self.pace) { [weak self] in
      self?.waiting.settling = nil
      self?.version += 1
    }
  }

  // MARK: Reading

  /// Tells which rows are in view: they are read before all others, from top to bottom.
  public func see(_ range: Range<Int>) {
    let ids = ids
    let next = Array(ids[range.clamped(to: ids.indices)])
    guard next != seen else { return }
    seen = next
    readSeen()
  }

  /// True once rows were in view.
  public var hasSeen: Bool { !seen.isEmpty }

  /// True when something is known of every row in view: the first screen is there.
  public var knowsSeen: Bool {
    seen.allSatisfy { known[$0].map { $0.summary != nil || $0.problem != nil } ?? true }
  }

  private func readSeen() { reader.prefer(seen.compactMap { known[$0]?.missing }) }

  private var readsEverything: Bool { [.loudness, .flags].contains(order.column) }

  /// Reads everything where the order depends on it.
  private func readOn() {
    guard readsEverything else { return }
    reader.add(inventory.listed.compactMap { known[$0]?.missing })
  }

  /// Files are looked into faster than frames are drawn, and what the main actor has to do goes before drawing: taken one
  /// by one, answers would keep the list from being scrolled until the last of them.
  private func takeSoon() {
    waiting.taking = Delay(Self.frame) { [weak self] in self?.takeAnswers() }
  }

  private func takeAnswers() {
    var next: [FolderReader.Job] = []
    for (job, answer) in reader.takeAnswers() {
      // The file may have changed or gone since.
      guard let row = known[job.id], row.state == job.state else { continue }
      var moves = ![.name, .label].contains(order.column)
      change(job.id) { row in
        switch answer {
        case .success(let summary):
          if summary.depth >= row.summary?.depth ?? .head { row.summary = summary }
        case .failure(let error):
          row.problem = error.reason
          row.advice = "\(error.message) \(error.advice)"
          row.isForeign = error.code == .unknownFormat && !row.isNamedAsSound
          moves = moves || row.isForeign
        }
      }
      if moves { settleSoon() }
      if job.depth == .head, readsEverything, let missing = known[job.id]?.missing { next.append(missing) }
    }
    readSeen()
    if !next.isEmpty { reader.add(next) }
  }

  // MARK: Labels

  /// What the user should know of labels that could not be kept: a sentence; and how many there were.
  public var labelNotice: (text: String, count: Int) { labels.notice }
  /// Waits for what is being written; for a window that closes.
  public func finish() { labels.finish() }
  /// Counts the labels that were written: for the trace.
  public var labelSavings: Int { labels.savings }

  /// Gives files a label, or takes it away again when all of them have it. Shown at once, and kept soon.
  public func label(_ ids: [FolderRow.ID], _ label: Int) {
    let rows = ids.compactMap { known[$0] }.filter { $0.problem == nil }
    let next = rows.allSatisfy { $0.label == label } ? nil : label
    for row in rows {
      change(row.id) { $0.label = next }
      labels.set(next, of: row, frames: row.summary?.knownFrames)
    }
    if order.column == .label, !rows.isEmpty { settleSoon() }
  }

  private func take(_ found: [FolderRow.ID: Int?]) {
    for (id, label) in found where known[id].map({ $0.label != label }) == true {
      change(id) { $0.label = label }
      if order.column == .label { settleSoon() }
    }
  }

  // MARK: Files that come and go

  /// Lists the folder again. Files that are as they were keep what is known of them.
  public func refresh() {
    guard !listing.isRunning else {
      listing.isDue = true
      return
    }
    let source = source, before = inventory
    changed = []
    listing.isRunning = lister.run { [weak self] in
      let stamp = source.folder.flatMap { FolderWatch.Stamp(of: $0) }
      let found = Result { () throws(AudioFileError) in before.listing(try FolderContents(source).rows) }
      Task { @MainActor in self?.take(found, stamp) }
    }
  }

  private func take(
    _ found: Result<FolderInventory.Listing, AudioFileError>, _ stamp: FolderWatch.Stamp?
  ) {
    listing.isRunning = false
    isListed = true
    if isWatched, watch == nil, let folder = source.folder {
      watch = FolderWatch(folder, since: stamp) { [weak self] in Task { @MainActor in self?.refresh() } }
    }
    switch found {
    case .success(let found):
      if problem != nil { problem = nil }
      take(found)
    case .failure(let error):
      problem = error
      take(inventory.listing([]))
    }
    if listing.isDue {
      listing.isDue = false
      refresh()
    }
  }

  private func take(_ found: FolderInventory.Listing) {
    guard found.isChanged else { return }
    let before = inventory
    inventory = found.inventory
    inventory.adopt(changed, of: before)
    revision = inventory.revision
    version += 1
    reader.forget { [known] in known[$0] == nil }
    reader.add(found.missing)
    labels.read(found.labelled)
    readSeen()
    // To take tens of thousands of rows down takes longer than a frame, too.
    _ = lister.run { withExtendedLifetime(before) {} }
  }
}
