// LookCommands.swift
// Commands and settings for how waveforms are drawn. Actions change the model; the states of actions, the
// settings and the trace follow the model, whatever changed it.

import GtkBridge
import Projects
import WaveformCore
import WaveformModel

/// The commands for how waveforms look.
@MainActor final class LookCommands {
  private let diagram: DiagramViewModel
  private let actions: CommandActions
  private let settings: Settings
  private let trace: Trace?
  private let observer = ModelObserver()

  /// The step of one press of Ctrl+Up or Ctrl+Down, in dB.
  private static let raiseStep = 3.0

  init(_ diagram: DiagramViewModel, _ actions: CommandActions, _ settings: Settings, _ trace: Trace?) {
    self.diagram = diagram
    self.actions = actions
    self.settings = settings
    self.trace = trace
    adoptSettings()
    addActions()
    follow()
    diagram.events.listen(self) { commands, event in
      // What a project has brought goes with it.
      if case .emptied = event { commands.adoptSettings() }
    }
  }

  /// Applies the stored settings, before anything is drawn.
  private func adoptSettings() {
    func choice<Choice: RawRepresentable<String>>(_ key: String, _ standard: Choice) -> Choice {
      Choice(rawValue: settings.string(key, default: standard.rawValue)) ?? standard
    }
    var look = WaveformLook()
    look.spectrogram = diagram.look.spectrogram
    look.style = choice("style", look.style)
    look.loudness = choice("envelope-inner", look.loudness)
    look.channels = choice("channel-mode", look.channels)
    look.amplitude.unit = choice("amplitude-unit", look.amplitude.unit)
    let floor = Float(settings.int("decibel-floor", default: -60))
    look.amplitude.floorInDecibels = min(max(floor, -120), -12)
    look.isNormalized = settings.bool("normalize", default: false)
    look.bars = BarMetrics(
      clampingWidth: settings.int("bar-width", default: 2), gap: settings.int("bar-gap", default: 1))
    look.showsMarks = settings.bool("show-marks", default: true)
    diagram.look = look
    diagram.loudness.adopt(
      KeptLoudness(
        isShown: settings.bool("show-loudness", default: false),
        target: LoudnessLine.target(named: settings.string("loudness-target", default: "-23"))
          ?? LoudnessLine.standard))
    diagram.showsAmplitudeRuler = settings.bool("show-amplitude-ruler", default: true)
  }

  private func addActions() {
    // A project brings its own look, which is not that of new windows: of what it keeps, only what is chosen here is
    // remembered.
    addChoice(.style) { [settings] diagram, text in
      guard let style = WaveformStyle(rawValue: text) else { return }
      diagram.lanes.draw(style)
      settings.set("style", text)
    }
    actions.add(.nextStyle) { [weak diagram, settings] in
      guard let diagram else { return }
      let style = diagram.look.style.next
      diagram.lanes.draw(style)
      settings.set("style", style.rawValue)
    }
    addChoice(.loudness) { diagram, text in
      EnvelopeLoudness(rawValue: text).map { diagram.look.loudness = $0 }
    }
    addChoice(.barSize) { diagram, text in BarMetrics(name: text).map { diagram.look.bars = $0 } }
    addChoice(.channelMode) { [settings] diagram, text in
      guard let channels = ChannelMode(rawValue: text) else { return }
      diagram.lanes.show(channels)
      settings.set("channel-mode", text)
    }
    addChoice(.amplitudeUnit) { [settings] diagram, text in
      guard let unit = AmplitudeScale.Unit(rawValue: text) else { return }
      diagram.lanes.measure(in: unit)
      settings.set("amplitude-unit", text)
    }
    addChoice(.decibelFloor) { diagram, text in
      let floor = AmplitudeScale.floorsInDecibels.first { "\(Int($0))" == text }
      floor.map { diagram.look.amplitude.floorInDecibels = $0 }
    }
    addToggle(.normalize) { [settings] diagram, isOn in
      diagram.lanes.normalize(isOn)
      settings.set("normalize", isOn)
    }
    addToggle(.showMarks) { $0.look.showsMarks = $1 }
    addToggle(.amplitudeRuler) { $0.showsAmplitudeRuler = $1 }
    addToggle(.loudnessLine) { [settings] diagram, isOn in
      diagram.loudness.show(isOn)
      settings.set("show-loudness", isOn)
    }
    addChoice(.loudnessTarget) { [settings] diagram, text in
      guard let target = LoudnessLine.target(named: text) else { return }
      diagram.loudness.aim(at: target)
      settings.set("loudness-target", text)
    }
    actions.add(.raise, on: diagram) { $0.lanes.raise(by: Self.raiseStep) }
    actions.add(.lower, on: diagram) { $0.lanes.raise(by: -Self.raiseStep) }
    actions.add(.resetGain, on: diagram) { $0.lanes.resetGains() }
  }

