// ComparePanel.swift
// The panel of comparison: not modal, beside the diagram. Follows the model; the user's input goes to the model.

import GtkBridge
import Localization
import Resources
import WaveformCore
import WaveformModel
import WaveformViews

/// The widgets for one `Comparison`.
@MainActor final class ComparePanel: SidePanel {
  let root: Widget
  var onClose: (() -> Void)?

  private let diagram: DiagramViewModel
  private let observer = ModelObserver()
  private let first: Chooser, second: Chooser
  private let hint: Widget, exchange: Widget, parts: [Widget]
  private let listening: ListeningPart, alignment: AlignmentPart, differences: DifferencePart
  private let depths: DepthPart
  private let working: Widget, workingLabel: Widget, workingBar: Widget

  init(_ diagram: DiagramViewModel) {
    self.diagram = diagram
    let builder = Builder(Resources.compare)
    root = builder.get("panel")
    first = Chooser(builder, "first")
    second = Chooser(builder, "second")
    hint = builder.get("hint")
    exchange = builder.get("exchange")
    parts = ["listening", "alignment", "differing"].map { builder.get($0) }
    listening = ListeningPart(builder, diagram)
    alignment = AlignmentPart(builder, diagram)
    differences = DifferencePart(builder, diagram)
    depths = DepthPart(builder, diagram)
    working = builder.get("working")
    workingLabel = builder.get("working_label")
    workingBar = builder.get("working_bar")
    connect(builder)
    followModel()
  }

  func adopt(isShown: Bool) {
    diagram.comparison.differences.isWanted = isShown
    if isShown { diagram.comparison.compareOnlyPair() }
  }

  // MARK: From the user to the model

  private func connect(_ builder: Builder) {
    root.takeKey("Escape") { [weak self] in
      self?.onClose?()
      return true
    }
    builder.get("close").connect("clicked") { [weak self] in self?.onClose?() }
    exchange.connect("clicked") { [weak diagram] in diagram?.comparison.exchange() }
    builder.get("end").connect("clicked") { [weak diagram] in diagram?.comparison.end() }
    first.onChoice = { [weak self] in self?.choose(first: $0) }
    second.onChoice = { [weak self] in self?.choose(second: $0) }
  }

  /// The other one stays, unless it is the same: then the two change places.
  private func choose(first index: Int) {
    let comparison = diagram.comparison, choices = comparison.choices
    guard choices.indices.contains(index) else { return }
    let chosen = choices[index], pair = comparison.pair
    let other = pair.map { $0.second === chosen ? $0.first : $0.second }
    if let other = other ?? choices.first(where: { $0 !== chosen }) { comparison.compare(chosen, other) }
  }

  private func choose(second index: Int) {
    let comparison = diagram.comparison, choices = comparison.choices
    guard choices.indices.contains(index) else { return }
    let chosen = choices[index], pair = comparison.pair
    let other = pair.map { $0.first === chosen ? $0.second : $0.first }
    if let other = other ?? choices.first(where: { $0 !== chosen }) { comparison.compare(other, chosen) }
  }

  // MARK: From the model to the widgets

  private func followModel() {
    let comparison = diagram.comparison
    observer.follow({ Choices(comparison) }) { [weak self] in self?.show($0) }
    observer.follow({ Hint(comparison) }) { [weak self] in self?.show($0) }
    observer.follow({ Work(comparison) }) { [weak self] in self?.show($0) }
  }

  private struct Choices: Equatable {
    let names: [String], first: Int?, second: Int?

    @MainActor init(_ comparison: Comparison) {
      let choices = comparison.choices
      names = choices.map(\.laneName)
      first = choices.firstIndex { $0 === comparison.pair?.first }
      second = choices.firstIndex { $0 === comparison.pair?.second }
    }
  }

  private func show(_ choices: Choices) {
    first.show(choices.names, chosen: choices.first)
    second.show(choices.names, chosen: choices.second)
    for part in parts { part.isVisible = choices.first != nil }
    exchange.set("sensitive", choices.first != nil)
  }

  /// What to do first, or what went wrong; empty when there is nothing to say.
  private struct Hint: Equatable {
    let text: String
    let isProblem: Bool

    @MainActor init(_ comparison: Comparison) {
      let problem = comparison.problem ?? comparison.failure ?? comparison.sound.problem
      isProblem = problem != nil
      text =
        problem ?? comparison.sound.ending
        ?? (comparison.choices.count < 2
          ? localized("Add a second recording to compare it with: drop it on the waveform.")
          : comparison.pair == nil
            ? localized("Choose two recordings.")
            : comparison.plot == nil ? localized("The difference comes when both have been read.") : "")
    }
  }

  private func show(_ hint: Hint) {
    self.hint.isVisible = !hint.text.isEmpty
    self.hint.set("label", hint.text)
    self.hint.setAlarming(hint.isProblem)
  }

  /// What is on its way, and how far; nil: nothing.
  private struct Work: Equatable {
    let text: String?
    let percent: Int?

    @MainActor init(_ comparison: Comparison) {
      let percent = comparison.progress.map { Int($0 * 100) }
      self.percent = comparison.search.isRunning ? nil : percent ?? comparison.differences.percent
      text =
        comparison.search.isRunning
        ? localized("Aligning…") : self.percent.map { localized("Comparing… \($0) %") }
    }
  }

  private func show(_ work: Work) {
    working.isVisible = work.text != nil
    workingLabel.set("label", work.text ?? "")
    workingBar.isVisible = work.percent != nil
    workingBar.set("fraction", Double(work.percent ?? 0) / 100)
  }
}

/// A list of waveforms of which one is chosen.
@MainActor private final class Chooser {
  var onChoice: ((Int) -> Void)?
  private let widget: Widget
  private let choices: StringList
  /// True while the program changes it.
  private var isFollowing = false
  private var shown: [String] = []

  init(_ builder: Builder, _ name: String) {
    widget = builder.get(name)
    choices = builder.get("\(name)_choices", as: StringList.self)
    widget.connectNotify("selected") { [weak self] in
      guard let self, !isFollowing else { return }
      onChoice?(widget.int("selected"))
    }
  }

  /// - Parameter chosen: nil: none.
  func show(_ names: [String], chosen: Int?) {
    isFollowing = true
    defer { isFollowing = false }
    if names != shown {
      choices.replace(with: names)
      shown = names
    }
    widget.set("selected", chosen ?? Int(UInt32.max))
  }
}
