// Autoscroll.swift
// Scrolls the view while a drag is beyond its edge, faster with the distance. `Autoscroll` is a pure value
// that says how far; `EdgeScroller` asks it in each frame of the display while the view moves.

import GtkBridge

/// How far a view moves while the pointer is beyond its edge.
struct Autoscroll: Equatable, Sendable {
  /// Twelve times the distance per second: 50 pixels beyond the edge scroll 600 pixels a second.
  private static let pace = 12.0
  /// Seconds; a longer frame moves the view no farther.
  private static let longestFrame = 0.1
  private var last: Double?

  /// How far `x` lies beyond an edge of a view of this width: negative to the left, 0 within.
  static func overshoot(of x: Double, width: Double) -> Double { x < 0 ? x : max(0, x - width) }

  /// How far the view moves in a frame, in the unit of the overshoot; 0 in the first frame.
  ///
  /// - Parameter time: of the frame, in seconds.
  mutating func step(at time: Double, overshoot: Double) -> Double {
    let elapsed = min(time - (last ?? time), Self.longestFrame)
    last = time
    return overshoot * Self.pace * elapsed
  }
}

/// Scrolls during a drag; one drag at a time.
@MainActor final class EdgeScroller {
  private var frames: FrameCallback?

  /// Scrolls while the pointer is beyond the edge; does nothing when it already runs.
  ///
  /// - Parameters:
  ///   - x: the pointer's place in `widget`, in logical pixels; nil ends the scrolling.
  ///   - scroll: moves the view by logical pixels.
  func run(
    on widget: Widget, x: @escaping @MainActor () -> Double?, scroll: @escaping @MainActor (Double) -> Void
  ) {
    let overshoot = { [weak widget] () -> Double in
      guard let widget, let x = x() else { return 0 }
      return Autoscroll.overshoot(of: x, width: Double(widget.width))
    }
    guard frames == nil, overshoot() != 0 else { return }
    var autoscroll = Autoscroll()
    frames = widget.onEachFrame { [weak self] time in
      let distance = overshoot()
      guard self != nil, distance != 0 else {
        self?.frames = nil
        return false
      }
      scroll(autoscroll.step(at: time, overshoot: distance))
      return true
    }
  }

  func stop() {
    frames?.remove()
    frames = nil
  }
}
