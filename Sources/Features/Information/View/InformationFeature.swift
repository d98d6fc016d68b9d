// InformationFeature.swift
// The properties of a recording: what its file says of itself, and whether its samples are those that were encoded.

import WaveformModel
import WaveformViews

/// The feature as the program lists it.
package final class InformationFeature: Feature {
  package init() {}

  package func part(of window: WindowParts) -> FeaturePart {
    FeaturePart(keeping: InformationCommand(window))
  }
}

/// The command of one window, and the window "Properties" while it is shown.
@MainActor private final class InformationCommand {
  private let model: InformationViewModel
  private let parts: WindowParts
  private var window: InformationWindow?

  init(_ parts: WindowParts) {
    model = InformationViewModel(parts.diagram)
    self.parts = parts
    parts.actions.add(.properties, when: parts.hasRecording) { [weak self] in self?.show() }
  }

  /// Tells of the waveform that has the focus. The window goes with its parent.
  private func show() {
    model.show(parts.view.focusedPlot)
    let window = window ?? InformationWindow(model) { [weak self] in self?.window = nil }
    self.window = window
    window.present(over: parts.window)
  }
}
