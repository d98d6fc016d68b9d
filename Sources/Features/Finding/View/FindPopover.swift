// FindPopover.swift
// What is looked for, with its parameters, above the bar below the diagram. It stays while one goes from place to place.

import GtkBridge
import Localization
import Resources
import WaveformModel
import WaveformViews

/// The widgets for one `PlaceFinder`.
@MainActor final class FindPopover {
  private let diagram: DiagramViewModel
  private let popover: Popover
  private let kind: Widget, direction: Widget, note: Widget, previous: Widget, next: Widget, mark: Widget
  /// A row for each number.
  private let rows: [Row]
  /// What it points to.
  private let place: Widget
  /// The waveform that is searched.
  private let plot: @MainActor () -> PlotViewModel?
  private let observer = ModelObserver()
  /// True while the program changes the widgets.
  private var isFollowing = false

  private struct Row {
    let kind: PlaceQuery.Kind
    let field: WritableKeyPath<PlaceQuery, Double>
    let parts: [Widget]
    let spin: SpinButton
  }

  init(_ parts: WindowParts) {
    diagram = parts.diagram
    place = parts.bar.time
    plot = { [weak view = parts.view] in view?.focusedPlot }
    let builder = Builder(Resources.find)
    popover = builder.get("find", as: Popover.self)
    kind = builder.get("kind")
    direction = builder.get("direction")
    note = builder.get("note")
    previous = builder.get("previous")
    next = builder.get("next")
    mark = builder.get("mark_all")
    let fields: [(String, PlaceQuery.Kind, WritableKeyPath<PlaceQuery, Double>)] = [
      ("stretch", .quietest, \.stretch), ("silence", .silence, \.silence),
      ("silence_level", .silence, \.silenceLevel), ("level", .crossing, \.level),
      ("hold", .crossing, \.hold),
    ]
    rows = fields.map { name, kind, field in
      let spin = builder.get(name, as: SpinButton.self)
      return Row(
        kind: kind, field: field,
        parts: [builder.get("\(name)_label"), spin, builder.get("\(name)_unit")], spin: spin)
    }
    builder.get("kinds", as: StringList.self).replace(with: PlaceQuery.Kind.allCases.map(\.title))
    builder.get("directions", as: StringList.self).replace(with: PlaceQuery.Direction.allCases.map(\.title))
    popover.attach(to: parts.bar.widget)
    popover.onRelease { [weak view = parts.view] in view?.focus() }
    connect(directionLabel: builder.get("direction_label"))
  }

  var isOpen: Bool { popover.isVisible }

  func open() {
    popover.open(of: place)
    kind.grabFocus()
  }

  private func connect(directionLabel: Widget) {
    kind.connectNotify("selected") { [weak self] in
      guard let self, let kind = self.kind.selected.flatMap(PlaceQuery.Kind.init) else { return }
      change { $0.kind = kind }
    }
    direction.connectNotify("selected") { [weak self] in
      guard let self, let direction = direction.selected.flatMap(PlaceQuery.Direction.init) else { return }
      change { $0.direction = direction }
    }
    for (index, row) in rows.enumerated() {
      // A widget that is held by its own handler is never freed.
      row.spin.connect("value-changed") { [weak self] in
        guard let row = self?.rows[index] else { return }
        self?.change { $0[keyPath: row.field] = row.spin.value }
      }
      // GTK 4.8 tells nobody of Enter there.
      for key in ["Return", "KP_Enter"] {
        row.spin.takeKey(key) { [weak self] in
          self?.find(isForward: true)
          return true
        }
      }
    }
    // A popover keeps the keys of the window from it.
    for (key, isForward) in [("F3", true), ("<Shift>F3", false)] {
      popover.takeKey(key) { [weak self] in
        self?.find(isForward: isForward)
        return true
      }
    }
    next.connect("clicked") { [weak self] in self?.find(isForward: true) }
    previous.connect("clicked") { [weak self] in self?.find(isForward: false) }
    mark.connect("clicked") { [weak self] in
      guard let self else { return }
      commit()
      diagram.markAll(in: plot())
    }
    let finder = diagram.finder
    observer.follow({ finder.query }) { [weak self, weak directionLabel] query in
      directionLabel?.isVisible = query.kind == .crossing
      self?.show(query)
    }
    observer.follow({ Note(finder) }) { [weak self] in self?.note.set("label", $0.text) }
  }

  private func change(_ body: (inout PlaceQuery) -> Void) {
    if !isFollowing { body(&diagram.finder.query) }
  }

  private func show(_ query: PlaceQuery) {
    isFollowing = true
    defer { isFollowing = false }
    kind.selected = query.kind.rawValue
    direction.selected = query.direction.rawValue
    direction.isVisible = query.kind == .crossing
    for row in rows {
      row.spin.value = query[keyPath: row.field]
      for part in row.parts { part.isVisible = row.kind == query.kind }
    }
    previous.isVisible = !query.kind.isSingle
    next.set("label", query.kind.isSingle ? localized("_Show") : localized("_Next"))
    mark.set("label", query.kind.isSingle ? localized("_Mark") : localized("_Mark All"))
  }

  /// Takes over what is still being typed.
  private func commit() { for row in rows where row.kind == diagram.finder.query.kind { row.spin.commit() } }

  /// Looks for the next place, or the one before.
  func find(isForward: Bool) {
    if isOpen { commit() }
    diagram.find(in: plot(), isForward: isForward)
  }

  private struct Note: Equatable, Sendable {
    let text: String

    @MainActor init(_ finder: PlaceFinder) {
      text =
        finder.isSearching
        ? localized("Searching…")
        : finder.result.count > 0 ? finder.result.text : localized("From the selection or the playhead on")
    }
  }
}
