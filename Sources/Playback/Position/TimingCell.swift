// TimingCell.swift
// The newest timing of an output: one thread writes, any thread reads, nobody waits.

import Synchronization

/// A value that is read whole or not at all: the counter is odd while it is written, and another one afterwards.
final class TimingCell: Sendable {
  private let counter = Atomic<Int>(0)
  private let generation = Atomic<Int>(-1)
  private let heard = Atomic<UInt64>(0)
  private let time = Atomic<UInt64>(0)

  /// Called on one thread only.
  func set(_ timing: OutputTiming, generation: Int) {
    counter.wrappingAdd(1, ordering: .sequentiallyConsistent)
    self.generation.store(generation, ordering: .sequentiallyConsistent)
    heard.store(timing.heard.bitPattern, ordering: .sequentiallyConsistent)
    time.store(timing.time.bitPattern, ordering: .sequentiallyConsistent)
    counter.wrappingAdd(1, ordering: .sequentiallyConsistent)
  }

  /// - Returns: nil when the newest timing belongs to another generation.
  func value(of wanted: Int) -> OutputTiming? {
    while true {
      let before = counter.load(ordering: .sequentiallyConsistent)
      let generation = generation.load(ordering: .sequentiallyConsistent)
      let heard = Double(bitPattern: heard.load(ordering: .sequentiallyConsistent))
      let time = Double(bitPattern: time.load(ordering: .sequentiallyConsistent))
      guard before % 2 == 0, before == counter.load(ordering: .sequentiallyConsistent) else { continue }
      return generation == wanted ? OutputTiming(heard: heard, time: time) : nil
    }
  }
}
