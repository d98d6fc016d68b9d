// ViewportTransition.swift
// A zoom on its way: what is visible at each moment between two viewports. A pure value: time is given, and nothing
// runs. Whoever draws asks for the viewport of a frame of the display.

/// A short, eased way from one viewport to another.
///
/// Zoom runs evenly in octaves, and the place that lies under the same pixel at both ends, be it seen or not, lies
/// there all the way: what is zoomed about a pointer stays under it.
public struct ViewportTransition: Hashable, Sendable {
  public private(set) var from: Viewport
  public private(set) var to: Viewport
  /// Seconds of the clock that `viewport(at:)` is asked by; nil as long as it has not begun.
  public private(set) var begin: Double?

  /// Seconds that it takes.
  public static let duration = 0.12

  /// The longest way that can still be followed with the eyes, from middle to middle, in widths of the wider view.
  private static let farthest = 2.0

  /// - Parameter begin: when it began; nil when that is to be said later.
  /// - Returns: nil when there is nothing between that were worth a look: the two are equal, or too far apart.
  public init?(from: Viewport, to: Viewport, begin: Double? = nil) {
    let way = abs(to.start + to.span / 2 - from.start - from.span / 2)
    guard from != to, from.width == to.width, from.length == to.length,
      way <= Self.farthest * max(from.span, to.span)
    else { return nil }
    self.from = from
    self.to = to
    self.begin = begin
  }

  /// Lets it begin, when it has not.
  public mutating func start(at time: Double) { if begin == nil { begin = time } }

  /// True when `viewport(at:)` is `to` from `time` on.
  public func isOver(at time: Double) -> Bool { begin.map { time >= $0 + Self.duration } ?? false }

  /// What is visible at `time`: `from` at the beginning and before, exactly `to` in the end and after.
  public func viewport(at time: Double) -> Viewport {
    guard let begin, time > begin else { return from }
    guard !isOver(at: time) else { return to }
    let left = 1 - (time - begin) / Self.duration
    // Fast at first: what answers to a hand begins at once.
    let way = 1 - left * left * left
    let framesPerPixel = from.framesPerPixel * power(to.framesPerPixel / from.framesPerPixel, way)
    let change = from.framesPerPixel - to.framesPerPixel
    // Start is linear in the zoom: exactly then the pixel at which both ends agree keeps its frame.
    let isZoom = abs(change) > 1e-6 * from.framesPerPixel
    let share = isZoom ? (from.framesPerPixel - framesPerPixel) / change : way
    return from.placed(
      start: from.start + (to.start - from.start) * share, framesPerPixel: framesPerPixel)
  }

  /// The same way after both ends were moved by hand, or between viewports of another width or length.
  public func mapped(_ change: (Viewport) -> Viewport) -> ViewportTransition {
    var next = self
    next.from = change(from)
    next.to = change(to)
    return next
  }

  /// `base` to a power within 0…1, exact to 2⁻⁴⁰: a product of roots.
  private func power(_ base: Double, _ exponent: Double) -> Double {
    var (result, root, bit, rest) = (1.0, base, 1.0, exponent)
    for _ in 0..<40 {
      root = root.squareRoot()
      bit /= 2
      if rest >= bit {
        result *= root
        rest -= bit
      }
    }
    return result
  }
}
