// MeasuresDrawer.swift
// Measures in a window: their commands, and the panel beside the diagram.

import GtkBridge
import Measures
import WaveformModel
import WaveformViews

/// The commands and the panel of measures.
@MainActor final class MeasuresDrawer {
  private let drawer: PanelDrawer<MeasuresPanel>
  private let observer = ModelObserver()

  init(_ parts: WindowParts) {
    let diagram = parts.diagram, window = parts.window
    drawer = PanelDrawer(.measures, parts.actions, parts.panels, parts.trace) { MeasuresPanel(diagram) }
    parts.actions.enable(.measures, when: parts.hasRecording)
    parts.actions.addText(.copyMeasures) { [weak diagram, weak window] name in
      guard let form = ShownMeasures.Form(rawValue: name), let text = diagram?.shownMeasures.text(form) else {
        return
      }
      window?.copyToClipboard(text)
    }
    guard let trace = parts.trace else { return }
    observer.follow({ diagram.shownMeasures.subject?.measures }) { measures in
      guard let measures else { return }
      trace.write(
        "measures",
        ["frames": measures.frames, "integrated": MeasureItem.integrated.text(of: measures.whole)])
    }
  }
}
