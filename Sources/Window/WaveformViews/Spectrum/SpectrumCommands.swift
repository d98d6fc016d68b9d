// SpectrumCommands.swift
// Commands and settings for how spectra are made and drawn. Actions and the popover change the model; settings and the
// states of actions follow it, whatever changed it.

import GtkBridge
import Localization
import WaveformCore
import WaveformModel

/// The commands of spectrograms.
@MainActor final class SpectrumCommands {
  private let observer = ModelObserver()
  private let popover: SpectrogramPopover

  init(
    _ diagram: DiagramViewModel, _ actions: CommandActions, _ view: DiagramView, in host: Widget,
    _ settings: Settings, _ trace: Trace?
  ) {
    // A project brings its own, which is not that of new windows.
    popover = SpectrogramPopover(
      diagram, in: host, chosen: { settings.remember($0, since: $1) },
      closed: { [weak view] in view?.focus() })
    diagram.look.spectrogram = settings.spectrogram
    diagram.events.listen(self) { [weak diagram] _, event in
      // What a project has brought goes with it.
      if case .emptied = event { diagram?.look.spectrogram = settings.spectrogram }
    }
    actions.add(.spectrogram) { [weak popover, weak view] in
      if let view { popover?.open(at: view.spectrogramPlace) }
    }
    actions.addChoice(.frequencyScale) { [weak diagram] text in
      guard let diagram, let scale = FrequencyScale(rawValue: text) else { return }
      let past = diagram.look.spectrogram
      diagram.lanes.drawSpectra { $0.setScale(scale) }
      settings.remember(diagram.look.spectrogram, since: past)
    }
    actions.add(.allFrequencies, on: diagram) { $0.lanes.showAllFrequencies() }
    let hover = view.hover
    actions.addToggle(.harmonics) { [weak hover, weak actions] isOn in
      hover?.showsHarmonics = isOn
      actions?.setState(.harmonics, isOn)
    }
    observer.follow({ WantedSpectra(diagram) }) { wanted in
      diagram.spectrograms.settings = wanted.settings
      for plot in diagram.plots { diagram.spectrograms.setShown(wanted.shows[plot.number] == true, plot) }
    }
    observer.follow({ diagram.look.spectrogram }) { [weak actions] look in
      actions?.setState(.frequencyScale, look.scale.rawValue)
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
      diagram.plots.map { ($0.number, diagram.spectrograms.isWanted($0)) },
      uniquingKeysWith: { $1 })
  }
}

extension Settings {
  /// How spectra are drawn in new windows; all frequencies of them.
  fileprivate var spectrogram: SpectrogramLook {
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

  /// Keeps what was chosen, and nothing else.
  fileprivate func remember(_ look: SpectrogramLook, since past: SpectrogramLook) {
    if look.scale != past.scale { set("spectrogram-scale", look.scale.rawValue) }
    if look.colors != past.colors { set("spectrogram-colors", look.colors.rawValue) }
    if look.floor != past.floor { set("spectrogram-floor", Int(look.floor.rounded())) }
    if look.ceiling != past.ceiling { set("spectrogram-ceiling", Int(look.ceiling.rounded())) }
    let (made, before) = (look.settings, past.settings)
    if made.window != before.window { set("spectrogram-window", made.window.rawValue) }
    if made.windowLength != before.windowLength {
      set("spectrogram-window-length", made.windowLength * 1000)
    }
    if made.overlap != before.overlap { set("spectrogram-overlap", made.overlap) }
  }
}

extension FrequencyScale {
  var title: String {
    switch self {
    case .linear: localized("linear")
    case .logarithmic: localized("logarithmic")
    case .mel: localized("mel")
    // Translators: frequencies by the names of musical notes.
    case .notes: localized("notes")
    }
  }
}
