// GapList.swift
// The damaged stretches of one recording, whoever of its readers found them. Shared by all of them.

import Synchronization
import WaveformCore

/// Damaged stretches, in order and apart from each other.
final class GapList: Sendable {
  private let ranges = Mutex<[FrameRange]>([])

  var all: [FrameRange] { ranges.withLock { $0 } }

  /// Adds a stretch, which may overlap with those that are known.
  ///
  /// - Complexity: O(number of stretches)
  func add(_ gap: FrameRange) {
    guard !gap.isEmpty else { return }
    ranges.withLock { ranges in
      var gap = gap
      let first = ranges.firstIndex { $0.upperBound >= gap.lowerBound } ?? ranges.count
      var last = first
      while last < ranges.count, ranges[last].lowerBound <= gap.upperBound {
        gap = min(gap.lowerBound, ranges[last].lowerBound)..<max(gap.upperBound, ranges[last].upperBound)
        last += 1
      }
      ranges.replaceSubrange(first..<last, with: [gap])
    }
  }
}
