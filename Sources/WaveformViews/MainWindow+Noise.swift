// MainWindow+Noise.swift
// Noise reduction in a window: the panel beside the diagram, which is made when it is first wanted, and its commands.

import GtkBridge
import HostIO
import WaveformModel

extension MainWindow {
  func addNoiseActions() {
    actions.addToggle(.noise) { [weak self] in self?.showNoisePanel($0) }
    actions.addChoice(.listen, state: "original") { [weak diagram] text in
      if let listening = ListeningChoice(rawValue: text) { diagram?.noise.listening = listening }
    }
    // Plain keys have no target.
    add(.listenOriginal) { $0.diagram.noise.listening = .original }
    add(.listenClean) { $0.diagram.noise.listening = .clean }
    add(.listenResidue) { $0.diagram.noise.listening = .residue }
  }

  func followNoise() {
    let noise = diagram.noise
    observer.follow({ noise.listening }) { [weak self] in self?.actions.setState(.listen, $0.rawValue) }
    guard let trace else { return }
    observer.follow({ noise.profile?.sampleRate }) {
      trace.write("noise-profile", $0.map { "\"sampleRate\":\($0)" } ?? "\"none\":true")
    }
    observer.follow({ noise.problem ?? noise.failure }) {
      if $0 != nil { trace.write("noise-problem") }
    }
    observer.follow({ noise.listening }) { trace.write("listening", "\"to\":\"\($0.rawValue)\"") }
    observer.follow({ CleanState(noise) }) { $0.write(to: trace) }
  }

  /// How far the clean waveform has come, for the trace.
  private struct CleanState: Equatable {
    let era: Int?, preview: Int, percent: Int?, isComplete: Bool

    @MainActor init(_ noise: NoiseReduction) {
      era = noise.plot?.era
      preview = noise.plot?.previewGeneration ?? 0
      percent = noise.progress.map { Int($0 * 100) }
      isComplete = noise.plot?.isComplete == true
    }

    @MainActor func write(to trace: Trace) {
      guard let era else { return trace.write("clean", "\"none\":true") }
      trace.write(
        "clean",
        "\"job\":\(era),\"preview\":\(preview),\"percent\":\(percent ?? 100),\"complete\":\(isComplete)")
    }
  }

  func showNoisePanel(_ isShown: Bool) {
    if isShown, noisePanel == nil {
      let panel = NoisePanel(diagram)
      panel.onClose = { [weak self] in self?.showNoisePanel(false) }
      panel.onLoad = { [weak self] in self?.loadNoiseProfile() }
      panel.onSave = { [weak self] in self?.saveNoiseProfile() }
      flap.setPanel(panel.root)
      noisePanel = panel
    }
    flap.isRevealed = isShown
    actions.setState(.noise, isShown)
    trace?.write("noise-panel", "\"open\":\(isShown)")
    if !isShown { diagramView.focus() }
  }

  private func loadNoiseProfile() {
    FileDialog.open(title: "Load a Noise Profile", parent: window, filters: [], allFiles: "All Files") {
      [weak self] files in
      if let path = files.first?.filePath { self?.diagram.noise.loadProfile(from: path) }
    }
  }

  private func saveNoiseProfile() {
    guard let plot = diagram.noise.target else { return }
    FileDialog.saveFile(
      title: "Keep the Noise Profile", parent: window,
      name: "\(plot.path.stem ?? plot.path.displayName).noise-profile"
    ) { [weak self] file in
      if let path = file.filePath { self?.diagram.noise.saveProfile(to: path) }
    }
  }
}
