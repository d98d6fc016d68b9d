// FoundDamage.swift
// The damage that a reader of a recording has found. Read from any thread.

import Synchronization
import WaveformCore

/// Collects the damage that one reader finds.
package final class FoundDamage: Sendable {
  private struct State {
    var gaps = SeparateRanges()
    var doubts = SeparateRanges()
    var jumpsAreLost = false
  }

  /// Stretches of each kind that are kept: what is found between two of them from then on counts as damaged, and a
  /// stranger's decoder fills no memory with them.
  private static let most = 1 << 16

  private let state = Mutex(State())

  package init() {}

  /// Stretches that were delivered as silence, in order and apart from each other.
  package var gaps: [FrameRange] { state.withLock { $0.gaps.ranges } }
  /// Stretches that may be wrong, in order and apart from each other.
  package var doubts: [FrameRange] { state.withLock { $0.doubts.ranges } }
  /// True when the decoder cannot jump exactly any more.
  package var jumpsAreLost: Bool { state.withLock { $0.jumpsAreLost } }

  package func loseJumps() { state.withLock { $0.jumpsAreLost = true } }

  /// Adds a stretch, which may overlap with those that are known.
  ///
  /// - Complexity: O(log n) behind all that are known, O(n) elsewhere
  package func add(_ gap: FrameRange) { state.withLock { $0.gaps.add(gap, most: Self.most) } }

  /// The same for a stretch that may be wrong.
  package func add(doubt: FrameRange) { state.withLock { $0.doubts.add(doubt, most: Self.most) } }

  /// Takes over what another reader of the same file has found before `frame`.
  package func adopt(_ other: FoundDamage, before frame: Int) {
    let theirs = other.state.withLock { $0 }
    state.withLock { state in
      state.gaps.add(theirs.gaps.ranges.prefix { $0.lowerBound < frame }, most: Self.most)
      state.doubts.add(theirs.doubts.ranges.prefix { $0.lowerBound < frame }, most: Self.most)
      state.jumpsAreLost = state.jumpsAreLost || theirs.jumpsAreLost
    }
  }
}
