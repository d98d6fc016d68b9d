// FunctionDialog.swift
// Asks for a formula, says at once what is wrong with it and where, and shows what it looks like. Modal to its window; all
// decisions are the model's.

import AudioFormats
import Functions
import GtkBridge
import Localization
import Resources
import WaveformModel

/// The dialogs "Add a Function" and "Change the Function".
@MainActor final class FunctionDialog {
  private let window: Window
  private let model: FunctionViewModel
  private let observer = ModelObserver()
  private let chosen: (FunctionSignal) -> Void
  private let accept: Widget, place: Widget, summary: Widget
  private let ready: Widget, formula: Widget, duration: Widget, rate: Widget, channels: Widget
  private let picture: WaveformPreview
  /// True while the program shows the model's values: signals that this causes must not change the model.
  private var isShowing = false

  /// - Parameters:
  ///   - isNew: true for one that is added.
  ///   - chosen: called with the function when the user has confirmed.
  ///   - closed: called when the dialog is gone, confirmed or not.
  init(
    _ model: FunctionViewModel, isNew: Bool, chosen: @escaping (FunctionSignal) -> Void,
    closed: @escaping @MainActor () -> Void
  ) {
    self.model = model
    self.chosen = chosen
    let builder = Builder(Resources.formula)
    window = builder.get("formula_window", as: Window.self)
    accept = builder.get("accept")
    place = builder.get("place")
    summary = builder.get("summary")
    ready = builder.get("ready")
    formula = builder.get("formula")
    duration = builder.get("duration")
    rate = builder.get("rate_entry")
    channels = builder.get("channels")
    picture = WaveformPreview(
      in: builder.get("picture", as: Grid.self), label: localized("Waveform of the function")
    ) { [weak model] in model?.diagram }
    window.set("title", isNew ? localized("Add a Function") : localized("Change the Function"))
    builder.get("accept_label").set("label", isNew ? localized("_Add") : localized("_Change"))
    let names = builder.get("ready_names", as: StringList.self)
    names.append(localized("One’s Own", context: "test signal"))
    for ready in ReadyFunction.allCases { names.append(ready.name) }
    let rates = builder.get("rates", as: ComboBoxText.self)
    for rate in RawFormat.usualRates { rates.append(String(rate)) }
    window.addShortcuts([("Escape", "window.close")])
    connect()
    window.connectBool("close-request") { [weak self] in
      self?.model.cancel()
      closed()
      return false
    }
    followModel()
  }

  /// Shows the dialog, no wider than `parent`.
  func present(over parent: Window) {
    let size = window.defaultSize
    if parent.width > 0 { window.defaultSize = (min(size.width, parent.width), size.height) }
    window.present(over: parent)
    formula.grabFocus()
  }

  // MARK: From the user to the model

  private func connect() {
    ready.connectNotify("selected") { [weak self] in
      self?.take { dialog in
        // The first one is that of the user, which no name changes.
        guard let place = dialog.ready.selected, place > 0 else { return }
        dialog.model.formula = ReadyFunction.allCases[place - 1].formula
      }
    }
    formula.connect("changed") { [weak self] in
      self?.take { $0.model.formula = $0.formula.string("text") ?? "" }
    }
    duration.connect("changed") { [weak self] in
      self?.take { $0.model.durationText = $0.duration.string("text") ?? "" }
    }
    rate.connect("changed") { [weak self] in self?.take { $0.model.rateText = $0.rate.string("text") ?? "" } }
    channels.connect("value-changed") { [weak self] in
      self?.take { $0.model.channels = Int($0.channels.double("value")) }
    }
    accept.connect("clicked") { [weak self] in self?.acceptIt() }
  }

  private func take(_ change: (FunctionDialog) -> Void) { if !isShowing { change(self) } }

  private func acceptIt() {
    guard let signal = model.signal else { return }
    // Before the dialog is gone, which gives up what was not confirmed.
    chosen(signal)
    window.close()
  }

  // MARK: From the model to the widgets

  private struct Values: Equatable {
    let ready: ReadyFunction?, formula: String, duration: String, rate: String, channels: Int,
      hasFormulas: Bool
  }

  private struct Verdict: Equatable {
    let problem: FunctionViewModel.Problem?, summary: String?
  }

  private func followModel() {
    let model = model
    observer.follow({
      Values(
        ready: model.ready, formula: model.formula, duration: model.durationText, rate: model.rateText,
        channels: model.signal?.channels ?? model.channels, hasFormulas: model.hasFormulas)
    }) { [weak self] in self?.show($0) }
    observer.follow({ Verdict(problem: model.problem, summary: model.summary) }) { [weak self] in
      self?.show($0)
    }
    observer.follow({ model.signal != nil }) { [weak self] in self?.accept.set("sensitive", $0) }
  }

  private func show(_ values: Values) {
    isShowing = true
    defer { isShowing = false }
    ready.selected = values.ready.flatMap { ReadyFunction.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    for (row, text) in [(formula, values.formula), (duration, values.duration), (rate, values.rate)]
    where row.string("text") != text {
      row.set("text", text)
    }
    channels.set("value", Double(values.channels))
    channels.set("sensitive", !values.hasFormulas)
  }

  private func show(_ verdict: Verdict) {
    summary.set("label", verdict.problem?.text ?? verdict.summary ?? "")
    place.set("label", verdict.problem?.marked ?? "")
    place.isVisible = verdict.problem?.marked != nil
    if verdict.problem == nil {
      summary.removeStyleClass("error")
      formula.removeStyleClass("error")
    } else {
      summary.addStyleClass("error")
      if verdict.problem?.marked != nil { formula.addStyleClass("error") }
    }
  }
}
