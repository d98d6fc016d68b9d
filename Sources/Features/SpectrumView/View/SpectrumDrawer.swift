// SpectrumDrawer.swift
// The spectrum of the selection in a window: its command, and the panel beside the diagram.

import GtkBridge
import WaveformModel
import WaveformViews

/// The command and the panel of spectra.
@MainActor final class SpectrumDrawer {
  private let drawer: PanelDrawer<SpectrumPanel>
  private let observer = ModelObserver()

  init(_ parts: WindowParts) {
    let diagram = parts.diagram, model = SpectrumModel(diagram)
    drawer = PanelDrawer(.spectrum, parts.actions, parts.panels, parts.trace) {
      [weak window = parts.window] in
      let panel = SpectrumPanel(model, of: diagram)
      panel.onCopy = { [weak window] in window?.copyToClipboard($0) }
      return panel
    }
    parts.actions.enable(.spectrum, when: parts.hasRecording)
    guard let trace = parts.trace else { return }
    observer.follow({ model.subject?.progress == nil ? model.subject?.spectrum : nil }) { spectrum in
      guard let spectrum else { return }
      trace.write(
        "spectrum", ["loudest": spectrum.loudestFrequency, "transforms": spectrum.count])
    }
  }
}
