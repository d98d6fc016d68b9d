// KineticPan.swift
// Lets the view glide on when the fingers leave the touchpad. Runs only while it moves.

import GtkBridge

/// A pan that slows down by itself.
@MainActor final class KineticPan {
  private let widget: Widget
  private let pan: (Double) -> Void
  private var frames: FrameCallback?
  private var velocity = 0.0
  private var last: Double?

  /// Seconds after which a third of the speed is left, as in GTK's own scrolling (deceleration 4 per second).
  private static let timeConstant = 0.25
  /// Logical pixels per second below which it stands.
  private static let stillness = 20.0

  /// - Parameter pan: moves the view by logical pixels.
  init(widget: Widget, pan: @escaping (Double) -> Void) {
    self.widget = widget
    self.pan = pan
  }

  /// Starts with `velocity` logical pixels per second.
  func fling(velocity: Double) {
    stop()
    guard abs(velocity) > Self.stillness else { return }
    self.velocity = velocity
    last = nil
    frames = widget.onEachFrame { [weak self] time in self?.advance(to: time) ?? false }
  }

  func stop() {
    frames?.remove()
    frames = nil
  }

  private func advance(to time: Double) -> Bool {
    defer { last = time }
    guard let last else { return true }
    let elapsed = min(time - last, 0.1)
    pan(velocity * elapsed)
    velocity -= velocity * min(elapsed / Self.timeConstant, 1)
    if abs(velocity) > Self.stillness { return true }
    frames = nil
    return false
  }
}
