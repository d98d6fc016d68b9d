// Preferences.swift
// The settings in one window. A control whose setting is the state of an action carries out the action of the window
// that the preferences belong to, so that what is chosen is seen at once; new windows follow the setting. The others
// change the setting, which is read when it is needed.

import GtkBridge
import HostIO
import Localization
import Projects
import Recording
import Resources
import Spectral
import WaveformCore
import WaveformModel

/// The preferences of the program, over one of its windows.
@MainActor final class Preferences {
  private let settings: Settings
  private let builder = Builder(Resources.preferences)
  private let window: Window
  private let parent: Window
  /// Looks into folders, which may lie on a dead network share.
  private let worker = BackgroundWorker()

  /// The choices of a setting in the order of its row, and the command whose state it is.
  static let choices: [(key: String, command: Command, values: [String])] = [
    ("color-scheme", .colorScheme, StyleManager.Scheme.allCases.map(\.rawValue)),
    ("style", .style, WaveformStyle.allCases.map(\.rawValue)),
    ("channel-mode", .channelMode, ChannelMode.allCases.map(\.rawValue)),
    ("time-format", .timeFormat, TimeFormat.allCases.map(\.rawValue)),
    ("follow-mode", .follow, FollowMode.allCases.map(\.rawValue)),
  ]
  /// Settings that are on or off and the state of no action.
  static let switches = ["accelerate-zoom", "remember-views"]
  /// In percent.
  static let zoomSpeeds = [50, 100, 200]
  private static let hints = ["hint-zoom", "hint-select", "hint-play"]

  /// Called when settings have changed that windows take over.
  private let onChange: @MainActor () -> Void

  /// - Parameters:
  ///   - changed: called when settings are others that windows take over.
  ///   - closed: called when the window is gone.
  init(
    _ settings: Settings, of parent: Window, application: Application,
    changed: @escaping @MainActor () -> Void, closed: @escaping @MainActor () -> Void
  ) {
    onChange = changed
    self.settings = settings
    self.parent = parent
    window = builder.get("preferences", as: Window.self)
    window.insertActions(of: parent, as: "win")
    window.insertActions(of: application, as: "app")
    for (key, command, values) in Self.choices {
      connect(key, command, values, of: command.scope == .window ? parent : application)
    }
    for key in Self.switches {
      let control = builder.get(key)
      control.set("active", settings.bool(key, default: true))
      control.connectNotify("active") { [weak self] in
        if let self { settings.set(key, builder.get(key).bool("active")) }
      }
    }
    connectLoudness()
    connectZoomSpeed()
    connectNoise()
    connectFolders()
    connectHints()
    window.connectBool("close-request") {
      closed()
      return false
    }
  }

  func present() { window.present(over: parent) }

  func close() { window.close() }

  private func connect(_ key: String, _ command: Command, _ values: [String], of owner: NativeObject) {
    let row = builder.get(key)
    row.selected = owner.chosen(command.name).flatMap(values.firstIndex)
    row.connectNotify("selected") { [weak self, weak owner] in
      guard let self, let owner, let place = builder.get(key).selected,
        owner.chosen(command.name) != values[place]
      else { return }
      owner.choose(values[place], of: command.name)
    }
  }

  private func connectZoomSpeed() {
    let row = builder.get("zoom-speed")
    let speed = settings.int("zoom-speed", default: 100)
    row.selected = Self.zoomSpeeds.indices.min {
      abs(Self.zoomSpeeds[$0] - speed) < abs(Self.zoomSpeeds[$1] - speed)
    }
    row.connectNotify("selected") { [weak self] in
      guard let self, let place = builder.get("zoom-speed").selected else { return }
      self.settings.set("zoom-speed", Self.zoomSpeeds[place])
    }
  }

  private func connectLoudness() {
    let name = Command.loudnessTarget.name, spin = builder.get("loudness-target", as: SpinButton.self)
    let chosen = parent.chosen(name).flatMap(LoudnessLine.target(named:))
    if let target = chosen ?? nil { spin.set("value", target) }
    spin.connectNotify("value") { [weak self] in
      guard let self else { return }
      parent.choose(LoudnessLine.name(builder.get("loudness-target").double("value")), of: name)
    }
  }

  private func connectNoise() {
    let noise = settings.noise
    let numbers = [
      ("noise-reduction", noise.reduction), ("noise-sensitivity", noise.sensitivity),
      ("noise-smoothing", Double(noise.smoothing)), ("noise-clicks", (noise.clicks * 100).rounded()),
    ]
    for (name, value) in numbers {
      builder.get(name).set("value", value)
      builder.get(name).connectNotify("value") { [weak self] in self?.takeNoise() }
    }
    for (name, isOn) in [("noise-hum", noise.removesHum), ("noise-changing", noise.followsLevel)] {
      builder.get(name).set("active", isOn)
      builder.get(name).connectNotify("active") { [weak self] in self?.takeNoise() }
    }
  }

  private func takeNoise() {
    func number(_ name: String) -> Double { builder.get(name).double("value") }
    settings.noise = NoiseReductionSettings(
      reduction: number("noise-reduction"), sensitivity: number("noise-sensitivity"),
      smoothing: Int(number("noise-smoothing")), clicks: number("noise-clicks") / 100,
      removesHum: builder.get("noise-hum").bool("active"),
      followsLevel: builder.get("noise-changing").bool("active"))
    onChange()
  }

  // MARK: What is kept

  private func connectFolders() {
    if let cache = PeakCache.ofUser() { connect("clear-cache", { cache.contents }, { cache.clear() }) }
    if let memory = ViewMemory.ofUser() { connect("clear-views", { memory.contents }, { memory.clear() }) }
  }

  /// Shows what a folder holds, and empties it when the button is pressed.
  private func connect(
    _ button: String, _ contents: @escaping @Sendable () -> FolderContents,
    _ clear: @escaping @Sendable () -> Void
  ) {
    show(contents, of: button)
    builder.get(button).connect("clicked") { [weak self] in
      self?.worker.run(clear)
      self?.show(contents, of: button)
    }
  }

  private func show(_ contents: @escaping @Sendable () -> FolderContents, of button: String) {
    builder.get(button).set("sensitive", false)
    worker.run { [weak self] in
      let contents = contents()
      Task { @MainActor in
        guard let self else { return }
        let count = contents.entries, size = sizeText(contents.bytes)
        self.builder.get(button + "-row").set(
          "subtitle",
          count == 0
            ? localized("Empty", context: "state")
            : localized("\(count) recording, \(size)", plural: "\(count) recordings, \(size)", count: count))
        self.builder.get(button).set("sensitive", count > 0)
      }
    }
  }

  private func connectHints() {
    let button = builder.get("show-hints")
    let areGone = { [settings] in Self.hints.contains { !settings.bool($0, default: false) } }
    button.set("sensitive", areGone())
    button.connect("clicked") { [weak self] in
      for hint in Self.hints { self?.settings.set(hint, true) }
      self?.builder.get("show-hints").set("sensitive", false)
    }
  }
}
