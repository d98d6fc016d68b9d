// ViewportAnimator.swift
// Lets a zoom that is on its way be seen: asks the model for each frame of the display, and only while it moves.

import GtkBridge
import WaveformModel

/// Drives the zooms of one diagram.
@MainActor final class ViewportAnimator {
  private let diagram: DiagramViewModel
  private let widget: Widget
  private let moved: () -> Void
  private let observer = ModelObserver()
  private var frames: FrameCallback?

  /// - Parameters:
  ///   - widget: the one whose frames are followed.
  ///   - moved: called in each frame that shows another part; what is to be drawn again is asked for there.
  init(diagram: DiagramViewModel, widget: Widget, moved: @escaping () -> Void) {
    self.diagram = diagram
    self.widget = widget
    self.moved = moved
    // Counted: one zoom may have ended and the next one begun before anybody looks.
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
      // A callback must not be removed from within itself: it ends by its answer.
      if !diagram.navigation.isZooming { frames = nil }
      return diagram.navigation.isZooming
    }
  }
}
