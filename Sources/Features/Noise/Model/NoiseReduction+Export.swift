// NoiseReduction+Export.swift
// What exports take of noise reduction: the clean recording, and what was taken away.

import AudioExport
import AudioFormats
import Localization
import Recording
import Spectral
import WaveformCore
import WaveformModel

extension NoiseReduction: ResultExporter {
  /// The recording of which a clean one is shown, or else one of which there is any.
  var shownRecording: PlotViewModel? {
    plot?.original ?? lanes.plots.first { !$0.isComputed && cleanPlot(of: $0) != nil }
  }

  var heardResult: String? {
    switch listening {
    case .original: nil
    case .clean: "clean"
    case .residue: "residue"
    }
  }

  func results(of plot: PlotViewModel) -> [ComputedResult] {
    guard cleanPlot(of: plot) != nil else { return [] }
    let recipe = recipe(for: plot), path = plot.path
    guard recipe.problem(at: plot.sampleRate) == nil else { return [] }
    func result(
      _ kind: String, _ result: NoiseReductionResult, _ title: @escaping (String?) -> String
    ) -> ComputedResult {
      ComputedResult(kind: kind, title: title) { original, title in
        original?.reduced(recipe.effectiveProfile, recipe.settings, to: result, named: title, path: path)
      }
    }
    return [
      result("clean", .clean) { name in
        // Translators: the name of a recording
        name.map { localized("“\($0)”, clean") } ?? localized("Clean", context: "recording")
      },
      result("residue", .residue) { name in
        // Translators: the name of a recording
        name.map { localized("“\($0)”, residue") } ?? localized("Residue", context: "recording")
      },
    ]
  }

  func copy(of plot: PlotViewModel) -> (@Sendable () -> any SampleSource)? {
    guard treatments.treatment(of: plot) != nil, let recording = plot.original,
      let description = recording.description
    else { return nil }
    let recipe = recipe(for: recording)
    guard recipe.problem(at: description.sampleRate) == nil else { return nil }
    let (path, options, length) = (recording.path, recording.options, recording.length)
    return {
      ReducedSource(
        WholeSource(path, options, description, length: length), length: length, recipe.effectiveProfile,
        recipe.settings)
    }
  }
}
