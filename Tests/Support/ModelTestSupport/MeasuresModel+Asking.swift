// MeasuresModel+Asking.swift
// Asks for the measures of a waveform, and waits for them.

import Measures
import WaveformModel

extension MeasuresModel {
  /// The measures of a whole waveform; nil when it cannot be measured.
  package func measures(of plot: PlotViewModel) async -> Measures? {
    await withCheckedContinuation { continuation in
      ask(for: plot) { continuation.resume(returning: try? $0.get().measures) }
    }
  }
}
