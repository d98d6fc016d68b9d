// NoiseDrawer.swift
// Noise reduction in a window: its commands, and the panel beside the diagram, which is made when it is first
// opened.

import GtkBridge
import HostIO
import Localization
import WaveformModel

/// Opens and closes the panel of noise reduction.
@MainActor final class NoiseDrawer {
  /// Nil until it is first opened.
  private(set) var panel: NoisePanel?

  private let diagram: DiagramViewModel
  private let actions: CommandActions
  private let window: Window
  private let place: PanelPlace
  private let settings: Settings
  private let trace: Trace?
  private let observer = ModelObserver()

  init(
    _ diagram: DiagramViewModel, _ actions: CommandActions, _ contents: WindowContents, _ place: PanelPlace,
    _ settings: Settings, _ trace: Trace?
  ) {
    self.diagram = diagram
    self.actions = actions
    window = contents.window
    self.place = place
    self.settings = settings
    self.trace = trace
    addActions()
    let noise = diagram.noise
    observer.follow({ noise.listening }) { [actions] in actions.setState(.listen, $0.rawValue) }
    observer.follow({ noise.notice }) { [messages = contents.messages] in
      if $0.count > 0 { messages.show(Toast(lines: $0.text)) }
    }
    observer.follow({ noise.waitingCount > 0 }) { [messages = contents.messages] isWaiting in
      guard isWaiting else { return }
      let toast = Toast(localized("The clean waveform was not computed again"))
      toast.setButton(localized("Clean Again"), action: Command.cleanAgain.rawValue)
      messages.show(toast)
    }
    if let trace { write(noise, to: trace) }
  }

  private func addActions() {
    actions.addToggle(.noise) { [weak self] in self?.show($0) }
    actions.addChoice(.listen, state: "original") { [weak diagram] text in
      if let listening = ListeningChoice(rawValue: text) { diagram?.noise.listening = listening }
    }
    actions.add(.cleanAgain) { [weak diagram] in diagram?.noise.cleanAgain() }
    // Plain keys cannot carry a target, so each choice has its own command.
    actions.add(.listenOriginal, on: diagram) { $0.listen(to: .first, orTo: .original) }
    actions.add(.listenClean, on: diagram) { $0.listen(to: .second, orTo: .clean) }
    actions.add(.listenResidue, on: diagram) { $0.listen(to: .difference, orTo: .residue) }
    actions.addText(.laneNoise) { [weak self] target in
      guard let self, let (plot, _) = LaneCommands.waveform(target, of: diagram) else { return }
      show(for: plot)
    }
  }

  /// Opens the panel for the noise of a waveform.
  func show(for plot: PlotViewModel) {
    diagram.noise.choose(plot)
    show(true)
  }

  /// Opens the panel, and takes the profile of a waveform's noise from the selection.
  func takeProfile(of plot: PlotViewModel) {
    show(for: plot)
    diagram.noise.takeProfile(of: diagram.selection?.range)
  }

  func show(_ isShown: Bool) {
    guard isShown else { return place.hide(.noise) }
    let panel = panel ?? makePanel()
    self.panel = panel
    trace?.write("noise-panel", ["open": true])
    place.show(panel.root, of: .noise) { [weak panel, trace] in
      panel?.adopt(isShown: false)
      trace?.write("noise-panel", ["open": false])
    }
    panel.adopt(isShown: true)
  }

  private func makePanel() -> NoisePanel {
    let panel = NoisePanel(diagram, settings)
    panel.onClose = { [weak self] in self?.show(false) }
    panel.onLoad = { [weak self] in self?.loadProfile() }
    panel.onSave = { [weak self] in self?.saveProfile() }
    if let trace {
      observer.follow({ [weak panel] in panel?.residueReport }) { report in
        guard let report else { return }
        trace.write("residue", ["percent": report.percent ?? -1, "parts": report.levels.count])
      }
    }
    return panel
  }

  private func loadProfile() {
    FileDialog.open(
      title: localized("Load a Noise Profile"), parent: window, filters: [], allFiles: localized("All Files")
    ) {
      [weak self] files in
      if let path = files.first?.filePath { self?.diagram.noise.loadProfile(from: path) }
    }
  }

  private func saveProfile() {
    guard let plot = diagram.noise.target else { return }
    FileDialog.save(
      title: localized("Keep the Noise Profile"), parent: window,
      name: "\(plot.stem ?? plot.path.displayName).noise-profile"
    ) { [weak self] file in
      if let path = file.filePath { self?.diagram.noise.saveProfile(to: path) }
    }
  }

  // MARK: Trace

  private func write(_ noise: NoiseReduction, to trace: Trace) {
    observer.follow({ noise.profile?.sampleRate }) {
      trace.write("noise-profile", $0.map { ["sampleRate": $0] } ?? ["none": true])
    }
    observer.follow({ noise.problem ?? noise.failure }) {
      if $0 != nil { trace.write("noise-problem") }
    }
    observer.follow({ noise.listening }) { trace.write("listening", ["to": $0.rawValue]) }
    observer.follow({ noise.settings }) {
      trace.write(
        "noise-settings",
        [
          "reduction": $0.reduction, "sensitivity": $0.sensitivity, "smoothing": $0.smoothing,
          "clicks": $0.clicks, "hum": $0.removesHum, "changing": $0.followsLevel, "adaptive": $0.isAdaptive,
        ])
    }
    observer.follow({ CleanState(noise) }) { $0.write(to: trace) }
  }

  /// The progress of the clean waveform.
  private struct CleanState: Equatable {
    let era: Int?, preview: Int, percent: Int?, isComplete: Bool

    @MainActor init(_ noise: NoiseReduction) {
      era = noise.plot?.restartCount
      preview = noise.plot?.previewCount ?? 0
      percent = noise.progress.map { Int($0 * 100) }
      isComplete = noise.plot?.isComplete == true
    }

    @MainActor func write(to trace: Trace) {
      guard let era else { return trace.write("clean", ["none": true]) }
      trace.write(
        "clean", ["job": era, "preview": preview, "percent": percent ?? 100, "complete": isComplete])
    }
  }
}
