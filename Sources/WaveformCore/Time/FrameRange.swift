// FrameRange.swift
// Positions and stretches of a recording, in frames. Seconds exist only at the edge of the user interface.

/// A half-open stretch of frames (one sample per channel), counted from 0 at the start of the recording.
public typealias FrameRange = Range<Int>

extension Range where Bound == Int {
  /// The part of the range that lies inside a recording of `length` frames; empty at its end when none does.
  public func clamped(toLength length: Int) -> FrameRange {
    let lower = Swift.min(Swift.max(lowerBound, 0), length)
    return lower..<Swift.max(lower, Swift.min(upperBound, length))
  }
}
