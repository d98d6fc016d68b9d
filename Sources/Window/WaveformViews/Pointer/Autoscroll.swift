// Autoscroll.swift
// Scrolls the view while a drag is near its edge or beyond it, faster with the depth. `Autoscroll` is a pure value
// that says how far; `EdgeScroller` asks it in each frame of the display while the view moves.

import GtkBridge

/// How far a view moves while the pointer is near its edge.
struct Autoscroll: Equatable, Sendable {
  /// Logical pixels within each edge that scroll, too: a maximized window has no outside.
  static let zone = 24.0
  /// From the edge on, twelve times the depth per second: at the edge 288 pixels a second, 50 beyond it 888.
  private static let pace = 12.0
  /// Seconds; a longer frame moves the view no farther.
  private static let longestFrame = 0.1
  private var last: Double?

  /// How deep `x` lies in the zone of an edge, or beyond it: negative to the left, 0 between the zones.
  ///
  /// - Parameters:
  ///   - start: where the drag began. A zone that it began in reaches only that far, so that a drag away from the edge
  ///     does not scroll.
  ///   - width: of the view, in logical pixels as all of these.
  static func depth(of x: Double, from start: Double, width: Double) -> Double {
    let zone = min(Self.zone, width / 8)
    let left = min(zone, max(start, 0)), right = max(width - zone, min(start, width))
    return x < left ? x - left : max(0, x - right)
  }

  /// How far the view moves in a frame, in the unit of the depth; 0 in the first frame. Slowly at the inner border of
  /// the zone, so that a place there can still be hit.
  ///
  /// - Parameter time: of the frame, in seconds.
  mutating func step(at time: Double, depth: Double) -> Double {
    let elapsed = min(time - (last ?? time), Self.longestFrame)
    last = time
    let distance = abs(depth)
    let speed = distance < Self.zone ? distance * distance / Self.zone : distance
    return (depth < 0 ? -speed : speed) * Self.pace * elapsed
  }
}

/// Scrolls during a drag; one drag at a time.
@MainActor final class EdgeScroller {
  private var frames: FrameCallback?

  /// Scrolls while the pointer is near an edge; does nothing when it already runs.
  ///
  /// - Parameters:
  ///   - start: where the drag began, in logical pixels of `widget`.
  ///   - x: the pointer's place in `widget`, in logical pixels; nil ends the scrolling.
  ///   - scroll: moves the view by logical pixels.
  func run(
    on widget: Widget, from start: Double, x: @escaping @MainActor () -> Double?,
    scroll: @escaping @MainActor (Double) -> Void
  ) {
    let depth = { [weak widget] () -> Double in
      guard let widget, let x = x() else { return 0 }
      return Autoscroll.depth(of: x, from: start, width: Double(widget.width))
    }
    guard frames == nil, depth() != 0 else { return }
    var autoscroll = Autoscroll()
    frames = widget.onEachFrame { [weak self] time in
      let distance = depth()
      guard self != nil, distance != 0 else {
        self?.frames = nil
        return false
      }
      scroll(autoscroll.step(at: time, depth: distance))
      return true
    }
  }

  func stop() {
    frames?.remove()
    frames = nil
  }
}
