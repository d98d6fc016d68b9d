// HeardClock.swift
// What a server tells of time jitters by milliseconds, jumps, and is wrong at first. The clock makes a line
// of it along which a playhead can be drawn; a pure value. The cell holds the newest timing of an output: one
// thread writes it, any thread reads it without waiting.

import Glibc
import Synchronization

/// Frames that are heard at any moment, from raw timings. Never goes back; never runs more than twice as fast as
/// sound does, but for a jump ahead of more than a quarter of a second.
struct HeardClock: Equatable {
  /// Frames per second.
  let rate: Double
  /// Seconds after which a raw timing counts for little more than a third.
  private static let memory = 0.8
  /// Seconds by which a timing may differ from the others before it is taken for a step, if the next one does.
  private static let step = 0.06

  /// Where sound should be: frames minus `rate` × time, averaged.
  private var target = 0.0
  /// The same of what was shown, at `time`; it goes to `target` at `slew` frames per second.
  private var shown = 0.0
  private var time = 0.0
  /// The newest timing that was taken in, how many that were, and since when.
  private var newest: OutputTiming?
  private var count = 0.0
  private var first = 0.0
  /// The last timing that lay far off, by its own offset.
  private var stray: Double?
  /// The furthest that was told.
  private var furthest = 0.0

  init(rate: Double) { self.rate = rate }

  /// True when anything is known.
  var isInformed: Bool { newest != nil }

  /// Takes in what the output knows. The same again, or an older one, changes nothing.
  mutating func update(_ timing: OutputTiming) {
    guard timing != newest, timing.time >= newest?.time ?? -.infinity, timing.heard.isFinite else { return }
    let offset = timing.heard - rate * timing.time
    guard let last = newest else {
      (newest, count, first) = (timing, 1, timing.time)
      (target, shown, time) = (offset, offset, timing.time)
      return
    }
    newest = timing
    advance(to: timing.time)
    if abs(offset - target) > Self.step * rate {
      // One alone may be an error; two on the same side are a step, or a server that stands still.
      if let stray, (stray > target) == (offset > target) {
        restart(at: offset, time: timing.time)
      } else {
        stray = offset
      }
      return
    }
    stray = nil
    count += 1
    let weight = max(1 / count, 1 - exp(-(timing.time - last.time) / Self.memory))
    target += (offset - target) * weight
  }

  private mutating func restart(at offset: Double, time: Double) {
    (target, count, first, stray) = (offset, 1, time, nil)
    if target - shown > 0.25 * rate { shown = target }
  }

  /// Frames that will have been heard at `time`; 0 before anything is known. A later call never gets less.
  mutating func heard(at time: Double) -> Double {
    guard newest != nil else { return furthest }
    furthest = max(furthest, rate * time + offset(at: time))
    return furthest
  }

  private func offset(at time: Double) -> Double {
    let reach = slew * max(0, time - self.time)
    return shown + min(max(target - shown, -reach), reach)
  }

  /// A small error is mended so that nobody sees it; a large one, or one at the beginning, soon.
  private var slew: Double {
    let isLarge = abs(target - shown) > 0.03 * rate || time - first < 0.3
    return isLarge ? rate : 0.1 * rate
  }

  private mutating func advance(to time: Double) {
    guard time > self.time else { return }
    shown = offset(at: time)
    self.time = time
  }
}

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
