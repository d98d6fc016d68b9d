// AmplitudeButton.swift
// The button above the rulers of the lanes: it shows their unit, and opens the menu that changes it. Beside spectra it is
// about frequencies.

import GtkBridge
import Localization
import Resources
import WaveformCore
import WaveformModel

/// The unit of amplitudes, as a button.
@MainActor final class AmplitudeButton {
  let widget: Widget
  let button: Widget
  /// About frequencies.
  let second: Widget
  /// Called when it may have another width.
  var onChange: (() -> Void)? { didSet { onChange?() } }
  private let observer = ModelObserver()

  private struct Contents: Equatable, Sendable {
    let unit: AmplitudeScale.Unit
    /// How frequencies are spread; nil where the first lane shows none.
    let frequencies: FrequencyScale?
    let isShown: Bool
  }

  init(_ diagram: DiagramViewModel) {
    let builder = Builder(Resources.amplitude)
    widget = builder.get("amplitude")
    button = builder.get("amplitude_button")
    second = builder.get("frequency_button")
    button.setMenu(WindowMenus.amplitude)
    second.setMenu(WindowMenus.frequency)
    observer.follow({
      Contents(
        unit: diagram.look.amplitude.unit,
        frequencies: diagram.plots.first.flatMap {
          diagram.lanes.style(of: $0).showsSpectrogram ? diagram.look.spectrogram.scale : nil
        },
        isShown: diagram.showsAmplitudeRuler && diagram.plots.contains { $0.channels > 0 })
    }) { [weak self] in self?.show($0) }
  }

  private func show(_ contents: Contents) {
    widget.isVisible = contents.isShown
    button.isVisible = contents.frequencies == nil
    second.isVisible = contents.frequencies != nil
    if let scale = contents.frequencies {
      second.set("label", scale == .notes ? "♪" : "Hz")
      second.setAccessibleLabel(localized("Frequencies: \(scale.title)"))
      second.setTooltip(localized("How frequencies are drawn: \(scale.title)"))
    }
    button.set("label", contents.unit == .linear ? "±1" : "dB")
    let name = contents.unit == .linear ? localized("linear") : localized("decibels")
    button.setAccessibleLabel(localized("Amplitude unit: \(name)"))
    button.setTooltip(localized("How amplitudes are drawn: \(name)"))
    onChange?()
  }
}
