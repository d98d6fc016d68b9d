// MeasuresPanel.swift
// The panel of measures: a card for each group, a row for each measure. Follows the model while it is shown; the rows are
// made once.

import GtkBridge
import Localization
import Measures
import Resources
import WaveformCore
import WaveformModel
import WaveformViews

/// The widgets for one `ShownMeasures`.
@MainActor final class MeasuresPanel: SidePanel {
  let root: Widget
  var onClose: (() -> Void)?

  private let diagram: DiagramViewModel
  private let observer = ModelObserver()
  private let about: Widget, working: Widget, chooser: Widget, copy: Widget
  private let choices: StringList
  private var rows: [MeasureItem: MeasureRow] = [:]
  private let correlation: MeasureRow, time: MeasureRow, frames: MeasureRow
  /// True while the program changes the chooser.
  private var isFollowing = false

  init(_ diagram: DiagramViewModel) {
    self.diagram = diagram
    let builder = Builder(Resources.measures)
    root = builder.get("panel")
    about = builder.get("about")
    working = builder.get("working")
    chooser = builder.get("chooser")
    choices = builder.get("choices", as: StringList.self)
    copy = builder.get("copy")
    copy.setMenu(WindowMenus.copyMeasures)
    let groups = builder.get("groups", as: BoxWidget.self)
    var made: [MeasureItem.Group: MeasureCard] = [:]
    for group in MeasureItem.Group.allCases {
      let card = MeasureCard(group.title)
      for item in group.items { rows[item] = card.add(item.title) }
      made[group] = card
      groups.append(card.root)
    }
    correlation = made[.level]!.add(localized("Correlation"))
    let length = MeasureCard(localized("Length"))
    time = length.add(localized("Time"))
    frames = length.add(localized("Frames"))
    groups.append(length.root)
    root.takeKey("Escape") { [weak self] in
      self?.onClose?()
      return true
    }
    builder.get("close").connect("clicked") { [weak self] in self?.onClose?() }
    chooser.connectNotify("selected") { [weak self] in self?.choose() }
    followModel()
  }

  func adopt(isShown: Bool) { diagram.shownMeasures.isShown = isShown }

  private func choose() {
    let all = diagram.shownMeasures.choices, index = chooser.int("selected")
    guard !isFollowing, all.indices.contains(index) else { return }
    diagram.shownMeasures.choice = all[index].choice
  }

  private func followModel() {
    let diagram = diagram, measures = diagram.shownMeasures
    observer.follow({ measures.choices.map(\.title) }) { [weak self] in self?.show(choices: $0) }
    observer.follow({ About(diagram) }) { [weak self] in self?.show($0) }
    observer.follow({ measures.subject?.progress.map { Int($0 * 100) } }) { [weak self] in
      self?.working.isVisible = $0 != nil
      self?.working.set("fraction", Double($0 ?? 0) / 100)
    }
    observer.follow({ Shown(diagram) }) { [weak self] in self?.show($0) }
  }

  private func show(choices titles: [String]) {
    isFollowing = true
    defer { isFollowing = false }
    let chosen = diagram.shownMeasures.choices.firstIndex { $0.choice == diagram.shownMeasures.choice } ?? 0
    choices.replace(with: titles)
    chooser.isVisible = titles.count > 1
    if !titles.isEmpty { chooser.set("selected", chosen) }
  }

  /// What is measured, what is missing for it, or what went wrong.
  private struct About: Equatable {
    let text: String
    let isProblem: Bool

    @MainActor init(_ diagram: DiagramViewModel) {
      let subject = diagram.shownMeasures.subject
      isProblem = subject?.problem != nil
      text =
        subject?.problem
        ?? (subject == nil
          ? localized("Nothing is open.")
          : subject?.measures == nil
            ? localized("Measuring once; then any selection is answered at once.")
            : subject?.isSelection == true
              ? Self.text(ofSelectionIn: subject?.onlyLabel, hasBand: diagram.selection?.band != nil)
              : localized("Of the whole recording"))
    }

