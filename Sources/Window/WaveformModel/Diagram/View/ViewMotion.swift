// ViewMotion.swift
// The view that is seen, and the zoom animation that changes it. Knows no reason for a change. Main actor.

import Observation
import WaveformCore

/// What is seen of a time axis, at rest or on its way to what was asked for.
@Observable @MainActor final class ViewMotion {
  /// What is visible; nil while there is nothing to see.
  private(set) var seen: Viewport?
  /// The animation; nil while none runs.
  private var transition: ViewportTransition?
  /// Counts the animations.
  private(set) var count = 0
  /// When the last frame of the animation was drawn, in seconds of the view's clock.
  @ObservationIgnored private var lastFrame: Double?
  /// True when `travel` is animated; `advance` must then be called for each frame of the display.
  var isAnimated = false

  /// What will be visible when the animation ends; what is visible when none runs.
  var destination: Viewport? { transition?.to ?? seen }
  /// What is visible; nil during an animation.
  var resting: Viewport? { transition == nil ? seen : nil }
  var isMoving: Bool { transition != nil }

  /// Shows a view at once; an animation that runs goes on from its own.
  func show(_ next: Viewport) { if next != seen { seen = next } }

  /// Shows a view at once, and ends the animation.
  func jump(to next: Viewport) {
    transition = nil
    seen = next
  }

  /// Starts the animation from what is seen now to `next`.
  func travel(to next: Viewport) {
    guard let seen else { return }
    let begin = transition?.begin == nil ? nil : lastFrame
    transition = isAnimated ? ViewportTransition(from: seen, to: next, begin: begin) : nil
    if transition == nil { self.seen = next } else { count += 1 }
  }

  /// Changes the view and the animation alike: the length or the width is new, or the user moves the view.
  func adapt(_ change: (Viewport) -> Viewport) {
    guard let seen else { return }
    show(change(seen))
    if let transition { self.transition = transition.mapped(change) }
  }

  /// Advances the animation to `time`, in seconds of any steady clock.
  ///
  /// - Parameter interval: seconds between two frames, so that the first frame already shows a part of the way.
  /// - Returns: true when it is over.
  func advance(to time: Double, interval: Double) -> Bool {
    guard var moving = transition else { return false }
    moving.start(at: time - interval)
    let isOver = moving.isOver(at: time)
    transition = isOver ? nil : moving
    seen = moving.viewport(at: time)
    lastFrame = isOver ? nil : time
    return isOver
  }

  /// Shows nothing.
  func forget() {
    seen = nil
    transition = nil
    lastFrame = nil
  }
}
