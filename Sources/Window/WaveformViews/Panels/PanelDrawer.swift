// PanelDrawer.swift
// Opens and closes a panel beside the diagram by its command. The panel is made when it is first opened.

import GtkBridge

/// What is shown beside the diagram.
@MainActor package protocol SidePanel: AnyObject {
  var root: Widget { get }
  /// Called when the user closes the panel.
  var onClose: (() -> Void)? { get set }
  /// Called when it has been opened or closed.
  func adopt(isShown: Bool)
}

/// The drawer of one panel of a window.
@MainActor package final class PanelDrawer<Panel: SidePanel> {
  /// Nil until it is first opened.
  package private(set) var panel: Panel?
  private let command: Command
  private let place: PanelPlace
  private let trace: Trace?
  private let make: @MainActor () -> Panel

  /// - Parameter command: the switch that shows and hides it; the trace has its name.
  package init(
    _ command: Command, _ actions: CommandActions, _ place: PanelPlace, _ trace: Trace?,
    _ make: @escaping @MainActor () -> Panel
  ) {
    self.command = command
    self.place = place
    self.trace = trace
    self.make = make
    actions.addToggle(command) { [weak self] in self?.show($0) }
  }

  package func show(_ isShown: Bool) {
    guard isShown else { return place.hide(command) }
    let panel = panel ?? make()
    panel.onClose = { [weak self] in self?.show(false) }
    self.panel = panel
    place.show(panel.root, of: command) { [weak self] in self?.changed(isShown: false) }
    changed(isShown: true)
  }

  private func changed(isShown: Bool) {
    panel?.adopt(isShown: isShown)
    trace?.write("\(command.name)-panel", ["open": isShown])
  }
}

extension Widget {
  /// Shows a text as what went wrong, or as any other.
  package func setAlarming(_ isAlarming: Bool) {
    if isAlarming { addStyleClass("error") } else { removeStyleClass("error") }
  }
}
