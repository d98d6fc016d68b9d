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
  package func add(_ gap: FrameRange) { state.withLock { $0.gaps.add(gap) } }

  /// The same for a stretch that may be wrong.
  package func add(doubt: FrameRange) { state.withLock { $0.doubts.add(doubt) } }

  /// Takes over what another reader of the same file has found before `frame`.
  package func adopt(_ other: FoundDamage, before frame: Int) {
    let theirs = other.state.withLock { $0 }
    state.withLock { state in
      for gap in theirs.gaps.ranges where gap.lowerBound < frame { state.gaps.add(gap) }
      for doubt in theirs.doubts.ranges where doubt.lowerBound < frame { state.doubts.add(doubt) }
      state.jumpsAreLost = state.jumpsAreLost || theirs.jumpsAreLost
    }
  }
}
