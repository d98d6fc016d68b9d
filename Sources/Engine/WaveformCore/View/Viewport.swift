// Viewport.swift
// Which frames a view of a given width shows. A pure value: it decides all zooming, panning and hit testing,
// in device pixels and frames, without a window.

/// The visible stretch of a recording.
///
/// Invariants: the view lies within the recording, the zoom lies between the whole recording and the finest
/// level, and a view of the whole recording stays one when the length or the width changes.
public struct Viewport: Hashable, Sendable {
  /// Frames of the recording; at least 1, at most `maximumLength`.
  public private(set) var length: Int
  /// Width of the view in device pixels; at least 1.
  public private(set) var width: Int
  /// Frames per device pixel.
  public private(set) var framesPerPixel: Double
  /// The frame at the left edge of the view; fractional, so that zooming back and forth does not drift.
  public private(set) var start: Double
  private var showsWhole = true

  /// A view of the whole recording.
  public init(length: Int, width: Int) {
    self.length = min(max(length, 1), Self.maximumLength)
    self.width = max(width, 1)
    start = 0
    framesPerPixel = 1
    framesPerPixel = coarsest
  }

  // MARK: Limits

  /// The longest length: up to here a Double can hold every pixel of the finest zoom. 50 years at 44.1 kHz;
  /// headers may promise more.
  public static let maximumLength = 1 << 46

  /// Frames per pixel that show the whole recording.
  public var coarsest: Double { Double(length) / Double(width) }

  /// The finest zoom: 64 pixels for each frame, or the whole recording if that is shorter than the view.
  public var finest: Double { min(Self.finestFramesPerPixel, coarsest) }

  /// The limit of zooming in, in frames per device pixel.
  public static let finestFramesPerPixel = 1.0 / 64

  /// True when the whole recording is visible.
  public var isWhole: Bool { showsWhole }

  /// True when only a part is visible, which includes the last frame.
  public var isAtEnd: Bool { !showsWhole && start + span >= Double(length) - framesPerPixel }

  /// True when zooming in is not possible.
  public var isFinest: Bool { framesPerPixel <= finest }

  // MARK: Places

  /// The grid of device pixels at this zoom.
  public var grid: PixelGrid { PixelGrid(framesPerPixel: framesPerPixel) }

  /// The absolute pixel of the grid that is drawn at the left edge.
  public var firstPixel: Int { grid.nearestEdge(toFrame: start) }

  /// The absolute pixels of the view.
  public var pixels: Range<Int> { firstPixel..<firstPixel + width }

  /// Frames across the view; fractional.
  public var span: Double { framesPerPixel * Double(width) }

  /// The frames that are visible, at least in part.
  public var visibleFrames: FrameRange {
    FrameRange(uncheckedBounds: (Int(start.rounded(.down)), Int((start + span).rounded(.up))))
      .clamped(toLength: length)
  }

  /// The position in frames under the pixel position `x` (0 at the left edge, in device pixels).
  public func frame(at x: Double) -> Double { start + x * framesPerPixel }

  /// The frame to which a pointer at `x` refers, within 0…`length`: the first one of the pixel, so that it is
  /// drawn in that pixel; the nearest one when frames are wider than pixels.
  public func frameIndex(at x: Double) -> Int {
    let limit = Double(Self.maximumLength) / framesPerPixel
    let pixel = firstPixel + Int(min(max(x.rounded(.down), -limit), limit))
    let frame =
      framesPerPixel < 1
      ? Int((Double(pixel) * framesPerPixel).rounded()) : grid.firstFrame(ofPixel: pixel)
    return min(max(frame, 0), length)
  }

  /// Where `frame` is drawn, in device pixels from the left edge of the view: whole pixels of the grid.
  public func pixel(ofFrame frame: Double) -> Int { grid.nearestEdge(toFrame: frame) - firstPixel }

  // MARK: Moves

