// Selection.swift
// Stretches of a recording, and the one that the user marked. Both count in frames, so that a selection
// survives every zoom; seconds exist only at the edge of the user interface.

/// A selection with a fixed end (where the drag began) and a moving one.
public struct Selection: Hashable, Sendable {
  /// The fixed end, and the end that follows the pointer or the keys.
  public var anchor: Int, head: Int
  /// The channels that are selected; nil: all.
  public var scope: ChannelScope?
  /// The frequencies that are selected; nil: all.
  public var band: FrequencyBand?

  public init(anchor: Int, head: Int, scope: ChannelScope? = nil, band: FrequencyBand? = nil) {
    self.anchor = anchor
    self.head = head
    self.scope = scope
    self.band = band
  }

  public init(_ range: FrameRange) { self.init(anchor: range.lowerBound, head: range.upperBound) }

  /// The selected frames.
  public var range: FrameRange { min(anchor, head)..<max(anchor, head) }

  public var isEmpty: Bool { anchor == head }

  /// One of the two ends of a selection.
  public enum Edge: Sendable { case start, end }

  /// The selection with `edge` as its moving end, ready to be dragged.
  public func grabbed(at edge: Edge) -> Selection {
    edge == .start
      ? Selection(anchor: range.upperBound, head: range.lowerBound, scope: scope, band: band)
      : Selection(anchor: range.lowerBound, head: range.upperBound, scope: scope, band: band)
  }

  /// Extended to `frame` by moving the edge that is nearer to it.
  public func extended(to frame: Int) -> Selection {
    let nearStart = abs(frame - range.lowerBound) < abs(frame - range.upperBound)
    var next = grabbed(at: nearStart ? .start : .end)
    next.head = frame
    return next
  }

  /// Extended over another stretch and its channels, in the frequencies that it has; the moving end is on the same side as its one.
  public func joined(with other: Selection) -> Selection {
    let range = min(range.lowerBound, other.range.lowerBound)..<max(range.upperBound, other.range.upperBound)
    let isForward = other.head >= other.anchor
    return Selection(
      anchor: isForward ? range.lowerBound : range.upperBound,
      head: isForward ? range.upperBound : range.lowerBound,
      scope: scope.flatMap { own in other.scope.map { own.union($0) } }, band: band)
  }

  /// The edge within `tolerance` pixels of `x`; the nearer one if both are.
  public func edge(near x: Double, tolerance: Double, in viewport: Viewport) -> Edge? {
    let start = abs(Double(viewport.pixel(ofFrame: Double(range.lowerBound))) - x)
    let end = abs(Double(viewport.pixel(ofFrame: Double(range.upperBound))) - x)
    guard min(start, end) <= tolerance else { return nil }
    return start < end ? .start : .end
  }

  /// The part of it that lies in a recording of `length` frames; nil when there is none.
  public func part(ofLength length: Int) -> Selection? {
    let part = clamped(toLength: length)
    return part.isEmpty ? nil : part
  }

  /// The part of it that lies in a recording of `length` frames; an empty one at its end when there is none.
  public func clamped(toLength length: Int) -> Selection {
    Selection(anchor: min(max(anchor, 0), length), head: min(max(head, 0), length), scope: scope, band: band)
  }
}

/// A half-open stretch of frames (one sample per channel), counted from 0 at the start of the recording.
public typealias FrameRange = Range<Int>

extension Range where Bound == Int {
  /// The part of the range that lies inside a recording of `length` frames; an empty range at its end if no
  /// part does.
  public func clamped(toLength length: Int) -> FrameRange {
    let lower = Swift.min(Swift.max(lowerBound, 0), length)
    return lower..<Swift.max(lower, Swift.min(upperBound, length))
  }
}
