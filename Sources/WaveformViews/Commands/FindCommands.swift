// FindCommands.swift
// From one place of a kind to the next, and what is said when there is none.

import WaveformModel

/// The commands that look for something.
@MainActor enum FindCommands {
  static func add(
    to actions: CommandActions, _ diagram: DiagramViewModel, _ view: DiagramView, _ messages: Messages
  ) {
    for (command, findable, isForward) in [
      (Command.nextClipping, Findable.clipping, true), (.previousClipping, .clipping, false),
      (.nextSilence, .silence, true), (.previousSilence, .silence, false),
    ] {
      actions.add(command) { [weak diagram, weak view, weak messages] in
        guard let diagram, !diagram.select(next: findable, of: view?.focusedPlot, isForward: isForward)
        else { return }
        let what = findable == .clipping ? "Nothing is clipped" : "There is no digital silence"
        messages?.say("\(what) \(isForward ? "behind" : "before") this place.")
      }
    }
  }
}