  private func addChoice(
    _ command: Command, _ choose: @escaping @MainActor (DiagramViewModel, String) -> Void
  ) {
    actions.addChoice(command) { [weak diagram] in
      if let diagram { choose(diagram, $0) }
    }
  }

  private func addToggle(_ command: Command, _ toggle: @escaping @MainActor (DiagramViewModel, Bool) -> Void)
  {
    actions.addToggle(command) { [weak diagram] in
      if let diagram { toggle(diagram, $0) }
    }
  }

  private func follow() {
    let diagram = diagram
    // How spectra are drawn changes with every step of a drag, and is told by `SpectrumCommands`.
    observer.follow({
      var look = diagram.look
      look.spectrogram = SpectrogramLook()
      return look
    }) { [weak self] in self?.show($0) }
    observer.follow({ diagram.showsAmplitudeRuler }) { [weak self] isShown in
      self?.actions.setState(.amplitudeRuler, isShown)
      self?.remember("show-amplitude-ruler", isShown)
    }
    let loudness = diagram.loudness
    observer.follow({ loudness.isShown }) { [weak self] in self?.actions.setState(.loudnessLine, $0) }
    observer.follow({ loudness.targetName }) { [weak self] in self?.actions.setState(.loudnessTarget, $0) }
    guard let trace else { return }
    observer.follow({ loudness.isShown }) { trace.write("loudness-line", ["shown": $0]) }
    observer.follow({ LaneDecibels(diagram) }) { lanes in
      if let lanes { trace.write("gain", ["lanes": lanes.decibels]) }
    }
  }

  private func show(_ look: WaveformLook) {
    actions.setState(.loudness, look.loudness.rawValue)
    if settings.string("envelope-inner", default: "") != look.loudness.rawValue {
      settings.set("envelope-inner", look.loudness.rawValue)
    }
    actions.setState(.channelMode, look.channels.rawValue)
    actions.setState(.style, look.style.rawValue)
    actions.setState(.amplitudeUnit, look.amplitude.unit.rawValue)
    let floor = Int(look.amplitude.floorInDecibels)
    actions.setState(.decibelFloor, "\(floor)")
    remember("decibel-floor", floor)
    actions.setState(.barSize, look.bars.name)
    remember("bar-width", look.bars.width)
    remember("bar-gap", look.bars.gap)
    actions.setState(.normalize, look.isNormalized)
    actions.setState(.showMarks, look.showsMarks)
    remember("show-marks", look.showsMarks)
    trace?.write(
      "look",
      [
        "style": look.style.rawValue, "channels": look.channels.rawValue,
        "unit": look.amplitude.unit.rawValue, "floor": floor, "normalized": look.isNormalized,
        "bars": look.bars.name,
      ])
  }

  private func remember(_ key: String, _ value: Bool) {
    if settings.bool(key, default: !value) != value { settings.set(key, value) }
  }

  private func remember(_ key: String, _ value: Int) {
    if settings.int(key, default: value - 1) != value { settings.set(key, value) }
  }
}

/// The total gain of each lane of the first recording, in dB.
struct LaneDecibels: Equatable, Sendable {
  let decibels: [Float]

  /// Nil while there is no recording.
  @MainActor init?(_ diagram: DiagramViewModel) {
    guard let plot = diagram.plots.first else { return nil }
    decibels = plot.lanes(diagram.look.channels).indices.map {
      (diagram.look(ofLane: $0, in: plot).amplitude.gainInDecibels * 100).rounded() / 100
    }
  }
}
