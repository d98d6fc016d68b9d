// MeasuresDrawer.swift
// Measures in a window: their commands, and the panel beside the diagram.

import GtkBridge
import Measures
import WaveformModel

/// The commands and the panel of measures.
@MainActor final class MeasuresDrawer {
  private let drawer: PanelDrawer<MeasuresPanel>
  private let observer = ModelObserver()

  init(
    _ diagram: DiagramViewModel, _ actions: CommandActions, _ window: Window, _ place: PanelPlace,
    _ trace: Trace?
  ) {
    drawer = PanelDrawer(.measures, actions, place, trace) { MeasuresPanel(diagram) }
    actions.addText(.copyMeasures) { [weak diagram, weak window] name in
      guard let form = MeasuresModel.Form(rawValue: name), let text = diagram?.measures.text(form) else {
        return
      }
      window?.copyToClipboard(text)
    }
    guard let trace else { return }
    observer.follow({ diagram.measures.subject?.measures }) { measures in
      guard let measures else { return }
      trace.write(
        "measures",
        ["frames": measures.frames, "integrated": MeasureItem.integrated.text(of: measures.whole)])
    }
  }
}
