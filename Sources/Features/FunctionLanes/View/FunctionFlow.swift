// FunctionFlow.swift
// The commands about functions: adding a lane that shows one, changing the function of a lane, which it follows while it
// is typed, and the page about them.

import Functions
import GtkBridge
import WaveformModel
import WaveformViews

/// Adds and changes the functions of a window, and shows the page about them.
@MainActor final class FunctionFlow {
  private let diagram: DiagramViewModel
  private let window: Window
  /// The dialog while it is open.
  private var dialog: FunctionDialog?
  /// The page while it is open.
  private var page: FunctionPage?

  init(_ parts: WindowParts) {
    diagram = parts.diagram
    window = parts.window
    parts.actions.add(.function) { [weak self, trace = parts.trace] in self?.showPage(trace) }
    parts.actions.add(.addFunction) { [weak self] in self?.add() }
    parts.actions.addText(.laneFunction) { [weak self] target in
      guard let self, let (plot, _) = LaneCommands.waveform(target, of: self.diagram) else { return }
      change(plot)
    }
  }

  func close() { page?.close() }

  /// Shows the page in a window of its own.
  private func showPage(_ trace: Trace?) {
    let page = page ?? FunctionPage(trace: trace) { [weak self] in self?.page = nil }
    self.page = page
    page.present(over: window)
  }

  private func add() {
    guard dialog == nil else { return }
    let model = FunctionViewModel(nil, in: diagram)
    show(
      FunctionDialog(
        model, isNew: true, chosen: { [weak diagram] in diagram?.lanes.add(PlotViewModel($0)) },
        closed: { [weak self] in self?.dialog = nil }))
  }

  /// The lane shows each function that makes sense; one that is not confirmed is taken back.
  private func change(_ plot: PlotViewModel) {
    guard dialog == nil, let change = FunctionChange(of: plot, in: diagram) else { return }
    let model = FunctionViewModel(plot.function, in: diagram)
    model.onSignal = { change.show($0) }
    show(
      FunctionDialog(
        model, isNew: false, chosen: { _ in change.confirm() },
        closed: { [weak self] in
          self?.dialog = nil
          // Nothing any more, once it is confirmed.
          change.takeBack()
        }))
  }

  private func show(_ dialog: FunctionDialog) {
    self.dialog = dialog
    dialog.present(over: window)
  }
}
