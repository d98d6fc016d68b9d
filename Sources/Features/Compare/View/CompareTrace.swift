// CompareTrace.swift
// What the trace tells of a comparison. What X is in a blind test is told nowhere.

import WaveformModel
import WaveformViews

/// Writes down what a comparison comes to.
@MainActor struct CompareTrace {
  private let comparison: Comparison

  init(_ comparison: Comparison) { self.comparison = comparison }

  func write(to trace: Trace, by observer: ModelObserver) {
    let comparison = comparison
    observer.follow({ Laid(comparison) }) { $0.write(to: trace) }
    observer.follow({ Computed(comparison) }) { $0.write(to: trace) }
    observer.follow({ comparison.sound.choice }) { trace.write("compared-sound", ["to": $0.rawValue]) }
    observer.follow({ comparison.sound.test }) { test in
      if let test { trace.write("blind-test", ["right": test.right, "total": test.total]) }
    }
    observer.follow({ comparison.search.found }) { found in
      if let found { trace.write("aligned", ["certainty": found.certainty]) }
    }
    observer.follow({ comparison.problem ?? comparison.failure ?? comparison.search.problem }) {
      if $0 != nil { trace.write("comparison-problem") }
    }
  }

  /// What is compared, and how.
  private struct Laid: Equatable {
    let first: Int?, second: Int?, offset: Double?
    let adjustment: PairAdjustment

    @MainActor init(_ comparison: Comparison) {
      first = comparison.pair?.first.number
      second = comparison.pair?.second.number
      offset = comparison.offset
      adjustment = comparison.adjustment
    }

    @MainActor func write(to trace: Trace) {
      guard let first, let second, let offset else { return trace.write("comparison", ["none": true]) }
      trace.write(
        "comparison",
        [
          "first": first, "second": second, "offset": offset, "gain": adjustment.gain,
          "inverted": adjustment.isInverted,
          "channels": adjustment.channels.map(\.source),
        ])
    }
  }

  /// How far the difference has come.
  private struct Computed: Equatable {
    let era: Int?, percent: Int?, isComplete: Bool, places: Int, agreement: DifferenceFinder.Agreement?

    @MainActor init(_ comparison: Comparison) {
      era = comparison.plot?.restartCount
      percent = comparison.progress.map { Int($0 * 100) }
      isComplete = comparison.plot?.isComplete == true
      places = comparison.differences.places.count
      agreement = comparison.differences.agreement
    }

    @MainActor func write(to trace: Trace) {
      guard let era else { return trace.write("difference", ["none": true]) }
      trace.write(
        "difference",
        [
          "job": era, "percent": percent ?? 100, "complete": isComplete, "looked": agreement != nil,
          "places": places, "identical": agreement == .identical || agreement == .identicalInCommon,
        ])
    }
  }
}
