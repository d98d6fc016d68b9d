// FindCommands.swift
// From one place of a kind to the next. What is said of it is said by the window, as of other places that are marked.

import WaveformModel
import WaveformViews

/// The commands that look for something, and what is looked for.
@MainActor final class FindCommands {
  private let popover: FindPopover

  init(_ parts: WindowParts) {
    let popover = FindPopover(parts)
    self.popover = popover
    let actions = parts.actions, canFind = parts.hasRecording
    actions.add(.find, when: canFind) { [weak popover] in popover?.open() }
    actions.add(.findNext, when: canFind) { [weak popover] in popover?.find(isForward: true) }
    actions.add(.findPrevious, when: canFind) { [weak popover] in popover?.find(isForward: false) }
    let select: @MainActor (PlaceQuery.Kind, Bool) -> Void = {
      [weak diagram = parts.diagram, weak view = parts.view] kind, isForward in
      diagram?.select(next: kind, of: view?.focusedPlot, isForward: isForward)
    }
    actions.add(.nextClipping, when: canFind) { select(.clipping, true) }
    actions.add(.previousClipping, when: canFind) { select(.clipping, false) }
    actions.add(.nextSilence, when: canFind) { select(.digitalSilence, true) }
    actions.add(.previousSilence, when: canFind) { select(.digitalSilence, false) }
    parts.diagram.finder.isShown = { [weak popover] in popover?.isOpen == true }
  }
}
