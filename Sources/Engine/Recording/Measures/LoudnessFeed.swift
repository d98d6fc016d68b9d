// LoudnessFeed.swift
// Hands the loudness of blocks that have just been measured from the thread that measures to whoever shows it.

import Measures
import Synchronization

/// The energies of blocks, as far as they are final, in order.
public final class LoudnessFeed: Sendable {
  private let waiting = Mutex<[Double]>([])

  public init() {}

  func put(_ energies: [Double]) { waiting.withLock { $0 += energies } }

  /// What has come since the last call.
  public func take() -> [Double] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
