// LaneLayout+Places.swift
// From a place in a view to the lane that is drawn there.

extension LaneLayout {
  /// The lane at `y` device pixels from the top of the view, and whether that is in its upper half; in a gap, the
  /// nearest lane.
  public func lane(at y: Int, offset: Int) -> (lane: Int, isUpperHalf: Bool) {
    let stride = laneHeight + gap
    let lane = min(max((y + offset + gap / 2) / stride, 0), count - 1)
    return (lane, y - top(ofLane: lane, offset: offset) < laneHeight / 2)
  }
}
