// SampleSlice+Crossing.swift
// Where a waveform crosses zero: there a selection can begin or end without a click.

extension SampleSlice {
  /// The nearest frame after or before another one at which the sum of the channels changes its sign: it has another one
  /// than the frame before it. Zero counts as positive, so digital silence has no crossing.
  ///
  /// - Parameters:
  ///   - frame: the crossing is not this one.
  ///   - isForward: true for the first one after it, false for the last one before it.
  /// - Returns: nil when the slice has none.
  /// - Complexity: O(n), up to the crossing.
  public func crossing(from frame: Int, isForward: Bool) -> Int? {
    let first = range.lowerBound + 1
    let frames =
      isForward
      ? max(first, frame + 1)..<max(first, frame + 1, range.upperBound)
      : first..<max(first, min(frame, range.upperBound))
    return withSamples { samples in
      func isNegative(_ frame: Int) -> Bool {
        var sum: Float = 0
        let place = (frame - range.lowerBound) * channels
        for index in place..<place + channels { sum += samples[index] }
        return sum < 0
      }
      let isCrossing = { isNegative($0) != isNegative($0 - 1) }
      return isForward ? frames.first(where: isCrossing) : frames.last(where: isCrossing)
    }
  }
}
