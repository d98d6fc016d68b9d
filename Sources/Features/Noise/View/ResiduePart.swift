// ResiduePart.swift
// What was taken away, in the panel: a picture, how loud it is, and in words how much of the sound went with the
// noise. Follows the model while the panel is shown.

import GtkBridge
import Localization
import Measures
import Spectral
import WaveformCore
import WaveformDrawing
import WaveformModel
import WaveformViews

/// The widgets for one `ResidueModel`.
@MainActor final class ResiduePart {
  let model = ResidueModel()
  private let box: Widget, peak: Widget, text: Widget, working: Widget
  private let picture = ResiduePicture()
  private let observer = ModelObserver()

  init(_ builder: Builder, _ diagram: DiagramViewModel) {
    box = builder.get("residue")
    peak = builder.get("residue_peak")
    text = builder.get("residue_text")
    working = builder.get("working_bar")
    builder.get("residue_box", as: BoxWidget.self).append(picture)
    let model = model
    observer.follow({ ResidueSubject(diagram) }) { model.look(at: $0) }
    observer.follow({ diagram.noise.plot != nil }) { [weak self] in self?.box.isVisible = $0 }
    observer.follow({ model.report?.levels ?? [] }) { [weak self] in self?.picture.levels = $0 }
    observer.follow({ Shown(model, diagram.noise) }) { [weak self] in self?.show($0) }
  }

  var palette: Palette {
    get { picture.palette }
    set { picture.palette = newValue }
  }

  /// What is said about the residue.
  private struct Shown: Equatable {
    /// The share of the clean waveform that is there, in percent; nil: all of it.
    let working: Int?
    let text: String
    /// What the figure means, in full.
    let meaning: String
    /// In dBFS; nil: nothing was taken away.
    let peak: Float?
    let isProblem: Bool

    @MainActor init(_ model: ResidueModel, _ noise: NoiseReduction) {
      working = noise.progress.map { Int($0 * 100) }
      isProblem = model.problem != nil && working == nil
      let report = model.report
      peak = report.flatMap { $0.peak > 0 ? (decibels(ofRatio: $0.peak) * 10).rounded() / 10 : nil }
      meaning =
        report?.percent.map {
          localized("At least \($0) % of what was taken away in view correlates with what is kept.")
        } ?? ""
      if let working {
        text = localized("Reducing the noise… \(working) %")
      } else {
        text = model.problem ?? report.map { Self.text(of: $0, noise.settings) } ?? ""
      }
    }

    private static func text(of report: ResidueReport, _ settings: NoiseReductionSettings) -> String {
      [text(of: report.taken), lossText(of: report, settings)].compactMap(\.self).joined(separator: " ")
    }

    /// What became of the noise in view; nil where that cannot be told.
    private static func text(of taken: NoiseTaken) -> String? {
      switch (taken.hum.map(NoiseTaken.text), taken.noise.map(NoiseTaken.text)) {
      // Translators: two levels in decibels, as −38 and −12
      case (let hum?, let noise?): localized("Hum \(hum) dB, noise \(noise) dB.")
      case (let hum?, nil): localized("Hum \(hum) dB.")
      case (nil, let noise?): localized("Noise \(noise) dB.")
      case (nil, nil): nil
      }
    }

    private static func lossText(of report: ResidueReport, _ settings: NoiseReductionSettings) -> String {
      guard let loss = report.loss, let percent = report.percent else {
        return report.peak > 0
          ? localized("Too little is in view to tell whether sound went with the noise.")
          : localized("Nothing was taken away.")
      }
      return switch loss {
      case .little: localized("Little of the sound went with the noise: at least \(percent) %.")
      case .some: localized("Some of the sound went with the noise: at least \(percent) %.")
      case .much:
        settings.sensitivity > NoiseReductionSettings.sensitivities.lowerBound
          ? localized("Much of the sound went with the noise: at least \(percent) %. Lower the sensitivity.")
          : localized("Much of the sound went with the noise: at least \(percent) %. Lower the reduction.")
      }
    }
  }

  private func show(_ shown: Shown) {
    text.set("label", shown.text)
    text.setAlarming(shown.isProblem)
    text.setTooltip(shown.meaning.isEmpty ? nil : shown.meaning)
    peak.set(
      "label", shown.peak.map { "\(Numerals.shown(MeasureItem.text(Double($0), decimals: 1))) dBFS" } ?? "")
    picture.setAccessibleDescription([shown.text, shown.meaning].joined(separator: " "))
    // It keeps its place, so that nothing about it jumps.
    working.set("opacity", shown.working == nil ? 0.0 : 1.0)
    working.set("fraction", Double(shown.working ?? 0) / 100)
  }
}
