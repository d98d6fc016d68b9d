// SearchQueue.swift
// Searches in the samples of recordings, on a thread of their own: the file may lie on a slow disk. Main actor; one search
// at a time, those that are asked for meanwhile come after it.

import HostIO

/// A line of searches.
@MainActor final class SearchQueue {
  private let worker = BackgroundWorker()
  /// Each begins when it is its turn, and returns false when there is nothing to look for any more.
  private var waiting: [@MainActor () -> Bool] = []
  private var isBusy = false

  /// - Parameter turn: called when it is the search's turn: what to do in the background, and what to do then; nil: nothing.
  func run<Found: Sendable>(
    _ turn: @escaping @MainActor () -> (search: @Sendable () -> Found, found: @MainActor (Found) -> Void)?
  ) {
    waiting.append { [weak self] in
      guard let self, let (search, found) = turn() else { return false }
      return worker.run { [weak self] in
        let result = search()
        Task { @MainActor in
          guard let self else { return }
          self.isBusy = false
          found(result)
          self.next()
        }
      }
    }
    next()
  }

  private func next() {
    while !isBusy, !waiting.isEmpty { isBusy = waiting.removeFirst()() }
  }
}
