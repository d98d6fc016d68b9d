// AmplitudeButton.swift
// The button above the amplitude rulers: it shows their unit, and opens the menu that changes it.

import GtkBridge
import Resources
import WaveformCore
import WaveformModel

/// The unit of amplitudes, as a button.
@MainActor final class AmplitudeButton {
  let widget: Widget
  let button: Widget
  private let observer = ModelObserver()

  private struct Contents: Equatable, Sendable {
    let unit: AmplitudeScale.Unit
    let isShown: Bool
  }

  init(_ diagram: DiagramViewModel) {
    let builder = Builder(Resources.amplitude)
    widget = builder.get("amplitude")
    button = builder.get("amplitude_button")
    button.setMenu(WindowMenus.amplitude)
    observer.follow({
      Contents(
        unit: diagram.look.amplitude.unit,
        isShown: diagram.showsAmplitudeRuler && diagram.plots.contains { $0.channels > 0 })
    }) { [weak self] in self?.show($0) }
  }

  private func show(_ contents: Contents) {
    widget.isVisible = contents.isShown
    button.set("label", contents.unit == .linear ? "±1" : "dB")
    let name = contents.unit == .linear ? "linear" : "decibels"
    button.setAccessibleLabel("Amplitude unit: \(name)")
    button.set("tooltip-text", "How amplitudes are drawn: \(name)")
  }
}
