// CompareDrawer.swift
// The comparison of recordings in a window: its commands, and the panel beside the diagram, which is made when it is first
// opened.

import GtkBridge
import Localization
import WaveformModel
import WaveformViews

/// Opens and closes the panel of comparison.
@MainActor final class CompareDrawer {
  private let drawer: PanelDrawer<ComparePanel>
  private let diagram: DiagramViewModel
  private let messages: Messages
  /// Compares what was opened at once with the window's recording; nil: nothing was.
  private var compareOpened: (@MainActor () -> Void)?
  private let observer = ModelObserver()

  init(_ parts: WindowParts) {
    let diagram = parts.diagram, actions = parts.actions
    self.diagram = diagram
    messages = parts.messages
    drawer = PanelDrawer(.compare, actions, parts.panels, parts.trace) { ComparePanel(diagram) }
    addActions(to: actions)
    let comparison = diagram.comparison, sound = comparison.sound
    observer.follow({ sound.choice }) { [actions] in actions.setState(.listenCompared, $0.rawValue) }
    if let trace = parts.trace { CompareTrace(comparison).write(to: trace, by: observer) }
  }

  /// Opens the panel, and compares the first two waveforms, or what is compared already.
  ///
  /// - Parameter isStep: false when it belongs to the opening of both, which is not undone.
  func compareFirst(isStep: Bool) {
    let comparison = diagram.comparison, choices = comparison.choices
    if comparison.pair == nil, choices.count > 1 {
      comparison.compare(choices[0], choices[1], isStep: isStep)
    }
    drawer.show(true)
  }

  /// Adds another waveform, opens the panel, and compares the window's recording with it.
  func compare(with plot: PlotViewModel) {
    let comparison = diagram.comparison
    guard let own = comparison.choices.first else { return }
    diagram.lanes.add(plot)
    comparison.compare(plot, own)
    drawer.show(true)
  }

  /// Asks in passing whether another recording, which was opened at the same time, is to be compared with this one.
  func offer(_ body: @escaping @MainActor () -> Void) {
    compareOpened = body
    let toast = Toast(localized("Two recordings were opened"))
    toast.setButton(localized("Compare"), action: Command.compareOpened.rawValue)
    messages.show(toast)
  }

  private func addActions(to actions: CommandActions) {
    let comparison = diagram.comparison, sound = comparison.sound
    actions.enable(.compare) { [weak comparison] in
      comparison.map { $0.pair != nil || $0.choices.count > 1 } ?? false
    }
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
    actions.addChoice(.listenCompared, state: ComparedSound.Choice.first.rawValue) {
      [weak sound, weak actions] text in
      guard let sound, let choice = ComparedSound.Choice(rawValue: text) else { return }
      sound.choose(choice)
      // A pressed toggle stays pressed when it is pressed again.
      actions?.setState(.listenCompared, sound.choice.rawValue)
    }
    actions.enable(.listenCompared) { [weak comparison] in comparison?.pair != nil }
    // Plain keys cannot carry a target, so each choice has its own command.
    let isTesting: @MainActor () -> Bool = { [weak sound] in sound?.test != nil }
    actions.add(.listenBlind, when: isTesting) { [weak sound] in sound?.choose(.blind) }
    actions.add(.answerFirst, when: isTesting) { [weak sound] in sound?.answer(.first) }
    actions.add(.answerSecond, when: isTesting) { [weak sound] in sound?.answer(.second) }
    actions.add(.align, when: { [weak comparison] in comparison?.plot != nil }) { [weak comparison] in
      comparison?.align()
    }
  }
}
