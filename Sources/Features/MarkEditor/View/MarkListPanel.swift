// MarkListPanel.swift
// The list of marks beside the diagram: sorted by a click on a column, filtered while typing. What is selected here is
// selected above the waveform, and the other way round. Works only while it is shown.

import GtkBridge
import Localization
import Marks
import Resources
import WaveformCore
import WaveformDrawing
import WaveformModel
import WaveformViews

/// The widgets for the marks of one diagram.
@MainActor final class MarkListPanel: SidePanel {
  let root: Widget
  var onClose: (() -> Void)?
  /// Called when the user asks for the menu of the selected marks, with a place in the widget.
  var onMenuRequest: ((Widget, Point) -> Void)?

  private let diagram: DiagramViewModel
  private let list: MarkListModel
  private let table: RowTable
  private let summary: Widget, filter: Widget, empty: Widget
  private let stack: Stack
  private let overlay: Overlay
  private var naming: MarkNaming?
  /// What the table shows: the model may be ahead by a moment.
  private var shown = MarkListing(nil)
  private var palette = Palette.light
  private let observer = ModelObserver()
  private var styleConnections: [SignalConnection] = []
  /// Follows a row that is named until it has been scrolled into view.
  private var following: FrameCallback?

  private static let columns: [MarkListing.Column] = [.name, .start, .length]

  init(_ diagram: DiagramViewModel) {
    self.diagram = diagram
    list = MarkListModel(diagram)
    let builder = Builder(Resources.markList)
    root = builder.get("panel")
    summary = builder.get("summary")
    filter = builder.get("filter")
    empty = builder.get("empty")
    stack = builder.get("stack", as: Stack.self)
    table = RowTable(
      [
        .init(localized("Name"), isWide: true), .init(localized("Start"), isNumeric: true),
        .init(localized("Length"), isNumeric: true),
      ], sorted: 1)
    overlay = Overlay(over: table)
    stack.add(overlay, named: "table")
    table.view.setAccessibleLabel(localized("Marks"))
    table.view.addStyleClass("mark-list")
    naming = MarkNaming(
      diagram, in: .list, over: overlay, style: "row-name",
      .init(
        place: { [weak self] in self?.place(of: $0) },
        step: { [weak list] in list?.nameNext(after: $0, isForward: $1) },
        release: { [weak self] in self?.focusTable() }))
    var contents = RowTable.Contents(
      text: { [weak self] in self?.text($0, $1) ?? "" },
      spoken: { [weak self] row in self.map { $0.list.spoken(row, in: $0.shown) } ?? "" })
    contents.selected = { [weak list] in list?.select($0) }
    contents.activated = { [weak self] in self?.beginNaming($0) }
    contents.sorted = { [weak list] in list?.order = .init(Self.columns[$0], isAscending: $1) }
    table.contents = contents
    table.view.onMenuRequest { [weak self] in self?.openMenu(at: $0) }
    styleConnections = StyleManager.shared.onChange { [weak self] in self?.applyPalette() }
    applyPalette()
    connectKeys(builder)
    followModel()
  }

  isolated deinit { styleConnections.forEach { $0.disconnect() } }

  func adopt(isShown: Bool) {
    list.isShown = isShown
    // The rows are there after the next turn.
    if isShown { Task { [weak self] in self?.focusTable() } }
  }

  /// True while the focus is in the table, so that commands about marks act here.
  var hasFocus: Bool { table.view.containsFocus }

  private func applyPalette() {
    let style = StyleManager.shared
    palette = Palette.matching(isDark: style.isDark, isHighContrast: style.isHighContrast)
    table.refresh()
  }

  // MARK: Keys

  private func connectKeys(_ builder: Builder) {
    builder.get("close").connect("clicked") { [weak self] in self?.onClose?() }
    root.takeKey("Escape") { [weak self] in
      guard let self, diagram.marks.naming == nil else { return false }
      if list.filter.isEmpty { onClose?() } else { filter.set("text", "") }
      return true
    }
    filter.connect("search-changed") { [weak self] in
      guard let self else { return }
      list.filter = filter.string("text") ?? ""
    }
    for key in ["Down", "KP_Down", "Return", "KP_Enter"] {
      filter.takeKey(key) { [weak self] in
        guard let self, shown.count > 0 else { return false }
        if table.selectedRows.isEmpty { list.select([0]) }
        focusTable()
        return true
      }
    }
    // A row would take Space to be selected, which it is already.
    table.view.takeKey("space") { [weak self] in
      self?.diagram.togglePlayback()
      return true
    }
    for (key, isForward) in [("Tab", true), ("<Shift>Tab", false), ("<Shift>ISO_Left_Tab", false)] {
      table.view.takeKey(key) { [weak self] in
        guard let self, !overlay.containsTyping else { return false }
        return list.nameNext(after: nil, isForward: isForward)
      }
    }
  }

