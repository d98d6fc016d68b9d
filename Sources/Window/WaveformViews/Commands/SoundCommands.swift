// SoundCommands.swift
// Commands and settings for how a recording is heard and followed.

import GtkBridge
import Localization
import WaveformCore
import WaveformModel

/// The commands for how a recording is heard, and for how its time is written.
@MainActor final class SoundCommands {
  private let diagram: DiagramViewModel
  private let actions: CommandActions
  private let readouts: BottomBar
  private let messages: Messages
  private let settings: Settings
  private let observer = ModelObserver()

  init(
    _ diagram: DiagramViewModel, _ actions: CommandActions, _ readouts: BottomBar, _ messages: Messages,
    _ settings: Settings, _ trace: Trace?
  ) {
    self.diagram = diagram
    self.actions = actions
    self.readouts = readouts
    self.messages = messages
    self.settings = settings
    adoptSettings()
    addActions()
    follow()
    diagram.events.listen(self) { commands, event in
      // What a project has brought goes with it.
      if case .emptied = event { commands.adoptTimeFormat() }
    }
    if let trace { write(to: trace) }
  }

  /// Applies the stored settings, before anything is shown.
  private func adoptSettings() {
    adoptTimeFormat()
    diagram.navigation.follow(
      by: FollowMode(rawValue: settings.string("follow-mode", default: "page")) ?? .page)
    diagram.transport.setVolume(Double(settings.int("volume", default: 100)) / 100)
    diagram.transport.player.crossfadesLoop = settings.bool("crossfade-loops", default: false)
    diagram.showsTimeOfDay = settings.bool("time-of-day", default: false)
    readouts.showsRemaining = settings.bool("show-remaining", default: false)
  }

  private func adoptTimeFormat() {
    diagram.lanes.timeFormat =
      TimeFormat(rawValue: settings.string("time-format", default: "clock")) ?? .clock
  }

  private func addActions() {
    actions.add(.playSelection, on: diagram) { $0.playSelection() }
    actions.add(.slower, on: diagram) { $0.transport.stepSpeed(up: false) }
    actions.add(.faster, on: diagram) { $0.transport.stepSpeed(up: true) }
    actions.add(.normalSpeed, on: diagram) { $0.transport.setSpeed(1) }
    actions.add(.followNext, on: diagram) { [weak messages] in
      $0.navigation.cycleFollowMode()
      messages?.say($0.navigation.followMode.sentence)
    }
    // Plain keys cannot carry a target, so each choice has its own command.
    actions.add(.listenOriginal, on: diagram) { $0.hear(.first) }
    actions.add(.listenClean, on: diagram) { $0.hear(.second) }
    actions.add(.listenResidue, on: diagram) { $0.hear(.difference) }
    actions.add(.reconnectSound, on: diagram) { $0.transport.player.reconnect() }
    actions.addChoice(.speed, state: "1") { [weak self] text in
      // A pressed toggle stays pressed when it is pressed again.
      if let self, let speed = Double(text) {
        diagram.transport.setSpeed(speed)
        actions.setState(.speed, decimalText(diagram.transport.speed))
      }
    }
    actions.addToggle(.loop) { [weak self] in
      if $0 != self?.diagram.transport.isLooping { self?.diagram.toggleLoop() }
    }
    actions.addToggle(.mute) { [weak self] in self?.diagram.transport.setMuted($0) }
    actions.addChoice(.follow, state: diagram.navigation.followMode.rawValue) { [weak self] in
      if let mode = FollowMode(rawValue: $0) { self?.diagram.navigation.follow(by: mode) }
    }
    actions.addChoice(.timeFormat, state: diagram.timeFormat.rawValue) {
      [weak self] name in
      guard let self, let format = TimeFormat(rawValue: name) else { return }
      diagram.lanes.writeTimes(format)
      settings.set("time-format", name)
    }
    actions.addToggle(.timeOfDay, isOn: diagram.showsTimeOfDay) { [weak self] isOn in
      guard let self else { return }
      diagram.showsTimeOfDay = isOn
      settings.set("time-of-day", isOn)
      actions.setState(.timeOfDay, isOn)
    }
    actions.addToggle(.showRemaining, isOn: readouts.showsRemaining) {
      [weak self] isOn in
      guard let self else { return }
      readouts.showsRemaining = isOn
      settings.set("show-remaining", isOn)
      actions.setState(.showRemaining, isOn)
    }
  }

  private func follow() {
    let diagram = diagram
    observer.follow({ diagram.transport.speed }) { [weak self] in
      self?.actions.setState(.speed, decimalText($0))
    }
    // A project brings its own, which is not that of new windows.
    observer.follow({ diagram.timeFormat }) { [weak self] in
      self?.actions.setState(.timeFormat, $0.rawValue)
    }
    observer.follow({ diagram.transport.isLooping }) { [weak self] in self?.actions.setState(.loop, $0) }
    observer.follow({ diagram.transport.isMuted }) { [weak self] in self?.actions.setState(.mute, $0) }
    observer.follow({ diagram.navigation.followMode }) { [weak self] mode in
      guard let self else { return }
      actions.setState(.follow, mode.rawValue)
      if settings.string("follow-mode", default: "page") != mode.rawValue {
        settings.set("follow-mode", mode.rawValue)
      }
    }
  }

  private func write(to trace: Trace) {
    let diagram = diagram
    observer.follow({ diagram.transport.loop }) { loop in
      trace.write("loop", loop.map { ["start": $0.lowerBound, "end": $0.upperBound] } ?? ["none": true])
    }
    observer.follow({ diagram.transport.speed }) { trace.write("speed", ["factor": $0]) }
    observer.follow({ diagram.transport.isMuted ? 0 : diagram.transport.volume }) {
      trace.write("volume", ["level": $0])
    }
    observer.follow({ diagram.navigation.followMode }) { trace.write("follow", ["mode": $0.rawValue]) }
    observer.follow({ diagram.transport.sound.lostOutput?.code }) { code in
      if let code { trace.write("output-lost", ["code": "\(code)"]) }
    }
    observer.follow({ diagram.transport.soundReport }) { report in
      guard let report else { return }
      trace.write(
        "sound",
        [
          "gaps": report.gaps, "outputLate": report.outputLate, "serverLate": report.serverLate,
          "feederLate": report.feederLate, "silentFrames": report.silentFrames,
          "leastKept": report.leastKept ?? -1, "depth": report.depth,
        ])
    }
  }
}

/// A number such as "1", "0.5" or "1.25", as the targets of actions have it.
package func decimalText(_ value: Double) -> String {
  let text = "\(value)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

extension FollowMode {
  /// The message when the mode is chosen by its key.
  fileprivate var sentence: String {
    switch self {
    case .page: localized("Following page by page")
    case .centered: localized("Following with the playhead centered")
    case .off: localized("Not following the playhead")
    }
  }
}