  /// Zooms so that the frame under `x` stays there. `factor` > 1 shows more detail.
  public func zoomed(by factor: Double, around x: Double) -> Viewport {
    guard factor > 0, factor.isFinite else { return self }
    return zoomed(toFramesPerPixel: framesPerPixel / factor, around: x)
  }

  /// Zooms to `framesPerPixel`, within the limits, so that the frame under `x` stays there.
  public func zoomed(toFramesPerPixel framesPerPixel: Double, around x: Double) -> Viewport {
    placed(start: frame(at: x) - x * limited(framesPerPixel), framesPerPixel: framesPerPixel)
  }

  /// The view with `start` at its left edge, within the recording and the limits of zoom.
  public func placed(start: Double, framesPerPixel: Double) -> Viewport {
    var next = self
    next.framesPerPixel = limited(framesPerPixel)
    next.start = start
    next.showsWhole = next.framesPerPixel >= coarsest
    return next.clamped()
  }

  /// Moves by `pixels` device pixels; positive towards the end. Moves by whole pixels keep the picture's
  /// grid.
  public func panned(by pixels: Double) -> Viewport {
    var next = self
    next.start += pixels * framesPerPixel
    return next.clamped()
  }

  /// The same zoom, at the end of the recording.
  public func atEnd() -> Viewport {
    var next = self
    next.start = Double(length) - span
    return next.clamped()
  }

  /// The whole recording.
  public func zoomedOut() -> Viewport { Viewport(length: length, width: width) }

  /// Shows `range`, as large as it fits.
  public func showing(_ range: FrameRange) -> Viewport {
    let range = range.clamped(toLength: length)
    guard !range.isEmpty else { return self }
    var next = self
    next.framesPerPixel = min(max(Double(range.count) / Double(width), finest), coarsest)
    let middle = Double(range.lowerBound) + Double(range.count) / 2
    next.start = middle - next.span / 2
    next.showsWhole = next.framesPerPixel >= coarsest
    return next.clamped()
  }

  /// Moves as little as needed to make `frame` visible, `margin` pixels from the edge that it was beyond.
  public func revealing(_ frame: Double, margin: Double = 0) -> Viewport {
    let x = (frame - start) / framesPerPixel
    let margin = min(margin, Double(width) / 2)
    if x < 0 { return panned(by: x - margin) }
    if x >= Double(width) { return panned(by: x - Double(width) + 1 + margin) }
    return self
  }

  /// The page that begins with `frame`, for following the playhead.
  public func paged(to frame: Double) -> Viewport {
    guard frame < start || frame >= start + span else { return self }
    var next = self
    next.start = frame
    return next.clamped()
  }

  /// The same zoom with `frame` in the middle, within the recording. Moves by whole device pixels, so that
  /// the picture's grid stays.
  public func centered(on frame: Double) -> Viewport {
    var next = self
    let pixel = (frame / framesPerPixel).rounded(.down) - Double(width / 2)
    next.start = pixel * framesPerPixel
    return next.clamped()
  }

  /// The same place in a view of another width. A view of the whole recording stays one; otherwise the zoom
  /// stays.
  public func resized(toWidth width: Int) -> Viewport {
    var next = self
    next.width = max(width, 1)
    return next.settled()
  }

  /// The same place when the recording turns out to have `length` frames.
  public func withLength(_ length: Int) -> Viewport {
    var next = self
    next.length = min(max(length, 1), Self.maximumLength)
    return next.settled()
  }

  // MARK: Keeping the invariants

  private func limited(_ framesPerPixel: Double) -> Double {
    // Equal steps in and out return to the whole recording, despite their rounding errors.
    framesPerPixel > coarsest * (1 - 1e-9) ? coarsest : max(framesPerPixel, finest)
  }

  private func settled() -> Viewport {
    var next = self
    next.framesPerPixel = showsWhole ? coarsest : min(max(framesPerPixel, finest), coarsest)
    next.showsWhole = next.framesPerPixel >= coarsest
    return next.clamped()
  }

  private func clamped() -> Viewport {
    var next = self
    next.start = showsWhole ? 0 : max(0, min(start, Double(length) - span))
    return next
  }
}
