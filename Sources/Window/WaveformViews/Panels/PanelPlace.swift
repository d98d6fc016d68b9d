// PanelPlace.swift
// The place beside the diagram, in which one panel is shown at a time. Where the window is narrow it lies over the waveform,
// and Escape closes it wherever the focus is, except in a
// text that is typed: that knows better what Escape means.

import GtkBridge

/// Shows and hides the panels of a window.
@MainActor package final class PanelPlace {
  private let flap: Flap
  private let actions: CommandActions
  /// Gives the focus to the diagram.
  private let focus: @MainActor () -> Void
  /// The command of the panel that is shown, and who is told when another one takes its place.
  private var shown: (command: Command, onHide: @MainActor () -> Void)?

  init(_ flap: Flap, _ actions: CommandActions, focus: @escaping @MainActor () -> Void) {
    self.flap = flap
    self.actions = actions
    self.focus = focus
    flap.takeKey("Escape") { [weak self] in
      guard let self, let shown, self.flap.isFolded, self.flap.isRevealed, !self.flap.containsTyping else {
        return false
      }
      hide(shown.command)
      return true
    }
  }

  /// Shows a panel; another one is hidden.
  ///
  /// - Parameters:
  ///   - command: the switch that shows and hides it.
  ///   - onHide: called once when it is hidden.
  func show(_ panel: Widget, of command: Command, onHide: @escaping @MainActor () -> Void) {
    guard shown?.command != command else { return }
    leave()
    shown = (command, onHide)
    flap.setPanel(panel)
    flap.isRevealed = true
    actions.setState(command, true)
  }

  /// Hides a panel, if it is shown.
  func hide(_ command: Command) {
    guard shown?.command == command else { return actions.setState(command, false) }
    flap.isRevealed = false
    leave()
    focus()
  }

  private func leave() {
    guard let before = shown else { return }
    shown = nil
    actions.setState(before.command, false)
    before.onHide()
  }
}
