// FoundDamage.swift
// The damage that a reader of a recording has found. Read from any thread.

import Synchronization
import WaveformCore

/// Collects the damage that one reader finds.
package final class FoundDamage: Sendable {
  private struct State {
    var gaps: [FrameRange] = []
    var doubts: [FrameRange] = []
    var jumpsAreLost = false
  }

  private let state = Mutex(State())

  package init() {}

  /// Stretches that were delivered as silence, in order and apart from each other.
  package var gaps: [FrameRange] { state.withLock { $0.gaps } }
  /// Stretches that may be wrong, in order and apart from each other.
  package var doubts: [FrameRange] { state.withLock { $0.doubts } }
  /// True when the decoder cannot jump exactly any more.
  package var jumpsAreLost: Bool { state.withLock { $0.jumpsAreLost } }

  package func loseJumps() { state.withLock { $0.jumpsAreLost = true } }

  /// Adds a stretch, which may overlap with those that are known.
  ///
  /// - Complexity: O(number of stretches)
  package func add(_ gap: FrameRange) { state.withLock { Self.add(gap, to: &$0.gaps) } }

  package func add(doubts: [FrameRange]) {
    guard !doubts.isEmpty else { return }
    state.withLock { state in
      for doubt in doubts { Self.add(doubt, to: &state.doubts) }
    }
  }

  /// Takes over what another reader of the same file has found before `frame`.
  package func adopt(_ other: FoundDamage, before frame: Int) {
    let theirs = other.state.withLock { $0 }
    state.withLock { state in
      for gap in theirs.gaps where gap.lowerBound < frame { Self.add(gap, to: &state.gaps) }
      for doubt in theirs.doubts where doubt.lowerBound < frame { Self.add(doubt, to: &state.doubts) }
      state.jumpsAreLost = state.jumpsAreLost || theirs.jumpsAreLost
    }
  }

  private static func add(_ range: FrameRange, to ranges: inout [FrameRange]) {
    guard !range.isEmpty else { return }
    var range = range
    let first = ranges.firstIndex { $0.upperBound >= range.lowerBound } ?? ranges.count
    var last = first
    while last < ranges.count, ranges[last].lowerBound <= range.upperBound {
      range = min(range.lowerBound, ranges[last].lowerBound)..<max(range.upperBound, ranges[last].upperBound)
      last += 1
    }
    ranges.replaceSubrange(first..<last, with: [range])
  }
}
