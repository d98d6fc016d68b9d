// FindCommands.swift
// From one place of a kind to the next, and what is said of it.

import WaveformModel

/// The commands that look for something.
@MainActor final class FindCommands {
  private let observer = ModelObserver()

  init(
    _ diagram: DiagramViewModel, _ actions: CommandActions, _ view: DiagramView, _ popover: FindPopover,
    _ messages: Messages, _ trace: Trace?
  ) {
    for (command, kind, isForward) in [
      (Command.nextClipping, PlaceQuery.Kind.clipping, true), (.previousClipping, .clipping, false),
      (.nextSilence, .digitalSilence, true), (.previousSilence, .digitalSilence, false),
    ] {
      actions.add(command) { [weak diagram, weak view] in
        diagram?.select(next: kind, of: view?.focusedPlot, isForward: isForward)
      }
    }
    for (command, isForward) in [(Command.findNext, true), (.findPrevious, false)] {
      actions.add(command) { [weak popover] in popover?.find(isForward: isForward) }
    }
    actions.add(.find) { [weak popover] in popover?.open() }
    let finder = diagram.finder
    observer.follow({ finder.result }) { [weak popover, weak messages] result in
      guard result.count > 0 else { return }
      // Where it was asked for, if that can be seen.
      if popover?.isOpen != true, !result.isSeen { messages?.say(result.text) }
      trace?.write("found", ["text": result.text])
    }
  }
}
