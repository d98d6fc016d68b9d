// MainWindow+Sound.swift
// How a recording is heard, as commands and settings of a window, and what is said when it is not.

import GtkBridge
import WaveformCore
import WaveformModel

extension MainWindow {
  /// What the settings remember, before there is anything to see.
  func adoptSoundSettings() {
    diagram.timeFormat = TimeFormat(rawValue: settings.string("time-format", default: "clock")) ?? .clock
    diagram.follow(by: FollowMode(rawValue: settings.string("follow-mode", default: "page")) ?? .page)
    diagram.setVolume(Double(settings.int("volume", default: 100)) / 100)
    diagram.player.crossfadesLoop = settings.bool("crossfade-loops", default: false)
    bottomBar.showsRemaining = settings.bool("show-remaining", default: false)
  }

  func addSoundActions() {
    add(.playSelection) { $0.diagram.playSelection() }
    add(.slower) { $0.diagram.stepSpeed(up: false) }
    add(.faster) { $0.diagram.stepSpeed(up: true) }
    add(.normalSpeed) { $0.diagram.setSpeed(1) }
    add(.followNext) {
      $0.diagram.cycleFollowMode()
      $0.say($0.diagram.followMode.sentence)
    }
    add(.reconnectSound) { $0.diagram.player.reconnect() }
    actions.addChoice(.speed, state: "1") { [weak self] text in
      // A pressed one that is pressed again stays pressed.
      if let self, let speed = Double(text) {
        diagram.setSpeed(speed)
        actions.setState(.speed, decimalText(diagram.speed))
      }
    }
    actions.addToggle(.loop) { [weak self] in
      if $0 != self?.diagram.isLooping { self?.diagram.toggleLoop() }
    }
    actions.addToggle(.mute) { [weak self] in self?.diagram.setMuted($0) }
    actions.addChoice(.follow, state: diagram.followMode.rawValue) { [weak self] in
      if let mode = FollowMode(rawValue: $0) { self?.diagram.follow(by: mode) }
    }
    actions.addChoice(.timeFormat, state: diagram.timeFormat.rawValue) {
      [weak self] name in
      guard let self, let format = TimeFormat(rawValue: name) else { return }
      diagram.timeFormat = format
      settings.set("time-format", name)
      actions.setState(.timeFormat, name)
    }
    actions.addToggle(.showRemaining, isOn: bottomBar.showsRemaining) {
      [weak self] isOn in
      guard let self else { return }
      bottomBar.showsRemaining = isOn
      settings.set("show-remaining", isOn)
      actions.setState(.showRemaining, isOn)
    }
  }

  func followSound() {
    let diagram = diagram
    observer.follow({ diagram.speed }) { [weak self] in
      self?.actions.setState(.speed, decimalText($0))
    }
    observer.follow({ diagram.isLooping }) { [weak self] in self?.actions.setState(.loop, $0) }
    observer.follow({ diagram.isMuted }) { [weak self] in self?.actions.setState(.mute, $0) }
    observer.follow({ diagram.followMode }) { [weak self] mode in
      guard let self else { return }
      actions.setState(.follow, mode.rawValue)
      if settings.string("follow-mode", default: "page") != mode.rawValue {
        settings.set("follow-mode", mode.rawValue)
      }
    }
    observer.follow({ diagram.sound }) { [weak self] in self?.show($0) }
    traceSound()
  }

  private func show(_ sound: SoundState) {
    if let problem = sound.lostOutput {
      // Its button takes it away: when that came to nothing it is there again.
      if sound.losses != shownLosses {
        lostToast?.dismiss()
        lostToast = nil
      }
      shownLosses = sound.losses
      if lostToast == nil {
        let toast = Toast(problem.title)
        toast.setButton("Reconnect", action: Command.reconnectSound.rawValue)
        toast.setTimeout(0)
        lostToast = toast
        showToast(toast)
      }
    } else if let toast = lostToast {
      toast.dismiss()
      lostToast = nil
      say("Sound is back")
    }
    if sound.suspensions > shownSuspensions { say("Paused by the system") }
    shownSuspensions = sound.suspensions
    if sound.failure != nil, let plot = diagram.plots.first { showNotice(of: plot) }
    showProgress()
  }

  /// Says something short; the latest only.
  private func say(_ text: String) {
    shortToast?.dismiss()
    let toast = Toast(text)
    toast.setTimeout(2)
    shortToast = toast
    showToast(toast)
  }

  private func traceSound() {
    guard let trace else { return }
    let diagram = diagram
    observer.follow({ diagram.loop }) { loop in
      trace.write(
        "loop", loop.map { "\"start\":\($0.lowerBound),\"end\":\($0.upperBound)" } ?? "\"none\":true")
    }
    observer.follow({ diagram.speed }) { trace.write("speed", "\"factor\":\(decimalText($0))") }
    observer.follow({ diagram.isMuted ? 0 : diagram.volume }) {
      trace.write("volume", "\"level\":\(decimalText($0))")
    }
    observer.follow({ diagram.followMode }) { trace.write("follow", "\"mode\":\"\($0.rawValue)\"") }
    observer.follow({ diagram.sound.lostOutput?.code }) { code in
      if let code { trace.write("output-lost", "\"code\":\"\(code)\"") }
    }
  }
}

/// Such as "1", "0.5" or "1.25": as actions and the trace write it.
func decimalText(_ value: Double) -> String {
  let text = "\(value)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

extension FollowMode {
  /// What is said when it is chosen by the key.
  fileprivate var sentence: String {
    switch self {
    case .page: "Following page by page"
    case .centered: "Following with the playhead centered"
    case .off: "Not following the playhead"
    }
  }
}
