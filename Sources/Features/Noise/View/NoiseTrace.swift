// NoiseTrace.swift
// What a trace tells of noise reduction.

import WaveformModel
import WaveformViews

/// Writes down what becomes of noise reduction.
@MainActor struct NoiseTrace {
  private let noise: NoiseReduction

  init(_ noise: NoiseReduction) { self.noise = noise }

  func write(to trace: Trace, by observer: ModelObserver) {
    let noise = noise
    observer.follow({ noise.profile?.sampleRate }) {
      trace.write("noise-profile", $0.map { ["sampleRate": $0] } ?? ["none": true])
    }
    observer.follow({ noise.problem ?? noise.failure }) {
      if $0 != nil { trace.write("noise-problem") }
    }
    observer.follow({ noise.listening }) { trace.write("listening", ["to": $0.rawValue]) }
    observer.follow({ noise.settings }) {
      trace.write(
        "noise-settings",
        [
          "reduction": $0.reduction, "sensitivity": $0.sensitivity, "smoothing": $0.smoothing,
          "clicks": $0.clicks, "hum": $0.removesHum, "changing": $0.followsLevel, "adaptive": $0.isAdaptive,
        ])
    }
    observer.follow({ CleanState(noise) }) { $0.write(to: trace) }
  }

  /// The progress of the clean waveform.
  private struct CleanState: Equatable {
    let era: Int?, preview: Int, percent: Int?, isComplete: Bool

    @MainActor init(_ noise: NoiseReduction) {
      era = noise.plot?.restartCount
      preview = noise.plot?.previewCount ?? 0
      percent = noise.progress.map { Int($0 * 100) }
      isComplete = noise.plot?.isComplete == true
    }

    @MainActor func write(to trace: Trace) {
      guard let era else { return trace.write("clean", ["none": true]) }
      trace.write(
        "clean", ["job": era, "preview": preview, "percent": percent ?? 100, "complete": isComplete])
    }
  }
}
