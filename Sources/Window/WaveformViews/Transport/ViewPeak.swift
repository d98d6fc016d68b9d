// ViewPeak.swift
// The peak of what is visible. Worked out when the view has come to rest, of columns that are there anyway: no frame of a
// zoom or of playback waits for it, and nothing runs while nothing changes.

import GtkBridge
import Observation
import WaveformCore
import WaveformModel

/// Follows the peak of a diagram's view.
@Observable @MainActor final class ViewPeak {
  /// In full scale; nil where nothing has been read.
  private(set) var amplitude: Float?

  @ObservationIgnored private let diagram: DiagramViewModel
  @ObservationIgnored private let observer = ModelObserver()
  @ObservationIgnored private let timer = Timer()
  /// What was visible when the timer began.
  @ObservationIgnored private var view: Viewport?

  /// Seconds without a move of the view.
  private static let rest = 0.2

  private struct Basis: Equatable, Sendable {
    let view: Viewport?
    let framesRead: [Int], revisions: [Int], areHidden: [Bool], offsets: [Int]
  }

  init(_ diagram: DiagramViewModel) {
    self.diagram = diagram
    observer.follow({
      let plots = diagram.plots
      return Basis(
        view: diagram.navigation.restingViewport, framesRead: plots.map(\.framesRead),
        revisions: plots.map(\.revision),
        areHidden: plots.map(\.settings.isHidden), offsets: plots.map(\.settings.offset))
    }) { [weak self] _ in
      if let self, !timer.isScheduled { wait() }
    }
  }

  private func wait() {
    view = diagram.viewport
    timer.schedule(after: Self.rest) { [weak self] in
      guard let self else { return }
      // The view has moved meanwhile: while it does, the last peak stays.
      guard view == diagram.viewport else { return wait() }
      let peak = diagram.peakInView
      if peak != amplitude { amplitude = peak }
    }
  }
}
