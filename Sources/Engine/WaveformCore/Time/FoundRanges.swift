// FoundRanges.swift
// Stretches that a decoder finds on its way, each told once: one that comes by a second time, after a jump back or in a
// loop, is known, or the list would grow for as long as somebody listens. A pure value.

/// Stretches of frames in the order in which they were found.
package struct FoundRanges: Hashable, Sendable {
  /// Whoever knows the first of them is told of the others only.
  package private(set) var list: [FrameRange] = []
  private var known = SeparateRanges()

  package init() {}

  /// Adds what is not a part of those that are known; nothing, if it is empty.
  package mutating func add(_ range: FrameRange) {
    if range.isEmpty { return }
    if let old = known.range(holding: range.lowerBound), old.upperBound >= range.upperBound { return }
    known.add(range)
    list.append(range)
  }
}
