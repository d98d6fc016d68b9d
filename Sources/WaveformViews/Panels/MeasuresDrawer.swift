// MeasuresDrawer.swift
// Measures in a window: their commands, and the panel beside the diagram, which is made when it is first opened.

import GtkBridge
import Measures
import WaveformModel

/// Opens and closes the panel of measures.
@MainActor final class MeasuresDrawer {
  private var panel: MeasuresPanel?
  private let diagram: DiagramViewModel
  private let window: Window
  private let place: PanelPlace
  private let trace: Trace?
  private let observer = ModelObserver()

  init(
    _ diagram: DiagramViewModel, _ actions: CommandActions, _ window: Window, _ place: PanelPlace,
    _ trace: Trace?
  ) {
    self.diagram = diagram
    self.window = window
    self.place = place
    self.trace = trace
    actions.addToggle(.measures) { [weak self] in self?.show($0) }
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

  func show(_ isShown: Bool) {
    guard isShown else { return place.hide(.measures) }
    let panel = panel ?? MeasuresPanel(diagram)
    panel.onClose = { [weak self] in self?.show(false) }
    self.panel = panel
    diagram.measures.isShown = true
    trace?.write("measures-panel", ["open": true])
    place.show(panel.root, of: .measures) { [weak self] in
      self?.diagram.measures.isShown = false
      self?.trace?.write("measures-panel", ["open": false])
    }
  }
}
