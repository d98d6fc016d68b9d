// DifferencePlace.swift
// A place of a comparison that can be gone to. A value.

import WaveformCore

/// Where two recordings begin to differ, differ most, or do not differ.
struct DifferencePlace: Equatable, Sendable {
  enum Kind: Sendable {
    /// The first and the last frame at which they differ, and that of the greatest difference.
    case first, last, worst
    /// A stretch that is the same bit for bit.
    case identical
  }

  let kind: Kind
  /// In frames of A; empty for a point.
  let frames: FrameRange
}
