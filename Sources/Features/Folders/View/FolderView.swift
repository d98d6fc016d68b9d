// FolderView.swift
// The recordings of a folder as a table: sorted by a click on a column, filtered while typing, and played, labelled and
// opened by keys. Draws the small waveforms; each is kept by its cell, and there are as many cells as GTK has rows in
// view and near it.

import GtkBridge
import HostIO
import Localization
import Marks
import Resources
import SystemPackage
import WaveformCore
import WaveformDrawing
import WaveformViews

/// The table of one folder, and the entry that filters it.
@MainActor final class FolderView {
  /// Called with files that are to be opened.
  var onOpen: ([FilePath]) -> Void = { _ in }
  let table: RowTable

  private let model: FolderModel
  private let playback: FolderPlayback
  private let filter: Widget
  /// What the table shows: the model may be ahead by a moment.
  private var shown: [FolderRow.ID] = []
  /// What is selected, which outlives its rows while they are filtered out.
  private var selected: [FolderRow.ID] = []
  private var palette = Palette.light
  private let observer = ModelObserver()
  private var styleConnections: [SignalConnection] = []
  /// Moves the waveform of what is played.
  private var frames: FrameCallback?
  private var playedBars = 0
  /// Shows the rows that follow the first ones.
  private var rest: FrameCallback?

  private static let firstRows = 48
  /// Of a waveform, in logical pixels.
  private static let height = 32
  /// The columns by which rows are sorted; nil for the one with waveforms.
  private static let orders: [FolderModel.Column?] = [
    .name, nil, .length, .format, .loudness, .flags, .label,
  ]

  init(_ model: FolderModel, _ playback: FolderPlayback, filter: Widget) {
    self.model = model
    self.playback = playback
    self.filter = filter
    table = RowTable(
      [
        .init(localized("Name"), isWide: true),
        .init(
          localized("Waveform"),
          .picture(width: 119, most: FolderModel.parts * 3 - 1, height: Self.height)),
        .init(localized("Length"), .text("00:00:00.0"), isNumeric: true),
        .init(localized("Format"), .text("WAV, 16-bit integer PCM"), importance: 4),
        .init(localized("Loudness"), .text("−88.8 LUFS"), isNumeric: true, importance: 3),
        .init(localized("Remarks"), .text("Cut off · Clipped"), importance: 2),
        .init(localized("Label"), .text("0"), importance: 1),
      ], sorted: 0)
    table.view.setAccessibleLabel(localized("Recordings"))
    table.view.addStyleClass("folder-table")
    table.set("vexpand", true)
    var contents = RowTable.Contents(
      text: { [weak self] in self?.text($0, $1) ?? "" },
      spoken: { [weak self] in self?.row($0)?.spoken ?? "" })
    contents.picture = { [weak self] in self?.picture($0, width: $1) }
    contents.tooltip = { [weak self] in self?.row($0).flatMap { $0.advice.isEmpty ? nil : $0.advice } }
    contents.revision = { [weak self] in self?.row($0)?.revision ?? 0 }
    contents.seen = { [weak self] in self?.see($0) }
    contents.selected = { [weak self] in self?.select($0) }
    contents.activated = { [weak self] in self?.open($0) }
    contents.sorted = { [weak model] column, isAscending in
      if let column = Self.orders[column] { model?.order = .init(column, isAscending: isAscending) }
    }
    table.contents = contents
    styleConnections = StyleManager.shared.onChange { [weak self] in self?.applyPalette() }
    applyPalette()
    connectKeys()
    followModel()
  }

  isolated deinit {
    styleConnections.forEach { $0.disconnect() }
    frames?.remove()
    rest?.remove()
  }

  private func applyPalette() {
    let style = StyleManager.shared
    palette = Palette.matching(isDark: style.isDark, isHighContrast: style.isHighContrast)
    table.refresh()
  }

  // MARK: Keys

  private func connectKeys() {
    filter.connect("search-changed") { [weak self] in
      guard let self else { return }
      model.filter = filter.string("text") ?? ""
    }
    for key in ["Down", "KP_Down", "Return", "KP_Enter"] {
      filter.takeKey(key) { [weak self] in self?.enterTable() ?? false }
    }
    filter.takeKey("Escape") { [weak self] in
      self?.filter.set("text", "")
      return self?.enterTable() ?? false
    }
    // Those that are added later are asked first: digits and Space are no letters to look for.
    filter.takeTyping(from: table.view)
    table.view.takeKey("Escape") { [weak self] in
      guard let self, playback.path != nil || !model.filter.isEmpty else { return false }
      if playback.path != nil { playback.stop() } else { filter.set("text", "") }
      return true
    }
    table.view.takeKey("space") { [weak self] in
      self?.togglePlayback()
      return true
    }
    for digit in MarkDocument.labels {
      for key in ["\(digit)", "KP_\(digit)"] {
        table.view.takeKey(key) { [weak self] in
          guard let self else { return false }
          model.label(selected, digit)
          return true
        }
      }
    }
  }

  /// Gives the focus to the selected row, or to the first one.
  @discardableResult func enterTable() -> Bool {
    guard !shown.isEmpty else { return false }
    if selectedRows.isEmpty {
      select([0])
      table.selectedRows = [0]
    }
    focusTable()
    return true
  }

  private func focusTable() {
    let row = selectedRows.first ?? 0
    table.scroll(to: row)
    table.focus(row)
  }

