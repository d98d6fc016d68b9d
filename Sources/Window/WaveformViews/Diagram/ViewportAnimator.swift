// ViewportAnimator.swift
// Shows zoom animations: advances the model in each frame of the display while an animation runs.

import GtkBridge
import WaveformModel

/// Drives the zoom animations of one diagram.
@MainActor final class ViewportAnimator {
  private let diagram: DiagramViewModel
  private let widget: Widget
  private let moved: () -> Void
  private let observer = ModelObserver()
  private var frames: FrameCallback?

  /// - Parameters:
  ///   - widget: gives the frames of the display.
  ///   - moved: called in each frame that shows another part, to request drawing.
  init(diagram: DiagramViewModel, widget: Widget, moved: @escaping () -> Void) {
    self.diagram = diagram
    self.widget = widget
    self.moved = moved
    // Follow the count, because one zoom may end and the next one begin between two observations.
    observer.follow({ diagram.navigation.transitionCount }) { [weak self] _ in self?.run() }
  }

  isolated deinit { frames?.remove() }

  private func run() {
    guard diagram.navigation.isZooming, frames == nil else { return }
    frames = widget.onEachFrame { [weak self] time in
      guard let self else { return false }
      if diagram.navigation.isZooming {
        diagram.navigation.advanceView(to: time, interval: 1 / widget.refreshRate)
        moved()
      }
      // A callback must not be removed while it runs: it ends by its return value.
      if !diagram.navigation.isZooming { frames = nil }
      return diagram.navigation.isZooming
    }
  }
}
