// FunctionDialog.swift
// Asks for a formula, says at once what is wrong with it and where, and shows what it looks like. Modal to its window; all
// decisions are the model's.

import Functions
import GtkBridge
import Localization
import Resources
import WaveformModel
import WaveformViews

/// The dialogs "Add a Function" and "Change the Function".
@MainActor final class FunctionDialog {
  private let model: FunctionViewModel
  private let dialog: PreviewDialog
  private let chosen: (FunctionSignal) -> Void
  private let ready: Widget, formula: Widget, duration: Widget, rate: Widget, channels: Widget
  /// What is wrong with the formula, and as much room while nothing is.
  private let place: Widget, spare: Widget

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
    dialog = PreviewDialog(
      Resources.formula, picture: localized("Waveform of the function"), of: model, closed: closed)
    ready = dialog.get("ready")
    formula = dialog.get("formula")
    place = dialog.get("place")
    spare = dialog.get("spare")
    duration = dialog.get("duration")
    rate = dialog.get("rate_entry")
    channels = dialog.get("channels")
    dialog.title = isNew ? localized("Add a Function") : localized("Change the Function")
    dialog.get("accept_label").set("label", isNew ? localized("_Add") : localized("_Change"))
    dialog.fill(
      "ready_names",
      with: [localized("One’s Own", context: "test signal")] + ReadyFunction.allCases.map(\.name))
    connect()
    followModel()
  }

  func present(over parent: Window) {
    dialog.present(over: parent)
    formula.grabFocus()
  }

  // MARK: From the user to the model

  private func connect() {
    let model = model
    // The first one is that of the user, which no name changes.
    dialog.onChoice(of: ready) { if $0 > 0 { model.formula = ReadyFunction.allCases[$0 - 1].formula } }
    dialog.onText(of: formula) { model.formula = $0 }
    dialog.onText(of: duration) { model.durationText = $0 }
    dialog.onText(of: rate) { model.rateText = $0 }
    dialog.onNumber(of: channels) { model.channels = $0 }
    dialog.onAccept { [weak self] in self?.accept() }
  }

  private func accept() {
    guard let signal = model.signal else { return }
    // Before the dialog is gone, which gives up what was not confirmed.
    chosen(signal)
    dialog.close()
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
    dialog.observer.follow({
      Values(
        ready: model.ready, formula: model.formula, duration: model.durationText, rate: model.rateText,
        channels: model.signal?.channels ?? model.channels, hasFormulas: model.hasFormulas)
    }) { [weak self] in self?.show($0) }
    dialog.observer.follow({ Verdict(problem: model.problem, summary: model.summary) }) { [weak self] in
      self?.show($0)
    }
  }

  private func show(_ values: Values) {
    dialog.show {
      ready.selected = values.ready.flatMap { ReadyFunction.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      formula.setText(values.formula)
      duration.setText(values.duration)
      rate.setText(values.rate)
      channels.set("value", Double(values.channels))
      channels.set("sensitive", !values.hasFormulas)
    }
  }

  private func show(_ verdict: Verdict) {
    let marked = verdict.problem?.marked
    dialog.say(verdict.problem?.text ?? verdict.summary ?? "", isProblem: verdict.problem != nil)
    place.set("label", marked ?? "")
    place.isVisible = marked != nil
    spare.isVisible = marked == nil
    if marked != nil {
      formula.addStyleClass("error")
    } else if verdict.problem == nil {
      formula.removeStyleClass("error")
    }
  }
}
