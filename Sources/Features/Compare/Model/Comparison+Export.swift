// Comparison+Export.swift
// What exports take of a comparison: the difference.

import AudioExport
import AudioFormats
import WaveformCore
import WaveformModel

extension Comparison: ResultExporter {
  var heardResult: String? { sound.hearsDifference ? "difference" : nil }

  func results(of plot: PlotViewModel) -> [ComputedResult] {
    guard plot === self.plot, let copy else { return [] }
    return [
      ComputedResult(kind: "difference", title: { _ in plot.settings.name ?? "" }) { _, title in
        ExportSource(difference: copy, name: title)
      }
    ]
  }

  func copy(of plot: PlotViewModel) -> (@Sendable () -> any SampleSource)? {
    guard plot === self.plot, let copy else { return nil }
    return { copy.source() }
  }
}
