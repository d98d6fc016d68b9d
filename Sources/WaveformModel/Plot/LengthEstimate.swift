// LengthEstimate.swift
// What is taken for the length of a recording before all of it has been read. A pure value.

/// How long a recording seems to be while it is read.
struct LengthEstimate {
  /// True when the header said so.
  let isKnown: Bool
  private(set) var length: Int

  /// - Parameter promised: frames that the header promises, within what is possible; 0 when it says nothing.
  init(promised: Int, sampleRate: Int) {
    isKnown = promised > 0
    length = promised > 0 ? promised : 30 * sampleRate
  }

  /// The new length when `frames` frames do not fit any more; nil when they do. Grows in steps, so that the
  /// picture does not shrink in every frame.
  mutating func grown(toHold frames: Int) -> Int? {
    guard frames > length else { return nil }
    while length < frames { length += max(length / 2, 1) }
    return length
  }
}
