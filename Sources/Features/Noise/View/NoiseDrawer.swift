// NoiseDrawer.swift
// Noise reduction in a window: its commands, and the panel beside the diagram, which is made when it is first
// opened.

import GtkBridge
import HostIO
import Localization
import WaveformModel
import WaveformViews

/// Opens and closes the panel of noise reduction.
@MainActor final class NoiseDrawer {
  private let drawer: PanelDrawer<NoisePanel>
  private let diagram: DiagramViewModel
  private let settings: Settings
  private let observer: ModelObserver

  init(_ parts: WindowParts) {
    let diagram = parts.diagram, settings = parts.settings, observer = ModelObserver()
    self.diagram = diagram
    self.settings = settings
    self.observer = observer
    drawer = PanelDrawer(.noise, parts.actions, parts.panels, parts.trace) {
      [weak observer, weak window = parts.window, trace = parts.trace] in
      let panel = NoisePanel(diagram, settings)
      panel.onLoad = { [weak diagram] in if let diagram, let window { Self.load(in: diagram, window) } }
      panel.onSave = { [weak diagram] in if let diagram, let window { Self.save(of: diagram, window) } }
      if let trace {
        observer?.follow({ [weak panel] in panel?.residueReport }) { report in
          guard let report else { return }
          trace.write("residue", ["percent": report.percent ?? -1, "parts": report.levels.count])
        }
      }
      return panel
    }
    adoptSettings()
    addActions(to: parts.actions, about: parts.subject, when: parts.hasRecording)
    follow(parts.actions, parts.messages)
    if let trace = parts.trace { NoiseTrace(diagram.noise).write(to: trace, by: observer) }
  }

  /// Takes over what noise reduction starts from.
  func adoptSettings() { diagram.noise.standard = settings.noise }

  private func addActions(
    to actions: CommandActions, about subject: @escaping @MainActor () -> PlotViewModel?,
    when hasRecording: @escaping @MainActor () -> Bool
  ) {
    actions.enable(.noise, when: hasRecording)
    actions.add(.noiseHere, when: hasRecording) { [weak self] in
      if let plot = subject() { self?.show(for: plot) }
    }
    let hasSelection: @MainActor () -> Bool = { [weak diagram] in diagram?.selection?.isEmpty == false }
    actions.add(.noiseProfile, when: hasSelection) { [weak self] in
      if let plot = subject() { self?.takeProfile(of: plot) }
    }
    actions.addText(.laneNoise) { [weak self] target in
      guard let self, let (plot, _) = LaneCommands.waveform(target, of: diagram) else { return }
      show(for: plot)
    }
    actions.addChoice(.listen, state: ListeningChoice.original.rawValue) { [weak diagram] text in
      if let listening = ListeningChoice(rawValue: text) { diagram?.noise.listening = listening }
    }
    actions.enable(.listen) { [weak diagram] in diagram?.noise.hasClean == true }
    actions.add(.cleanAgain) { [weak diagram] in diagram?.noise.cleanAgain() }
  }

  /// Opens the panel for the noise of a waveform.
  private func show(for plot: PlotViewModel) {
    diagram.noise.choose(plot)
    drawer.show(true)
  }

  /// Opens the panel, and takes the profile of a waveform's noise from the selection.
  private func takeProfile(of plot: PlotViewModel) {
    show(for: plot)
    diagram.noise.takeProfile(of: diagram.selection?.range)
  }

  private func follow(_ actions: CommandActions, _ messages: Messages) {
    let noise = diagram.noise
    observer.follow({ noise.listening }) { [actions] in actions.setState(.listen, $0.rawValue) }
    observer.follow({ noise.notice }) { [messages] in
      if $0.count > 0 { messages.show(Toast(lines: $0.text)) }
    }
    observer.follow({ noise.waitingCount > 0 }) { [messages] isWaiting in
      guard isWaiting else { return }
      let toast = Toast(localized("The clean waveform was not computed again"))
      toast.setButton(localized("Clean Again"), action: Command.cleanAgain.rawValue)
      messages.show(toast)
    }
  }

  // MARK: Files

  private static func load(in diagram: DiagramViewModel, _ window: Window) {
    FileDialog.open(
      title: localized("Load a Noise Profile"), parent: window, filters: [], allFiles: localized("All Files")
    ) { [weak diagram] files in
      if let path = files.first?.filePath { diagram?.noise.loadProfile(from: path) }
    }
  }

  private static func save(of diagram: DiagramViewModel, _ window: Window) {
    guard let plot = diagram.noise.target else { return }
    FileDialog.save(
      title: localized("Keep the Noise Profile"), parent: window,
      name: "\(plot.stem ?? plot.path.displayName).noise-profile"
    ) { [weak diagram] file in
      if let path = file.filePath { diagram?.noise.saveProfile(to: path) }
    }
  }
}
