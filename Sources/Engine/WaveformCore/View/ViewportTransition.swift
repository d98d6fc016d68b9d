// ViewportTransition.swift
// A zoom animation: what is visible at each moment between two viewports. A pure value: the caller gives the
// time, and asks for the viewport of each frame of the display.

/// A short, eased animation from one viewport to another.
///
/// The zoom changes evenly in octaves. The place that has the same pixel at both ends, visible or not, keeps
/// this pixel throughout: a zoom about the pointer stays under the pointer.
public struct ViewportTransition: Hashable, Sendable {
  public private(set) var from: Viewport
  public private(set) var to: Viewport
  /// When it began, on the clock of `viewport(at:)`; nil before it begins.
  public private(set) var begin: Double?

  /// Its length in seconds.
  public static let duration = 0.12

  /// The longest way that eyes can follow, from middle to middle, in widths of the wider view.
  private static let farthest = 2.0

  /// - Parameter begin: when it began; nil: `start` will tell.
  /// - Returns: nil when no animation is useful: the two are equal, or too far apart.
  public init?(from: Viewport, to: Viewport, begin: Double? = nil) {
    let way = abs(to.start + to.span / 2 - from.start - from.span / 2)
    guard from != to, from.width == to.width, from.length == to.length,
      way <= Self.farthest * max(from.span, to.span)
    else { return nil }
    self.from = from
    self.to = to
    self.begin = begin
  }

  /// Sets the beginning, unless it has begun.
  public mutating func start(at time: Double) { if begin == nil { begin = time } }

  /// True when `viewport(at:)` is `to` from `time` on.
  public func isOver(at time: Double) -> Bool { begin.map { time >= $0 + Self.duration } ?? false }

  /// What is visible at `time`: `from` up to the beginning, exactly `to` from the end on.
  public func viewport(at time: Double) -> Viewport {
    guard let begin, time > begin else { return from }
    guard !isOver(at: time) else { return to }
    let left = 1 - (time - begin) / Self.duration
    // Fast at first, so that the response to the user begins at once.
    let way = 1 - left * left * left
    let framesPerPixel = from.framesPerPixel * power(to.framesPerPixel / from.framesPerPixel, way)
    let change = from.framesPerPixel - to.framesPerPixel
    // `start` is a linear function of the zoom: only then the pixel at which both ends agree keeps its frame.
    let isZoom = abs(change) > 1e-6 * from.framesPerPixel
    let share = isZoom ? (from.framesPerPixel - framesPerPixel) / change : way
    return from.placed(
      start: from.start + (to.start - from.start) * share, framesPerPixel: framesPerPixel)
  }

  /// The animation between changed ends, as after a pan or a change of width or length.
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
