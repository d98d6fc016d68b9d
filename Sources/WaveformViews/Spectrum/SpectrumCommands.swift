// SpectrumCommands.swift
// Commands and settings for how spectra are made and drawn. Actions and the popover change the model; settings and the
// states of actions follow it, whatever changed it.

import GtkBridge
import WaveformCore
import WaveformModel

/// The commands of spectrograms.
@MainActor final class SpectrumCommands {
  private let settings: Settings
  private let observer = ModelObserver()
  private let popover: SpectrogramPopover

  init(
    _ diagram: DiagramViewModel, _ actions: CommandActions, _ view: DiagramView, in host: Widget,
    _ settings: Settings, _ trace: Trace?
  ) {
    self.settings = settings
    popover = SpectrogramPopover(diagram, in: host) { [weak view] in view?.focus() }
    diagram.look.spectrogram = settings.spectrogram
    actions.add(.spectrogram) { [weak popover, weak view] in
      if let view { popover?.open(at: view.spectrogramPlace) }
    }
    actions.addChoice(.frequencyScale) { [weak diagram] text in
      FrequencyScale(rawValue: text).map { diagram?.look.spectrogram.setScale($0) }
    }
    actions.add(.allFrequencies, on: diagram) { $0.look.spectrogram.range = nil }
    let hover = view.hover
    actions.addToggle(.harmonics) { [weak hover, weak actions] isOn in
      hover?.showsHarmonics = isOn
      actions?.setState(.harmonics, isOn)
    }
    observer.follow({ WantedSpectra(diagram) }) { wanted in
      diagram.spectrograms.settings = wanted.settings
      for plot in diagram.plots { diagram.spectrograms.setShown(wanted.shows[plot.number] == true, plot) }
    }
    observer.follow({ diagram.look.spectrogram }) { [weak actions, settings] look in
      actions?.setState(.frequencyScale, look.scale.rawValue)
      settings.spectrogram = look
      trace?.write(
        "spectrogram",
        [
          "scale": look.scale.rawValue, "colors": look.colors.rawValue, "floor": look.floor,
          "ceiling": look.ceiling, "low": look.range?.low ?? 0, "high": look.range?.high ?? 0,
          "window": look.settings.windowLength,
        ])
    }
  }
}

/// Which waveforms show spectra, by their numbers, and how those are made.
private struct WantedSpectra: Equatable, Sendable {
  let settings: SpectrogramSettings
  let shows: [Int: Bool]

  @MainActor init(_ diagram: DiagramViewModel) {
    settings = diagram.look.spectrogram.settings
    shows = Dictionary(
      diagram.plots.map { ($0.number, diagram.lanes.style(of: $0).showsSpectrogram) },
      uniquingKeysWith: { $1 })
  }
}

extension Settings {
  /// How spectra are drawn in new windows; all frequencies of them.
  fileprivate var spectrogram: SpectrogramLook {
    get {
      func choice<Choice: RawRepresentable<String>>(_ key: String, _ standard: Choice) -> Choice {
        Choice(rawValue: string(key, default: standard.rawValue)) ?? standard
      }
      var look = SpectrogramLook()
      look.scale = choice("spectrogram-scale", look.scale)
      look.colors = choice("spectrogram-colors", look.colors)
      look.setFloor(Double(int("spectrogram-floor", default: Int(look.floor))))
      look.setCeiling(Double(int("spectrogram-ceiling", default: Int(look.ceiling))))
      look.settings.window = choice("spectrogram-window", look.settings.window)
      let length = double("spectrogram-window-length", default: look.settings.windowLength * 1000)
      // The usual length stays what it is, to the last digit.
      if abs(length / 1000 - look.settings.windowLength) > 5e-5 { look.setWindowLength(length / 1000) }
      let overlap = int("spectrogram-overlap", default: look.settings.overlap)
      if SpectrogramSettings.overlaps.contains(overlap) { look.settings.overlap = overlap }
      return look
    }
    set {
      let old = spectrogram
      if newValue.scale != old.scale { set("spectrogram-scale", newValue.scale.rawValue) }
      if newValue.colors != old.colors { set("spectrogram-colors", newValue.colors.rawValue) }
      if newValue.floor != old.floor { set("spectrogram-floor", Int(newValue.floor.rounded())) }
      if newValue.ceiling != old.ceiling { set("spectrogram-ceiling", Int(newValue.ceiling.rounded())) }
      let (made, before) = (newValue.settings, old.settings)
      if made.window != before.window { set("spectrogram-window", made.window.rawValue) }
      if abs(made.windowLength - before.windowLength) > 1e-6 {
        set("spectrogram-window-length", made.windowLength * 1000)
      }
      if made.overlap != before.overlap { set("spectrogram-overlap", made.overlap) }
    }
  }
}

extension FrequencyScale {
  var title: String {
    switch self {
    case .linear: "linear"
    case .logarithmic: "logarithmic"
    case .mel: "mel"
    case .notes: "notes"
    }
  }
}