  private func openMenu(at point: Point) {
    guard let row = table.row(at: point) else { return }
    if !table.selectedRows.contains(row) { list.select([row]) }
    onMenuRequest?(table.view, point)
  }

  /// Asks for the menu by a key.
  func openMenu() {
    let area = anchor.area ?? Rect(x: 0, y: 0, width: 0, height: 0)
    onMenuRequest?(anchor.widget, Point(x: area.x + 24, y: area.y + area.height))
  }

  /// Where the selected mark stands in the table.
  var anchor: MarkAnchor {
    let row = shown.rows(of: diagram.marks.selected.map { [$0] } ?? []).first
    let area = row.flatMap { table.place(ofRow: $0, column: 0, in: table.view) }
    return MarkAnchor(widget: table.view, area: area)
  }

  /// Removes what is selected here.
  func removeSelected() { list.removeSelected() }

  func focusTable() {
    guard shown.count > 0 else { return }
    let row = shown.rows(of: diagram.marks.selected.map { [$0] } ?? []).first ?? 0
    table.scroll(to: row)
    table.focus(row)
  }

  // MARK: Rows

  /// Everything on which the rows depend.
  private struct Key: Equatable {
    let version: Int, filter: String, order: MarkListing.Order
    let format: TimeFormat, origin: Int, placement: LanePlacement
  }

  private func followModel() {
    let diagram = diagram, list = list, marks = diagram.marks
    observer.follow({
      list.isShown
        ? Key(
          version: marks.version, filter: list.filter, order: list.order, format: diagram.timeFormat,
          origin: diagram.timeOrigin, placement: marks.placement) : nil
    }) { [weak self] in if $0 != nil { self?.showRows() } }
    observer.follow({ list.isShown ? marks.selection : nil }) { [weak self] in
      if $0 != nil { self?.showSelection() }
    }
    observer.follow({ marks.naming }) { [weak self] in if $0?.place == .list { self?.followRow() } }
  }

  private func showRows() {
    let hadFocus = hasFocus
    let next = list.listing
    let changed = RowDifference(from: shown.ids, to: next.ids)
    shown = next
    table.replace(changed)
    table.refresh()
    summary.set("label", list.summary)
    empty.set(
      "label",
      next.total == 0
        ? localized("M marks the playhead or the selection.")
        : localized("No mark has “\(list.filter)” in it."))
    stack.show(next.count > 0 ? "table" : "empty")
    showSelection()
    if hadFocus, diagram.marks.naming == nil { focusTable() }
  }

  private func showSelection() {
    let rows = shown.rows(of: diagram.marks.selection.all)
    guard rows != table.selectedRows else { return }
    table.selectedRows = rows
    let last = diagram.marks.selected.flatMap { shown.rows(of: [$0]).first }
    guard let row = last ?? rows.first else { return }
    table.scroll(to: row)
    // The arrow keys go on from there.
    if hasFocus { table.focus(row) }
  }

  /// What stands in a cell, with Pango's markup.
  private func text(_ row: Int, _ column: Int) -> String {
    let (mark, place) = shown[row]
    let text = escapeMarkup(list.text(Self.columns[column], of: mark))
    guard column == 0 else { return text }
    let ink = palette.with(.ofTier(shown.tier(place).color)).playedPeak.rgba.hexadecimal
    let line = text.replacing("\n", with: " ")
    let unnamed = escapeMarkup(localized("unnamed", context: "mark"))
    let name = line.isEmpty ? "<span alpha=\"60%\">\(unnamed)</span>" : line
    return "<span foreground=\"\(ink)\">●</span>  \(name)"
  }

  // MARK: Naming

  private func beginNaming(_ row: Int) {
    diagram.marks.beginNaming(shown[row].mark.id, in: .list)
  }

  /// Where the name of a mark is typed: over its cell, as far as that is in view.
  private func place(of mark: Mark) -> Rect? {
    guard let row = shown.rows(of: [mark.id]).first else { return nil }
    table.scroll(to: row)
    var place =
      table.place(ofRow: row, column: 0, in: overlay)
      ?? Rect(x: 0, y: 0, width: Double(overlay.width) / 2, height: 30)
    place.y = max(0, min(place.y, Double(overlay.height) - place.height))
    // The dot of its tier stays in sight.
    place.x += 24
    place.width -= 24
    return place
  }

  /// A row that was scrolled into view has its place after the next layout.
  private func followRow() {
    var frames = 0
    following?.remove()
    following = overlay.onEachFrame { [weak self] _ in
      self?.naming?.follow()
      frames += 1
      return frames < 4
    }
  }
}
