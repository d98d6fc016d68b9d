// OverviewGeometry.swift
// The strip that always shows the whole recording: where the visible window lies in it, what the pointer is
// over, and what a drag does. A pure value, in device pixels from the strip's left edge.

/// From the whole recording to the pixels of an overview strip.
public struct OverviewGeometry: Hashable, Sendable {
  /// Frames of the recording, and width of the strip in device pixels; at least 1 each.
  public let length: Int, width: Int
  /// The least width at which the window is drawn, so that it can be seen and grabbed at any zoom.
  public let minimumWindow: Int

  public init(length: Int, width: Int, minimumWindow: Int) {
    self.length = max(length, 1)
    self.width = max(width, 1)
    self.minimumWindow = min(max(minimumWindow, 1), self.width)
  }

  /// The strip's pixels: the last one ends with the recording.
  public var grid: PixelGrid { PixelGrid(framesPerPixel: framesPerPixel) }

  private var framesPerPixel: Double { Double(length) / Double(width) }

  /// The pixel in which `frame` is drawn, within the strip.
  public func pixel(ofFrame frame: Double) -> Int {
    Int(min(max((frame / framesPerPixel).rounded(.down), 0), Double(width - 1)))
  }

  /// The position under `x`, within the recording.
  public func frame(at x: Double) -> Double {
    min(min(max(x, 0), Double(width)) / Double(width), 1) * Double(length)
  }

  /// The pixels of the visible window; a narrow one is widened about its middle.
  public func window(of view: Viewport) -> Range<Int> {
    let left = Int((view.start / framesPerPixel).rounded())
    let right = Int(((view.start + view.span) / framesPerPixel).rounded())
    guard right - left < minimumWindow else { return max(left, 0)..<min(right, width) }
    let middle = (view.start + view.span / 2) / framesPerPixel
    let first = Int((middle - Double(minimumWindow) / 2).rounded())
    let start = min(max(first, 0), width - minimumWindow)
    return start..<start + minimumWindow
  }

  /// The pixels of a selection, at least one; nil when nothing is selected.
  public func selection(_ range: FrameRange?) -> Range<Int>? {
    guard let range, !range.isEmpty else { return nil }
    let left = pixel(ofFrame: Double(range.lowerBound))
    return left..<max(left + 1, Int((Double(range.upperBound) / framesPerPixel).rounded()))
  }

  // MARK: The pointer

  /// The part of the strip under the pointer.
  public enum Part: Sendable { case window, start, end, outside }

  /// - Parameter reach: the distance in pixels within which an edge can be grabbed. Inside a narrow window it
  ///   is smaller, so that the window itself can still be grabbed.
  public func part(at x: Double, of view: Viewport, reach: Double) -> Part {
    let window = window(of: view)
    let (left, right) = (Double(window.lowerBound), Double(window.upperBound))
    let inner = min(reach, (right - left) / 4)
    // At the edges of the strip, an edge of the window can still be grabbed from within.
    if x >= left - reach, x < left + inner { return .start }
    if x > right - inner, x <= right + reach { return .end }
    return x >= left && x < right ? .window : .outside
  }

  /// The viewport after `part` of the window, as it was in `view`, was dragged by `pixels` of the strip.
  public func dragged(_ part: Part, of view: Viewport, by pixels: Double) -> Viewport {
    let frames = pixels * framesPerPixel
    switch part {
    case .window, .outside:
      return view.placed(start: view.start + frames, framesPerPixel: view.framesPerPixel)
    case .end:
      let end = min(view.start + view.span + frames, Double(view.length))
      return view.placed(start: view.start, framesPerPixel: (end - view.start) / Double(view.width))
    case .start:
      let end = view.start + view.span
      let start = max(view.start + frames, 0)
      let next = view.placed(start: start, framesPerPixel: (end - start) / Double(view.width))
      // At a limit of the zoom the other edge must stay.
      return next.placed(start: end - next.span, framesPerPixel: next.framesPerPixel)
    }
  }

  /// The same zoom, centered on the place under `x`.
  public func centered(_ view: Viewport, at x: Double) -> Viewport { view.centered(on: frame(at: x)) }

  /// Zoomed so that the place under `x` keeps its place in the view, or would if it were visible.
  public func zoomed(_ view: Viewport, by factor: Double, around x: Double) -> Viewport {
    view.zoomed(by: factor, around: (frame(at: x) - view.start) / view.framesPerPixel)
  }
}
