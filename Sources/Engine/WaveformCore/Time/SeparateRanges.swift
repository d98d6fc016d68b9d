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

  /// Adds a range so that there are no more than `most`: where there would be, it is joined with the one before it, and
  /// with what lies between.
  ///
  /// - Precondition: `most` is at least 1.
  package mutating func add(_ range: Range<Int>, most: Int) {
    add(range)
    guard ranges.count > most else { return }
    let index = max(1, ranges.boundary { $0.upperBound > range.lowerBound })
    let all = ranges[index - 1].lowerBound..<ranges[index].upperBound
    ranges.replaceSubrange(index - 1...index, with: CollectionOfOne(all))
  }

  /// Adds many, in order, as `add` does one.
  ///
  /// - Complexity: O(n log n) of both together, however they lie between each other
  package mutating func add(_ others: some Sequence<Range<Int>>, most: Int) {
    var all = SeparateRanges(), known = ranges[...]
    for range in others {
      while let next = known.first, next.lowerBound <= range.lowerBound {
        all.add(next, most: most)
        known.removeFirst()
      }
      all.add(range, most: most)
    }
    for next in known { all.add(next, most: most) }
    self = all
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
