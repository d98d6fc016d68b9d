// SpectrumDrawer.swift
// The spectrum of the selection in a window: its command, and the panel beside the diagram.

import GtkBridge
import WaveformModel

/// The command and the panel of spectra.
@MainActor final class SpectrumDrawer {
  private let drawer: PanelDrawer<SpectrumPanel>
  private let observer = ModelObserver()

  init(
    _ diagram: DiagramViewModel, _ actions: CommandActions, _ window: Window, _ place: PanelPlace,
    _ trace: Trace?
  ) {
    drawer = PanelDrawer(.spectrum, actions, place, trace) { [weak window] in
      let panel = SpectrumPanel(diagram)
      panel.onCopy = { [weak window] in window?.copyToClipboard($0) }
      return panel
    }
    guard let trace else { return }
    let model = diagram.spectrograms.stretch
    observer.follow({ model.subject?.progress == nil ? model.subject?.spectrum : nil }) { spectrum in
      guard let spectrum else { return }
      trace.write(
        "spectrum", ["loudest": spectrum.loudestFrequency, "transforms": spectrum.count])
    }
  }
}
