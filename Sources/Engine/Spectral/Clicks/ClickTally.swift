// ClickTally.swift
// Counts the clicks that were repaired in a recording. Any thread.

import Synchronization

/// How many clicks were repaired: one that is in two channels counts twice.
public final class ClickTally: Sendable {
  private let sum = Atomic(0)

  public init() {}

  public var count: Int { sum.load(ordering: .relaxed) }

  func add(_ clicks: Int) { sum.add(clicks, ordering: .relaxed) }
}
