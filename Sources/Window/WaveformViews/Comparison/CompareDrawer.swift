// CompareDrawer.swift
// The comparison of recordings in a window: its commands, and the panel beside the diagram, which is made when it is first
// opened.

import GtkBridge
import Localization
import WaveformModel

/// Opens and closes the panel of comparison.
@MainActor final class CompareDrawer {
  private let drawer: PanelDrawer<ComparePanel>
  private let diagram: DiagramViewModel
  private let actions: CommandActions
  private let messages: Messages
  /// Compares what was opened at once with the window's recording; nil: nothing was.
  private var compareOpened: (() -> Void)?
  private let observer = ModelObserver()

  init(
    _ diagram: DiagramViewModel, _ actions: CommandActions, _ messages: Messages, _ place: PanelPlace,
    _ trace: Trace?
  ) {
    self.diagram = diagram
    self.actions = actions
    self.messages = messages
    drawer = PanelDrawer(.compare, actions, place, trace) { ComparePanel(diagram) }
    addActions()
    let sound = diagram.comparison.sound
    observer.follow({ sound.choice }) { [actions] in actions.setState(.listenCompared, $0.rawValue) }
    if let trace { CompareTrace(diagram.comparison).write(to: trace, by: observer) }
  }

  /// Opens the panel, and compares the first two waveforms, or what is compared already.
  ///
  /// - Parameter isStep: false when it belongs to the opening of both, which is not undone.
  func compareFirst(isStep: Bool = true) {
    let comparison = diagram.comparison, choices = comparison.choices
    if comparison.pair == nil, choices.count > 1 {
      comparison.compare(choices[0], choices[1], isStep: isStep)
    }
    drawer.show(true)
  }

  /// Asks in passing whether another recording, which was opened at the same time, is to be compared with this one.
  func offer(_ body: @escaping () -> Void) {
    compareOpened = body
    let toast = Toast(localized("Two recordings were opened"))
    toast.setButton(localized("Compare"), action: Command.compareOpened.rawValue)
    messages.show(toast)
  }

  private func addActions() {
    actions.add(.compareOpened) { [weak self] in
      self?.compareOpened?()
      self?.compareOpened = nil
    }
    actions.addText(.laneCompare) { [weak self] target in
      guard let self, let (first, other) = LaneCommands.waveform(target, of: diagram),
        let (second, _) = LaneCommands.waveform(other, of: diagram)
      else { return }
      diagram.comparison.compare(first, second)
      drawer.show(true)
    }
    actions.addChoice(.listenCompared, state: ComparedSound.Choice.first.rawValue) { [weak self] text in
      guard let self, let choice = ComparedSound.Choice(rawValue: text) else { return }
      diagram.comparison.sound.choose(choice)
      // A pressed toggle stays pressed when it is pressed again.
      actions.setState(.listenCompared, diagram.comparison.sound.choice.rawValue)
    }
    // Plain keys cannot carry a target, so each choice has its own command.
    actions.add(.listenBlind, on: diagram) { $0.comparison.sound.choose(.blind) }
    actions.add(.answerFirst, on: diagram) { $0.comparison.sound.answer(.first) }
    actions.add(.answerSecond, on: diagram) { $0.comparison.sound.answer(.second) }
    actions.add(.align, on: diagram) { $0.comparison.align() }
  }
}
