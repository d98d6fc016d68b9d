// SeparateRanges.swift
// Stretches of frames, or of bytes, to which others are added one by one: damage that was found, places that need not be
// searched again. A pure value.

/// Ranges in order and apart from each other: those that touch are one.
package struct SeparateRanges: Hashable, Sendable {
  /// None is empty, and between two of them something is missing.
  package private(set) var ranges: [Range<Int>] = []

  package init() {}

  /// - Complexity: O(log n) behind the last one and into the last one, O(n) elsewhere
  package mutating func add(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let first = ranges.boundary { $0.upperBound >= range.lowerBound }
    var last = first, all = range
    while last < ranges.count, ranges[last].lowerBound <= range.upperBound {
      all = min(all.lowerBound, ranges[last].lowerBound)..<max(all.upperBound, ranges[last].upperBound)
      last += 1
    }
    ranges.replaceSubrange(first..<last, with: CollectionOfOne(all))
  }

  /// The range that holds `number`.
  ///
  /// - Complexity: O(log n)
  package func range(holding number: Int) -> Range<Int>? {
    first(endingBehind: number).flatMap { $0.lowerBound <= number ? $0 : nil }
  }

  /// The first range that does not end before `number` or at it.
  ///
  /// - Complexity: O(log n)
  package func first(endingBehind number: Int) -> Range<Int>? {
    let index = ranges.boundary { $0.upperBound > number }
    return index < ranges.count ? ranges[index] : nil
  }

  /// True when one of them is less than `distance` away from `range`, or overlaps it.
  ///
  /// - Complexity: O(log n)
  package func comeNear(_ range: Range<Int>, within distance: Int) -> Bool {
    first(endingBehind: range.lowerBound - distance).map { $0.lowerBound < range.upperBound + distance }
      ?? false
  }
}
