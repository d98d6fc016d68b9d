// ViewCommands.swift
// Commands that move the playhead, the selection and the view.

import GtkBridge
import Localization
import WaveformModel

/// The commands of a diagram for keys and menus.
@MainActor enum ViewCommands {
  /// By how many logical pixels an arrow key moves.
  private static let step = 10

  static func add(
    to actions: CommandActions, _ diagram: DiagramViewModel, _ view: DiagramView, in window: Window,
    _ settings: Settings, _ messages: Messages
  ) {
    actions.add(.playPause, on: diagram) { $0.togglePlayback() }
    actions.add(.goStart, on: diagram) { $0.transport.jump(to: 0) }
    actions.add(.goEnd, on: diagram) { $0.transport.jump(to: Double($0.length)) }
    for (command, direction) in [(Command.stepBack, -1), (.stepForward, 1)] {
      actions.add(command) { [weak diagram, weak window] in
        if let window { diagram?.transport.step(byPixels: direction * window.pixels.device(step)) }
      }
    }
    addNudges(to: actions, diagram, view, in: window)
    actions.add(.extendStart, on: diagram) { $0.extendSelection(toEnd: false) }
    actions.add(.extendEnd, on: diagram) { $0.extendSelection(toEnd: true) }
    actions.add(.selectAll, on: diagram) { $0.selectAll() }
    actions.add(.clearSelection, on: diagram) { $0.clearSelection() }
    actions.add(.pageBack, on: diagram) { $0.navigation.page(by: -1) }
    actions.add(.pageForward, on: diagram) { $0.navigation.page(by: 1) }
    actions.add(.zoomIn, on: diagram) { $0.navigation.zoom(by: 2) }
    actions.add(.zoomOut, on: diagram) { $0.navigation.zoom(by: 0.5) }
    actions.add(.zoomWhole, on: diagram) { $0.navigation.zoomOut() }
    actions.add(.zoomSamples, on: diagram) { $0.navigation.zoomToSamples() }
    actions.add(.zoomSelection, on: diagram) { $0.toggleSelectionZoom() }
    actions.add(.showDamage, on: diagram) { $0.showDamage() }
    actions.add(.viewBack, on: diagram) { $0.navigation.goBack() }
    actions.add(.viewForward, on: diagram) { $0.navigation.goForward() }
    // Not remembered: a mode that outlives its window surprises in the next one.
    actions.addToggle(.snap, isOn: diagram.snapping.isOn) {
      [weak diagram, weak actions, weak messages] isOn in
      diagram?.snapping.isOn = isOn
      actions?.setState(.snap, isOn)
      messages?.say(
        isOn ? localized("Edges snap to marks, sounds and ticks") : localized("Edges do not snap"))
    }
    diagram.navigation.wheel.speed = {
      ZoomSpeed(
        factor: Double(settings.int("zoom-speed", default: 100)) / 100,
        isAccelerated: settings.bool("accelerate-zoom", default: true))
    }
    view.wantsOverview = settings.bool("show-overview", default: true)
    actions.addToggle(.showOverview, isOn: view.wantsOverview) { [weak view, weak actions] isOn in
      view?.wantsOverview = isOn
      settings.set("show-overview", isOn)
      actions?.setState(.showOverview, isOn)
    }
  }

  /// Small steps of an edge of the selection.
  private static func addNudges(
    to actions: CommandActions, _ diagram: DiagramViewModel, _ view: DiagramView, in window: Window
  ) {
    for (command, isForward, pixels) in [
      (Command.extendBack, false, step), (.extendForward, true, step), (.nudgePixelBack, false, 1),
      (.nudgePixelForward, true, 1),
    ] {
      actions.add(command) { [weak diagram, weak window] in
        if let window { diagram?.nudge(by: .pixels(window.pixels.device(pixels)), isForward: isForward) }
      }
    }
    for (command, isForward, step) in [
      (Command.nudgeFrameBack, false, NudgeStep.frame), (.nudgeFrameForward, true, .frame),
      (.nudgeTimeBack, false, .millisecond), (.nudgeTimeForward, true, .millisecond),
    ] {
      actions.add(command, on: diagram) { $0.nudge(by: step, isForward: isForward) }
    }
    for (command, isForward) in [(Command.nudgeMarkBack, false), (.nudgeMarkForward, true)] {
      actions.add(command, on: diagram) { $0.nudgeToMark(isForward: isForward) }
    }
    for (command, isForward) in [(Command.nudgeCrossingBack, false), (.nudgeCrossingForward, true)] {
      actions.add(command) { [weak diagram, weak view] in
        diagram?.nudgeToCrossing(of: view?.focusedPlot, isForward: isForward)
      }
    }
  }
}
