// LaneLayout.swift
// Where the channels of a waveform stand below one another, in device pixels. When they do not fit at their
// least height they are scrolled; only the lanes in view are ever drawn.

/// Equal strips for the channels of one waveform.
public struct LaneLayout: Hashable, Sendable {
  /// Lanes; at least 1.
  public let count: Int
  /// Height of the view, the least height of a lane, and the space between lanes, in device pixels.
  public let viewHeight: Int, minimumHeight: Int, gap: Int

  public init(count: Int, viewHeight: Int, minimumHeight: Int, gap: Int) {
    self.count = max(count, 1)
    self.viewHeight = max(viewHeight, 1)
    self.minimumHeight = max(minimumHeight, 1)
    self.gap = max(gap, 0)
  }

  /// The height of every lane: an even share of the view, never below the least height. Whole pixels; what the
  /// division leaves over stays free at the bottom.
  public var laneHeight: Int { max(minimumHeight, (viewHeight - gap * (count - 1)) / count) }

  /// The height of all lanes together; more than `viewHeight` when they have to be scrolled.
  public var contentHeight: Int { laneHeight * count + gap * (count - 1) }

  /// How far the lanes can be scrolled.
  public var maximumOffset: Int { max(0, contentHeight - viewHeight) }

  /// The top of a lane when the lanes are scrolled by `offset`.
  public func top(ofLane lane: Int, offset: Int) -> Int { lane * (laneHeight + gap) - offset }

  /// The lane at `y` device pixels from the top of the view; in a gap, the nearest one.
  public func lane(at y: Int, offset: Int) -> Int {
    min(max((y + offset + gap / 2) / (laneHeight + gap), 0), count - 1)
  }

  /// The lanes of which something can be seen.
  public func visibleLanes(offset: Int) -> Range<Int> {
    let stride = laneHeight + gap
    let first = min(max(0, (offset + gap) / stride), count - 1)
    let end = min(count, max(first + 1, (offset + viewHeight + stride - 1) / stride))
    return first..<end
  }
}