  func togglePlayback() {
    // What is heard may have been filtered out.
    if let path = selected.first.flatMap(model.row)?.path ?? playback.path { playback.toggle(path) }
  }

  // MARK: Rows

  private func row(_ row: Int) -> FolderRow? { shown.indices.contains(row) ? model.row(shown[row]) : nil }

  private var selectedRows: [Int] {
    guard !selected.isEmpty else { return [] }
    let wanted = Set(selected)
    return shown.indices.filter { wanted.contains(shown[$0]) }
  }

  private func followModel() {
    let model = model, playback = playback
    observer.follow({ model.ids }) { [weak self] in self?.show($0) }
    observer.follow({ model.revision }) { [weak self] _ in self?.table.refreshChanged() }
    observer.follow({ playback.isPlaying ? playback.path : nil }) { [weak self] in self?.played($0) }
  }

  private func show(_ all: [FolderRow.ID]) {
    var next = all
    rest?.remove()
    rest = nil
    if shown.isEmpty, next.count > Self.firstRows {
      // GTK 4.8 makes 200 rows, whatever is in view: those that are seen come first.
      next = Array(next.prefix(Self.firstRows))
      var frames = 0
      rest = table.onEachFrame { [weak self] _ in
        frames += 1
        if frames < 3 { return true }
        Task { self.map { $0.show($0.model.ids) } }
        return false
      }
    }
    let hadFocus = table.view.containsFocus
    let changed = RowDifference(from: shown, to: next)
    let wasAtTop = changed.start == 0 && changed.removed == shown.count
    let place = selectedRows.first
    shown = next
    // Where the selected file has gone, the one that takes its place is next.
    if let place, !next.isEmpty, selected.allSatisfy({ model.row($0) == nil }) {
      selected = [next[min(place, next.count - 1)]]
    }
    table.replace(changed)
    // Others may be in view in the same places.
    if let inView = table.rowsInView { see(inView) }
    let rows = selectedRows
    if rows != table.selectedRows { table.selectedRows = rows }
    if wasAtTop, let row = rows.first { table.scroll(to: row) }
    // A row that has the focus may have gone.
    if hadFocus, changed.removed > 0, !table.view.containsFocus { focusTable() }
  }

  private func see(_ rows: Range<Int>) {
    model.see(rows)
    table.refreshChanged()
  }

  private func select(_ rows: [Int]) {
    selected = rows.filter(shown.indices.contains).map { shown[$0] }
    // Who moves on while something is heard wants to hear what comes next.
    guard selected.count == 1, let heard = playback.path, let path = model.row(selected[0])?.path else {
      return
    }
    if path != heard { playback.play(path) }
  }

  private func open(_ row: Int) { if let path = self.row(row)?.path { onOpen([path]) } }

  // MARK: What rows show

  /// What stands in a cell, with Pango's markup.
  private func text(_ row: Int, _ column: Int) -> String {
    guard let row = self.row(row) else { return "" }
    switch Self.orders[column] {
    case .name:
      let name = escapeMarkup(row.name)
      return row.problem.map { "\(name)  <span alpha=\"65%\">\(escapeMarkup($0))</span>" } ?? name
    case .length: return row.lengthText
    case .format: return escapeMarkup(row.formatText)
    case .loudness: return escapeMarkup(row.loudnessText)
    case .flags:
      let inks = [palette.over, palette.over, palette.clipping, palette.silence]
      return zip(row.flagColumns, inks).compactMap { text, ink in
        text.map { "<span foreground=\"\(ink.rgba.hexadecimal)\">\(escapeMarkup($0))</span>" }
      }.joined(separator: " · ")
    case .label: return row.label.map { "<b>\($0)</b>" } ?? ""
    case nil: return ""
    }
  }

  /// The small waveform of a row; a row of dots while it is not known.
  private func picture(_ row: Int, width: Int) -> RenderNode? {
    guard let row = self.row(row), row.problem == nil else { return nil }
    let pixels = table.pixels
    let painter = ThumbnailPainter(
      width: width, height: Self.height, most: FolderModel.parts, factor: pixels.isWhole ? 1 : pixels.factor)
    let palette = palette
    let isPlayed = playback.isPlaying && playback.path == row.path
    let share = isPlayed ? playback.share : 0
    let bounds = Rect(x: 0, y: 0, width: painter.size.width, height: painter.size.height)
    return RenderNode.cairo(bounds: bounds, on: pixels) { context in
      if let levels = row.summary?.levels, !levels.isEmpty {
        painter.paint(levels, played: share, palette, in: context)
      } else {
        painter.paintUnknown(palette, in: context)
      }
    }
  }

  // MARK: Playing

  /// Follows what is played, until it ends.
  private func played(_ path: FilePath?) {
    frames?.remove()
    frames = nil
    playedBars = 0
    // The row that was played before is drawn as others are.
    table.refresh()
    guard path != nil else { return }
    frames = table.onEachFrame { [weak self] _ in
      self?.drawProgress() ?? false
    }
  }

  private func drawProgress() -> Bool {
    playback.advance()
    let bars = Int(playback.share * Double(FolderModel.parts))
    if bars != playedBars, let rows = table.rowsInView {
      playedBars = bars
      rows.first { row($0)?.path == playback.path }.map(table.refresh)
    }
    return playback.isPlaying
  }
}