    /// - Parameter channels: nil: all.
    private static func text(ofSelectionIn channels: String?, hasBand: Bool) -> String {
      guard let channels else {
        return hasBand ? localized("Of the selection, all frequencies") : localized("Of the selection")
      }
      // Translators: the name of a channel.
      guard hasBand else { return localized("Of the selection in \(channels)") }
      // Translators: the name of a channel.
      return localized("Of the selection in \(channels), all frequencies")
    }
  }

  private func show(_ about: About) {
    self.about.set("label", about.text)
    if about.isProblem {
      self.about.addStyleClass("error")
    } else {
      self.about.removeStyleClass("error")
    }
  }

  /// The values of all rows.
  private struct Shown: Equatable {
    let measures: Measures?
    let chosen: ChannelMeasures?
    /// The length, as it is written elsewhere.
    let time: String?

    @MainActor init(_ diagram: DiagramViewModel) {
      let measures = diagram.shownMeasures.subject?.measures
      self.measures = measures
      chosen = diagram.shownMeasures.chosen
      time = measures.map {
        Numerals.shown(
          diagram.timeFormat.text(
            ofLength: $0.frames, sampleRate: $0.sampleRate, precision: diagram.timePrecision))
      }
    }
  }

  private func show(_ shown: Shown) {
    for (item, row) in rows {
      row.show(
        shown.chosen.map { Numerals.shown(item.text(of: $0)) } ?? MeasureItem.text(nil, decimals: 0),
        unit: item.unit)
      row.isAlarming = item.isAlarming(in: shown.chosen)
    }
    let none = MeasureItem.text(nil, decimals: 0)
    correlation.isVisible = shown.measures?.channels.count == 2
    correlation.show(Numerals.shown(MeasureItem.text(shown.measures?.correlation, decimals: 2)), unit: "")
    time.show(shown.time ?? none, unit: "")
    frames.show(shown.measures.map { grouped($0.frames) } ?? none, unit: "")
    copy.set("sensitive", shown.measures != nil)
  }
}

extension MeasureItem {
  /// True for faults that are there.
  fileprivate func isAlarming(in measures: ChannelMeasures?) -> Bool {
    switch self {
    case .clippedSamples, .clippedStretches, .nonFiniteSamples: measures.flatMap(value) ?? 0 > 0
    case .truePeak: measures.flatMap(value) ?? -1 > 0
    default: false
    }
  }
}

/// A heading, and rows below it.
@MainActor private final class MeasureCard {
  let root: Widget
  private let grid: Grid
  private var count = 0

  init(_ title: String) {
    let builder = Builder(Resources.measureGroup)
    root = builder.get("group")
    grid = builder.get("rows", as: Grid.self)
    builder.get("title").set("label", title)
    root.setAccessibleLabel(title)
  }

  func add(_ title: String) -> MeasureRow {
    let row = MeasureRow(title)
    for (column, part) in row.parts.enumerated() { grid.attach(part, column: column, row: count) }
    count += 1
    return row
  }
}

/// A measure: its name, value and unit.
@MainActor private final class MeasureRow {
  let parts: [Widget]
  private let title: String
  private var shown = ""

  init(_ title: String) {
    self.title = title
    let builder = Builder(Resources.measureRow)
    parts = ["title", "value", "unit"].map { builder.get($0) }
    parts[0].set("label", title)
    // In a mirrored window "−18.6" would be written "18.6−".
    parts[1].runLeftToRight()
  }

  var isVisible = true { didSet { if isVisible != oldValue { parts.forEach { $0.isVisible = isVisible } } } }

  /// Shows it as something to look at.
  var isAlarming = false {
    didSet {
      guard isAlarming != oldValue else { return }
      if isAlarming { parts[1].addStyleClass("warning") } else { parts[1].removeStyleClass("warning") }
    }
  }

  func show(_ value: String, unit: String) {
    let text = unit.isEmpty ? value : "\(value) \(unit)"
    guard text != shown else { return }
    shown = text
    parts[1].set("label", value)
    parts[2].set("label", unit)
    parts[1].setAccessibleLabel("\(title), \(text)")
  }
}
