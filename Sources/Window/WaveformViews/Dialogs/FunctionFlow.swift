// FunctionFlow.swift
// The commands about lanes that show a function: adding one, and changing the function of one, which the lane follows
// while it is typed.

import Functions
import GtkBridge
import WaveformModel

/// Adds and changes the functions of a window.
@MainActor final class FunctionFlow {
  private let diagram: DiagramViewModel
  private let window: Window
  /// The dialog while it is open.
  private var dialog: FunctionDialog?

  init(_ diagram: DiagramViewModel, _ actions: CommandActions, in window: Window) {
    self.diagram = diagram
    self.window = window
    actions.add(.addFunction) { [weak self] in self?.add() }
    actions.addText(.laneFunction) { [weak self] target in
      guard let self, let (plot, _) = LaneCommands.waveform(target, of: self.diagram) else { return }
      change(plot)
    }
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
