// CrossingFinder.swift
// Looks for zero crossings in the samples of a recording. Main actor; one search at a time, those that are asked for
// meanwhile come after it.

import AudioFormats
import WaveformCore

/// Finds the next place at which a waveform crosses zero.
@MainActor final class CrossingFinder {
  /// What is looked for: the start of each search is known only when the one before it has ended.
  struct Search: Sendable {
    let source: any SampleSource
    /// The frame to start from, in the recording.
    let frame: Int
    /// Frames of the recording.
    let length: Int
    let isForward: Bool
  }

  /// Frames that are read at a time, and those after which nothing is looked for any more.
  private nonisolated static let piece = 8192, reach = 4 << 20

  private let queue = SearchQueue()

  /// - Parameter search: called when it is its turn: what to look for, and what to do with the crossing; nil: nothing.
  func find(_ search: @escaping @MainActor () -> (Search, @MainActor (Int?) -> Void)?) {
    queue.run { () -> (search: @Sendable () -> Int?, found: @MainActor (Int?) -> Void)? in
      guard let (search, found) = search() else { return nil }
      return ({ Self.crossing(search) }, found)
    }
  }

  /// Nil as well when samples cannot be read.
  private nonisolated static func crossing(_ search: Search) -> Int? {
    // Each piece has the frame before its first one, so that no crossing lies between two.
    var start = search.isForward ? max(search.frame - 1, 0) : search.frame - piece
    while search.isForward ? start < search.length : start > -piece,
      abs(start - search.frame) < reach
    {
      let range = (start..<start + piece + 1).clamped(toLength: search.length)
      guard let slice = try? search.source.read(range) else { return nil }
      if let found = slice.crossing(from: search.frame, isForward: search.isForward) { return found }
      if slice.range.isEmpty { return nil }
      start += search.isForward ? piece : -piece
    }
    return nil
  }
}
